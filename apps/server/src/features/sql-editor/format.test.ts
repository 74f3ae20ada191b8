import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true, env: { POWERSET_FEATURES: 'ENABLE_TEMPLATE_PROCESSING' } });
  databaseId = (await running.admin.get('/api/v1/database/')).json.ids[0];
}, 60_000);
afterAll(() => running.stop());

describe.each(['/api/v1/sqllab/format/', '/api/v1/sqllab/format_sql/'])('formatting at %s', (path) => {
  it('answers the same SQL with upper-case keywords and indentation', async () => {
    const answer = await running.admin.post(path, { sql: 'select a,b from t where a=1', engine: 'postgresql' });
    expect([answer.status, answer.json]).toEqual([200, { result: 'SELECT\n  a,\n  b\nFROM\n  t\nWHERE\n  a = 1' }]);
  });

  it('fills templates by the parameters that come along', async () => {
    const body = { sql: 'select * from {{ name }}', database_id: databaseId, template_params: '{"name": "sales"}' };
    expect((await running.admin.post(path, body)).json.result).toBe('SELECT\n  *\nFROM\n  sales');
  });

  it('refuses what is no text, too long or not to be read, in words that name the field', async () => {
    const missing = await running.admin.post(path, {});
    expect([missing.status, Object.keys(missing.json.message)]).toEqual([400, ['sql']]);
    const unknown = await running.admin.post(path, { sql: 'select 1', nope: 1 });
    expect([unknown.status, unknown.json.message]).toEqual([400, { nope: ['Unknown field.'] }]);
    for (const sql of [`select ${'1,'.repeat(110_000)}1`, 'select ((']) {
      const refused = await running.admin.post(path, { sql });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('sql: ')]);
    }
  });

  it('is for those who may read in the editor, and knows databases alone that are there', async () => {
    const body = { sql: 'select 1' };
    expect((await apiClient(running.url).post(path, body)).status).toBe(401);
    const gamma = await running.signInAs(`reader-${path.length}`, ['Gamma']);
    expect((await gamma.post(path, body)).status).toBe(403);
    expect((await running.admin.post(path, { ...body, database_id: 4711 })).status).toBe(404);
  });

  it('stands in the description of the API', async () => {
    const { paths } = (await running.admin.get('/api/v1/_openapi')).json;
    expect(Object.keys(paths[path]?.post?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '403']));
  });
});
