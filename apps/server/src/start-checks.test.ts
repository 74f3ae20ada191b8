import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { embeddedDatabase } from './engines/index.ts';
import { openStore } from './metadata/index.ts';
import { checkDatabasesPresent } from './start-checks.ts';

const stamp = '2026-01-01T00:00:00.000Z';
const times = { created_on: stamp, changed_on: stamp };
const dataFolder = mkdtempSync(join(tmpdir(), 'start-checks-'));
afterAll(() => rmSync(dataFolder, { recursive: true }));

it('the file of datasets is asked for where one process serves, and of several by none', async () => {
  const store = await openStore(':memory:', () => stamp);
  const { id } = await store
    .insertInto('databases')
    .values({
      ...{ uuid: 'd', database_name: embeddedDatabase.name, backend: embeddedDatabase.backend, extra: '{}' },
      ...{ sqlalchemy_uri: embeddedDatabase.uri, configuration_method: 'sqlalchemy_form' },
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dataset = { uuid: 's', database_id: id, schema: 'main', table_name: 'sales' };
  await store
    .insertInto('datasets')
    .values({ ...dataset, ...times })
    .execute();
  await expect(checkDatabasesPresent(store, { dataFolder, peerUrl: null })).rejects.toThrow('is missing');
  await expect(checkDatabasesPresent(store, { dataFolder, peerUrl: 'http://10.0.0.7:8088' })).resolves.toBeUndefined();
  await store.destroy();
});
