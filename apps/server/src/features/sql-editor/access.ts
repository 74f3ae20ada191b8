import { canAccessSchema, type User } from '../../access/index.ts';
import { defaultSchemaOf } from '../../catalog/index.ts';
import { AppError } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';

/** What is created lies in a schema that its author may look into, or in the one that the database prescribes. */
export function checkNewTable(user: User, database: Row<'databases'>, schema: string | null): void {
  const place = { databaseId: database.id, databaseName: database.database_name, catalog: null };
  if (database.force_ctas_schema || canAccessSchema(user, { ...place, schema: schema || defaultSchemaOf(database) }))
    return;
  throw new AppError('TABLE_SECURITY_ACCESS_ERROR', {
    params: { tables: `\`${schema || defaultSchemaOf(database)}\`` },
    extra: { link: null, tables: [] },
  });
}
