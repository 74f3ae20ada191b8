import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Heard, type ServiceFixture, startService } from '../../engines/warehouse/service-fixture.ts';

const lines = (types: readonly string[], ...rows: readonly (readonly unknown[])[]): string =>
  [types.map((_, at) => `c${at}`), types, types, ...rows]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
    .concat('\n');

const queryOf = ({ body }: Heard): string => (body === '' ? '' : String(JSON.parse(body).query));

/** A broker with one table, as its own tables would tell of it. */
function answer(heard: Heard): string {
  const query = queryOf(heard);
  const texts = (...rows: readonly (readonly string[])[]) =>
    lines(
      (rows[0] ?? []).map(() => 'VARCHAR'),
      ...rows,
    );
  if (query.includes('INFORMATION_SCHEMA.SCHEMATA')) return texts(['druid'], ['lookup'], ['sys']);
  if (query.includes('SELECT TABLE_NAME, TABLE_TYPE')) return texts(['orders', 'TABLE']);
  if (query.includes('SELECT TABLE_TYPE')) return texts(['TABLE']);
  if (query.includes('INFORMATION_SCHEMA.COLUMNS'))
    return texts(['__time', 'TIMESTAMP', 'NO'], ['region', 'VARCHAR', 'YES'], ['price', 'DOUBLE', 'YES']);
  if (query.includes('TIME_FLOOR')) return lines(['TIMESTAMP', 'DOUBLE'], ['2024-01-01T00:00:00.000Z', 7.5]);
  return lines(['BIGINT'], [1], [2], [3], [4], [5]);
}

describe('a database on Druid', () => {
  let started: InProcessApp;
  let service: ServiceFixture;
  let id: number;
  let datasetId: number;
  const run = (sql: string, client = started.admin, more = {}) =>
    client.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'druid', sql, ...more });
  const last = () => service.heard.map(queryOf).findLast((query) => query !== '');

  beforeAll(async () => {
    service = await startService(answer);
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...{ engine: 'druid', driver: 'http', configuration_method: 'dynamic_form', database_name: 'Events' },
      ...{ expose_in_sqllab: true, parameters: { host: '127.0.0.1', port: service.port } },
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
    const table = { database: id, schema: 'druid', table_name: 'orders' };
    const dataset = await started.admin.post('/api/v1/dataset/', table);
    expect(dataset.status, dataset.text).toBe(201);
    datasetId = dataset.json.id;
  }, 60_000);
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });

  it('is shown with its address, and tells its schemas, its tables and the column of their times', async () => {
    const { result } = (await started.admin.get(`/api/v1/database/${id}/connection`)).json;
    expect(result).toMatchObject({
      ...{ backend: 'druid', opening_problem: null, default_schema: 'druid' },
      sqlalchemy_uri: `druid://127.0.0.1:${service.port}/druid/v2/sql/`,
    });
    expect((await started.admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toEqual([
      'druid',
      'lookup',
      'sys',
    ]);
    const tables = (await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:druid)`)).json.result;
    expect(tables).toMatchObject([{ value: 'orders', type: 'table' }]);
    expect((await started.admin.get(`/api/v1/dataset/${datasetId}`)).json.result).toMatchObject({
      main_dttm_col: '__time',
    });
  });

  it('runs the SQL editor with a limit, and refuses what is no query', async () => {
    const answered = await run('SELECT n FROM orders // all of LIMIT 9', started.admin, { queryLimit: 3 });
    expect(answered.status, answered.text).toBe(200);
    expect(answered.json.data).toHaveLength(3);
    expect(last()).toBe('SELECT n FROM orders\nLIMIT 4');
    const refused = await run("SELECT * FROM TABLE(EXTERN('{}', '{}'))");
    expect([refused.status >= 400, service.heard.some((heard) => queryOf(heard).includes('EXTERN'))]).toEqual([
      true,
      false,
    ]);
  });

  it('answers charts by the hour, day or week', async () => {
    const answered = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [
        {
          columns: [
            {
              columnType: 'BASE_AXIS',
              expressionType: 'SQL',
              sqlExpression: '__time',
              label: '__time',
              timeGrain: 'P1W',
            },
          ],
          metrics: [
            { expressionType: 'SQL', sqlExpression: 'SUM(price) FILTER (WHERE region IS NOT NULL)', label: 's' },
          ],
          ...{ granularity: '__time', time_range: '2024-01-01 : 2024-02-01', row_limit: 10 },
        },
      ],
      ...{ result_format: 'json', result_type: 'full' },
    });
    expect(answered.status, answered.text).toBe(200);
    expect(last()).toContain(`TIME_FLOOR(CAST("__time" AS TIMESTAMP), 'P1W') AS "__time"`);
    expect(last()).toContain(`"__time" >= TIMESTAMP '2024-01-01 00:00:00'`);
  });

  it('lets nobody read a lookup by its name in a text who may not read it as a table', async () => {
    const reader = await started.signInAs('mara', ['Gamma', 'sql_lab']);
    const hidden = await run("SELECT LOOKUP(region, 'salaries') FROM orders", reader);
    expect(hidden.status).toBeGreaterThanOrEqual(400);
    expect(hidden.text).toContain('salaries');
    const asChart = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [
        {
          columns: [],
          metrics: [{ expressionType: 'SQL', sqlExpression: "MAX(LOOKUP(region, 'salaries'))", label: 'm' }],
        },
      ],
      ...{ result_format: 'json', result_type: 'full' },
    });
    expect(asChart.text).toContain('salaries');
    expect(service.heard.some((heard) => queryOf(heard).includes('salaries'))).toBe(false);
  });
});
