import type { SqlPermalinkBody } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import { readCatalog } from '../../catalog/index.ts';
import { AppError, notFound } from '../../http/index.ts';
import type { KeyValues } from '../../key-values/index.ts';
import type { Services } from '../../services.ts';
import { getDatabase } from './execute.ts';

const resource = 'sql_permalink';

/** Links that open the same query for everybody who may use the editor; what it reads is asked for when it runs. */
export interface SqlPermalinks {
  create(user: User, body: SqlPermalinkBody): Promise<string>;
  get(key: string): Promise<SqlPermalinkBody>;
}

export function createSqlPermalinks(services: Services, keyValues: KeyValues): SqlPermalinks {
  return {
    create: async (user, body) => {
      const database = await getDatabase(services, body.dbId);
      const { id, database_name: name } = database;
      if (!canSeeDatabase(user, { id, name })) throw new AppError('DATABASE_NOT_FOUND_ERROR');
      readCatalog(database, body.catalog);
      return keyValues.create({ resource, value: body, userId: user.id, ttlMs: null });
    },
    get: async (key) => {
      const found = await keyValues.find({ resource, key });
      if (!found) throw notFound();
      // Written by `create` alone.
      return found.value as SqlPermalinkBody;
    },
  };
}
