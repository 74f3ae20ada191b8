import { randomUUID } from 'node:crypto';
import { embeddedDatabase } from '../../engines/index.ts';
import type { Services } from '../../services.ts';

/** Makes sure that the installation's own database is listed; returns its id. */
export async function ensureEmbeddedDatabase({ store, now }: Pick<Services, 'store' | 'now'>): Promise<number> {
  const found = await store
    .selectFrom('databases')
    .select('id')
    .where('sqlalchemy_uri', '=', embeddedDatabase.uri)
    .executeTakeFirst();
  if (found) return found.id;
  const time = now().toISOString();
  const { id } = await store
    .insertInto('databases')
    .values({
      uuid: randomUUID(),
      database_name: embeddedDatabase.name,
      backend: embeddedDatabase.backend,
      sqlalchemy_uri: embeddedDatabase.uri,
      extra: JSON.stringify({ allows_virtual_table_explore: true }),
      expose_in_sqllab: 1,
      allow_run_async: 1,
      allow_file_upload: 1,
      configuration_method: 'sqlalchemy_form',
      created_on: time,
      changed_on: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Where several processes serve nobody can open it: it goes, or where datasets or reports still name it, is offered to nobody for
 * SQL. A process that is alone again makes it anew.
 */
export async function setEmbeddedAside({ store }: Pick<Services, 'store'>): Promise<void> {
  const found = await store
    .selectFrom('databases')
    .select('id')
    .where('sqlalchemy_uri', '=', embeddedDatabase.uri)
    .executeTakeFirst();
  if (!found) return;
  const used = async (table: 'datasets' | 'reports') =>
    (await store.selectFrom(table).select('id').where('database_id', '=', found.id).limit(1).executeTakeFirst()) !==
    undefined;
  if ((await used('datasets')) || (await used('reports')))
    await store.updateTable('databases').set({ expose_in_sqllab: 0 }).where('id', '=', found.id).execute();
  else await store.deleteFrom('databases').where('id', '=', found.id).execute();
}
