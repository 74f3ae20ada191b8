import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let started: InProcessApp;
beforeAll(async () => {
  started = await startInProcess();
});
afterAll(() => started.stop());

const uri = 'duckdb:///powerset';
const names: readonly (readonly [path: string, field: string, rest: object])[] = [
  ['/api/v1/chart/', 'slice_name', { datasource_id: 1, datasource_type: 'table', viz_type: 'table' }],
  ['/api/v1/dashboard/', 'dashboard_title', {}],
  ['/api/v1/saved_query/', 'label', { sql: 'select 1', db_id: 1 }],
  ['/api/v1/database/', 'database_name', { sqlalchemy_uri: uri }],
  ['/api/v1/dataset/duplicate', 'table_name', { base_model_id: 1 }],
  ['/api/v1/annotation_layer/', 'name', {}],
  ['/api/v1/css_template/', 'template_name', {}],
  ['/api/v1/theme/', 'theme_name', { json_data: '{}' }],
];

describe('a name', () => {
  it.each(names)('of one line is all that %s takes as %s', async (path, field, rest) => {
    for (const sign of ['\n', '\t', '\u001b', '\u009b', '\u2028']) {
      const { status, json } = await started.admin.post(path, { ...rest, [field]: `Sales${sign}2026` });
      // The reference answers so to a new database.
      expect([sign, status]).toEqual([sign, path === '/api/v1/database/' ? 422 : 400]);
      expect(json.message).toEqual({ [field]: ['Must be one line without control characters.'] });
    }
    const { status, json } = await started.admin.post(path, { ...rest, [field]: 'Sales\u00002026' });
    expect(status).toBe(400);
    expect(json.message).toEqual({ [field]: ['Must not contain NUL characters.'] });
  });

  it('may be in any script', async () => {
    for (const name of ['Umsätze – Q3', '売上 🛒', 'مبيعات', 'a\u00a0b']) {
      const { status, json } = await started.admin.post('/api/v1/dashboard/', { dashboard_title: name });
      expect(status).toBe(201);
      expect((await started.admin.get(`/api/v1/dashboard/${json.id}`)).json.result.dashboard_title).toBe(name);
    }
  });
});

describe('a text that is kept', () => {
  it('is refused where the store would cut it, wherever it stands', async () => {
    const { json } = await started.admin.post('/api/v1/dashboard/', { dashboard_title: 'Kept' });
    const answer = await started.admin.put(`/api/v1/dashboard/${json.id}`, { css: 'a { color: red }\u0000' });
    expect([answer.status, answer.json.message]).toEqual([400, { css: ['Must not contain NUL characters.'] }]);
    const form = { queryEditor: JSON.stringify({ name: 'Tab', sql: 'select 1\u0000' }) };
    const tab = await started.admin.post('/tabstateview/', form);
    expect([tab.status, tab.json.message]).toEqual([400, { sql: ['Must not contain NUL characters.'] }]);
  });

  it('is no question to data, which may hold any sign', async () => {
    const column = { label: 'c', sqlExpression: "'a' || chr(0)" };
    const asked = (val: string) => ({ col: column, op: '==', val });
    const database = await anyDatabase();
    const made = await started.admin.post('/api/v1/dataset/', {
      database,
      table_name: 'nul',
      sql: "select 'a' || chr(0) as c",
    });
    const count = async (val: string) => {
      const { json } = await started.admin.post('/api/v1/chart/data', {
        datasource: { id: made.json.id, type: 'table' },
        queries: [{ columns: ['c'], metrics: [], filters: [{ ...asked(val), col: 'c' }] }],
      });
      return json.result[0].rowcount;
    };
    expect([await count('a\u0000'), await count('a')]).toEqual([1, 0]);
  });
});

async function anyDatabase(): Promise<number> {
  const row = await started.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  return row.id;
}
