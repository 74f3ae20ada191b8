import { join } from 'node:path';
import { makeTempFolder, runServerToEnd, signInWithToken, startServer, type TempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkKeys, smallSource, sourceKey, uuidOf, writeSource } from './source-fixture.ts';

let folder: TempFolder;
const at = (name: string) => join(folder.path, name);
beforeAll(async () => {
  folder = await makeTempFolder('powerset-migrate');
  writeSource(at('source.db'), smallSource());
});
afterAll(() => folder.remove());

const migrate = (key: string, ...words: string[]) =>
  runServerToEnd({ SUPERSET_SECRET_KEY: key }, ['migrate', '--from', `sqlite:///${at('source.db')}`, ...words]);

describe('the command', () => {
  it('leaves a server on which people sign in with their passwords and find their addresses', async () => {
    const moved = await migrate(sourceKey, '--data', at('data'));
    expect([moved.code, moved.text]).toEqual([0, expect.stringContaining('All of it was written at once.')]);
    const server = await startServer({ dataFolder: at('data'), hasAdmin: false });
    const held = await migrate(sourceKey, '--data', at('data'));
    expect(held.code).toBe(1);
    expect(held.text.trim().split('\n')).toHaveLength(1);
    const bob = await signInWithToken(server.url, { username: 'bob', password: 'correct horse battery' });
    const dashboard = (await bob.get('/api/v1/dashboard/shop')).json.result;
    expect([dashboard.id, dashboard.uuid]).toEqual([31, uuidOf(4, 31)]);
    expect((await bob.get('/api/v1/chart/21')).json.result.slice_name).toBe('Chart 21');
    expect((await bob.get(`/api/v1/dashboard/permalink/${linkKeys.dashboard}`)).json.dashboardId).toBe('31');
    expect((await bob.get('/api/v1/database/4')).status).toBe(404);
    expect(await server.stop()).toBe(0);
  }, 60_000);

  it('leaves a server that starts though the files of databases did not come along', async () => {
    const source = smallSource();
    writeSource(at('files.db'), {
      ...source,
      dbs: [...(source.dbs ?? []), { id: 8, database_name: 'Local', sqlalchemy_uri: 'duckdb:///powerset.duckdb' }],
      tables: [...(source.tables ?? []), { id: 18, table_name: 'local', database_id: 8, schema: 'main' }],
    });
    const words = ['migrate', '--from', `sqlite:///${at('files.db')}`, '--data', at('files')];
    const moved = await runServerToEnd({ SUPERSET_SECRET_KEY: sourceKey }, words);
    expect(moved.code, moved.text).toBe(0);
    const server = await startServer({ dataFolder: at('files'), hasAdmin: false });
    const bob = await signInWithToken(server.url, { username: 'bob', password: 'correct horse battery' });
    expect((await bob.get('/api/v1/dashboard/shop')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }, 60_000);

  it('says what is wrong with its words in one sentence, and the key never', async () => {
    const secret = 'a key that nobody shall read';
    for (const [words, text] of [
      [[], 'opens none of the 3 passwords'],
      [['--secret-key-file', at('none')], 'cannot be read'],
      [['--secret-key', secret, '--secret-key-file', at('none')], 'one of them is enough'],
      [['--report', at('no/folder/report.json')], 'no such file'],
      [['--odd'], 'Unknown option --odd'],
    ] as const) {
      const answer = await migrate(secret, '--data', at('other'), ...words);
      expect([words, answer.code, answer.text.trim().split('\n').length]).toEqual([words, 1, 1]);
      expect(answer.text).toContain(text);
      expect(answer.text).not.toContain(secret);
    }
    const nothing = await runServerToEnd({}, ['migrate']);
    expect([nothing.code, nothing.text]).toEqual([1, expect.stringContaining('POWERSET_MIGRATE_FROM')]);
  }, 60_000);
});
