import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FileQuestion, OfflineFile, QueryFilter, QueryObject } from '@powerset/contract';
import { openFileQuestion } from '@powerset/query/offline';
import { type ApiClient, apiClient, makeTempFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';

import { type MailServer, startMailServer } from '@powerset/testkit/mail-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let mail: MailServer;
let datasetId: number;
let dashboardId: number;
const charts = new Map<string, number>();
const hostile = `</script><img src=x onerror=alert(1)>\u2028`;
const now = new Date('2026-06-15T10:00:00Z');

/** A page of files as a build leaves it: what matters here is what is put beside it. */
async function builtFolder(): Promise<string> {
  const folder = await makeTempFolder('powerset-web');
  mkdirSync(join(folder.path, 'offline'), { recursive: true });
  const put = (name: string, text: string) => {
    writeFileSync(join(folder.path, 'offline', name), text);
    writeFileSync(join(folder.path, 'offline', `${name}.gz`), gzipSync(text));
  };
  put('offline.js', 'globalThis.isStarted = true;');
  put('offline.css', 'body { color: red; }');
  put('texts-de.json', '{"Filters":"Filter"}');
  return folder.path;
}

const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'sum' };
const sql = (text: string, label: string) => ({ expressionType: 'SQL', sqlExpression: text, label });
const inTime = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'at',
  operator: 'TEMPORAL_RANGE',
  comparator: 'No filter',
};
const forms: Readonly<Record<string, object>> = {
  line: {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'at',
    time_grain_sqla: 'P1M',
    metrics: [sum],
    groupby: ['channel'],
  },
  bars: {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'region',
    metrics: [sum, sql('AVG(amount)', 'avg')],
    groupby: [],
  },
  pie: { viz_type: 'pie', groupby: ['region'], metric: sum, row_limit: 100 },
  figure: { viz_type: 'big_number_total', metric: sql('COUNT(*)', 'count') },
  trend: {
    viz_type: 'big_number',
    x_axis: 'at',
    time_grain_sqla: 'P1D',
    metric: sum,
    rolling_type: 'sum',
    rolling_periods: 7,
  },
  table: {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['product', 'channel'],
    metrics: [sum, sql('MAX(price)', 'max')],
    row_limit: 1000,
    order_desc: true,
  },
  rows: {
    ...{ viz_type: 'table', query_mode: 'raw', all_columns: ['product', 'at', 'region', 'price'], row_limit: 30 },
    order_by_cols: ['["product",true]', '["at",false]'],
  },
  ratio: {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'region',
    metrics: [sql('SUM(amount) / COUNT(DISTINCT product)', 'ratio')],
    groupby: [],
  },
};

const filters = [
  { id: 'NATIVE_FILTER-channel', filterType: 'filter_select', column: 'channel' },
  { id: 'NATIVE_FILTER-region', filterType: 'filter_select', column: 'region' },
  { id: 'NATIVE_FILTER-price', filterType: 'filter_range', column: 'price' },
  { id: 'NATIVE_FILTER-at', filterType: 'filter_time', column: null },
].map(({ id, filterType, column }) => ({
  ...{ id, type: 'NATIVE_FILTER', name: id, filterType, cascadeParentIds: [], defaultDataMask: {} },
  targets: column ? [{ datasetId: 0, column: { name: column } }] : [{}],
  ...{ controlValues: {}, scope: { rootPath: ['ROOT_ID'], excluded: [] } },
}));

beforeAll(async () => {
  mail = await startMailServer();
  const env = { POWERSET_SMTP_URL: mail.url, POWERSET_MAIL_FROM: 'Powerset <reports@example.com>' };
  running = await startInProcess({ now: () => now, webFolder: await builtFolder(), env });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(`CREATE TABLE sales AS SELECT
    TIMESTAMP '2026-01-01' + to_hours(((i * 37) % 3600)::INTEGER) AS at,
    ['EU','US',NULL,'','${hostile}','Ä'][1 + i % 6] AS region, ['web','shop','fair'][1 + (i // 7) % 3] AS channel,
    'p' || (i % 40) AS product, (i % 12)::INTEGER AS price, (((i * 7919) % 10007) / 100)::DECIMAL(12,2) AS amount
    FROM range(4000) AS r(i)`);
  datasetId = Number(
    (await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })).json.id,
  );
  await store.updateTable('datasets').set({ main_dttm_col: 'at' }).where('id', '=', datasetId).execute();
  await store.updateTable('dataset_columns').set({ is_dttm: 1 }).where('column_name', '=', 'at').execute();
  for (const [name, form] of Object.entries(forms)) charts.set(name, await makeChart(name, form));
  dashboardId = await makeDashboard();
});
afterAll(async () => {
  await running.stop();
  await mail.stop();
});

async function makeChart(name: string, form: object): Promise<number> {
  const params = JSON.stringify({ ...form, adhoc_filters: [inTime], datasource: `${datasetId}__table` });
  const viz_type = String((form as { viz_type?: unknown }).viz_type);
  const body = { slice_name: name, viz_type, datasource_id: datasetId, datasource_type: 'table', params };
  return Number((await running.admin.post('/api/v1/chart/', body)).json.id);
}

async function makeDashboard(): Promise<number> {
  const ids = [...charts.values()];
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ids.map((id) => `CHART-${id}`), meta: {} },
    ...Object.fromEntries(
      ids.map((id) => [
        `CHART-${id}`,
        { type: 'CHART', id: `CHART-${id}`, children: [], meta: { chartId: id, width: 4, height: 30 } },
      ]),
    ),
  };
  const own = filters.map((one) => ({
    ...one,
    targets: one.targets.map((target) => ('column' in target ? { ...target, datasetId } : target)),
  }));
  const body = {
    dashboard_title: `Sales ${hostile.trim()}`,
    position_json: JSON.stringify(position),
    json_metadata: JSON.stringify({ native_filter_configuration: own }),
  };
  const made = await running.admin.post('/api/v1/dashboard/', body);
  expect(made.status, made.text).toBe(201);
  const { store } = running.app.services;
  const id = Number(made.json.id);
  const known = await store.selectFrom('dashboard_charts').selectAll().where('dashboard_id', '=', id).execute();
  expect(known).toHaveLength(ids.length);
  return id;
}

/** A dashboard with charts of another dataset. */
async function dashboardOf(dataset: number, own: Readonly<Record<string, object>>) {
  const [before, rest] = [datasetId, new Map(charts)];
  charts.clear();
  datasetId = dataset;
  for (const [name, form] of Object.entries(own)) charts.set(name, await makeChart(name, form));
  const made = { id: await makeDashboard(), own: new Map(charts) };
  charts.clear();
  for (const pair of rest) charts.set(...pair);
  datasetId = before;
  return made;
}

const make = (client: ApiClient, body: object = {}, id: number | string = dashboardId) =>
  client.post(`/api/v1/dashboard/${id}/offline_file/`, body);

function contentOf(html: string): OfflineFile {
  const [, packed = ''] = /id="powerset-data">([^<]*)</.exec(html) ?? [];
  // What the file's own script reads.
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString());
}

const questionOf = ({ questions }: OfflineFile, key: string): FileQuestion => {
  const found = questions.find((question) => question.key === key);
  if (!found) throw new Error(`The file has no ${key}.`);
  return found;
};

/** What the engine answers to queries. */
async function engineTables(client: ApiClient, queries: readonly QueryObject[]) {
  const payload = { datasource: { id: datasetId, type: 'table' }, queries, result_type: 'full', result_format: 'json' };
  const answer = await client.post('/api/v1/chart/data/batch', { requests: [{ key: '1', payload }] });
  const line = JSON.parse(answer.text.trim());
  expect(line.results, answer.text).toBeDefined();
  return line.results.map(({ table }: { table: unknown }) => table);
}

const conditions: readonly (readonly QueryFilter[])[] = [
  [],
  [{ col: 'channel', op: 'IN', val: ['web'] }],
  [{ col: 'channel', op: 'IN', val: ['web', 'fair'] }],
  [{ col: 'region', op: 'IN', val: ['EU', null] }],
  [{ col: 'region', op: 'NOT IN', val: ['EU'] }],
  [{ col: 'region', op: 'NOT IN', val: ['EU'], keeps_null: true }],
  [{ col: 'region', op: 'IN', val: ['<empty string>', hostile] }],
  [{ col: 'region', op: 'IS NULL' }],
  [
    { col: 'channel', op: 'IN', val: ['shop'] },
    { col: 'region', op: 'IN', val: ['US', 'Ä'] },
  ],
  [
    { col: 'price', op: '>=', val: 3 },
    { col: 'price', op: '<=', val: 7 },
  ],
  [{ col: 'channel', op: 'IN', val: ['nothing'] }],
];
const ranges = ['No filter', 'Last month', '2026-02-01 : 2026-04-11', '2026-03-05 : '];

const under = (query: QueryObject, added: readonly QueryFilter[], range: string): QueryObject => ({
  ...query,
  filters: [
    ...(query.filters ?? []).filter(({ op }) => op !== 'TEMPORAL_RANGE'),
    { col: 'at', op: 'TEMPORAL_RANGE', val: range },
    ...added,
  ],
});

describe('what a file answers', () => {
  it.each(Object.keys(forms).filter((name) => name !== 'ratio'))(
    'is for a chart of the kind "%s" what the engine answers under the same filters',
    async (name) => {
      const file = contentOf((await make(running.admin)).text);
      const question = questionOf(file, `chart:${charts.get(name)}`);
      const answers = openFileQuestion(question, new Date(file.madeAt));
      const [base] = question.answers;
      let held = 0;
      for (const range of ranges)
        for (const added of conditions) {
          const queries = (base?.queries ?? []).map((query) => under(query, added, range));
          const given = answers.answer(queries);
          if (!given) continue;
          held += 1;
          const tables = given.map(({ table }) => table);
          expect(rowsOf(tables), JSON.stringify([range, added])).toEqual(
            rowsOf(await engineTables(running.admin, queries)),
          );
        }
      expect(held).toBeGreaterThan(25);
    },
  );

  it('is there for single values alone where figures are no sums, and nothing under others', async () => {
    const file = contentOf((await make(running.admin)).text);
    const question = questionOf(file, `chart:${charts.get('ratio')}`);
    const answers = openFileQuestion(question, new Date(file.madeAt));
    const ask = (filter: QueryFilter) =>
      (question.answers[0]?.queries ?? []).map((query) => ({ ...query, filters: [...(query.filters ?? []), filter] }));
    const one = ask({ col: 'channel', op: 'IN', val: ['web'] });
    const given = answers.answer(one)?.map(({ table }) => table);
    expect(given).toEqual(await engineTables(running.admin, one));
    expect(answers.answer(ask({ col: 'channel', op: 'IN', val: ['web', 'fair'] }))).toBeNull();
  });

  it('tells of rows no others than the table shows, and holds them once, with the columns of filters', async () => {
    const file = contentOf((await make(running.admin)).text);
    const question = questionOf(file, `chart:${charts.get('rows')}`);
    const [cube, ...more] = question.cubes[0] ?? [];
    expect([more.length, cube?.isRaw, cube?.sliced.table.rowCount]).toEqual([0, true, 4000]);
    const answers = openFileQuestion(question, new Date(file.madeAt));
    const [base] = question.answers;
    const queries = (base?.queries ?? []).map((query) =>
      under(query, [{ col: 'channel', op: 'IN', val: ['fair'] }], '2026-02-03T10:00:00 : 2026-02-04T09:30:00'),
    );
    const [given] = answers.answer(queries) ?? [];
    expect(given?.table.columns.map(({ name }) => name)).toEqual(['product', 'at', 'region', 'price']);
    expect(given?.rowcount).toBeGreaterThan(3);
    expect(given?.table).toEqual((await engineTables(running.admin, queries))[0]);
    const other = queries.map((query) => ({ ...query, orderby: [] }));
    expect(answers.answer(other)).toBeNull();
  });

  it('is nothing under filters where the rows are too many, so that the file stays one to be sent', async () => {
    const { engines, store } = running.app.services;
    const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    const engine = await engines.getEmbedded(database);
    const texts = Array.from({ length: 9 }, (_none, at) => `i AS c${at}`).join(', ');
    await engine.runTrusted(
      `CREATE TABLE many AS SELECT 'web' AS channel, 'EU' AS region, 1 AS price, ${texts} FROM range(21000) AS r(i)`,
    );
    const made = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'many' });
    const columns = Array.from({ length: 9 }, (_none, at) => `c${at}`);
    const form = { viz_type: 'table', query_mode: 'raw', all_columns: columns, row_limit: 10 };
    const { id, own } = await dashboardOf(Number(made.json.id), { many: form });
    const sent = await make(running.admin, {}, id);
    expect(sent.status, sent.text.slice(0, 500)).toBe(200);
    const file = contentOf(sent.text);
    const question = questionOf(file, `chart:${own.get('many')}`);
    expect(question.cubes[0]).toEqual([]);
    expect(question.answers[0]?.results[0]?.rowcount).toBe(10);
  });

  it('leaves out filters on columns that the dataset has not, and says so', async () => {
    const file = contentOf((await make(running.admin)).text);
    const question = questionOf(file, `chart:${charts.get('figure')}`);
    const queries = (question.answers[0]?.queries ?? []).map((query) => ({
      ...query,
      filters: [...(query.filters ?? []), { col: 'elsewhere', op: 'IN', val: ['x'] }],
    }));
    const [given] = openFileQuestion(question, new Date(file.madeAt)).answer(queries) ?? [];
    expect(given?.rejected_filters).toEqual([{ column: 'elsewhere', reason: 'not_in_datasource' }]);
  });

  it('knows no range that ends within a day', async () => {
    const file = contentOf((await make(running.admin)).text);
    const question = questionOf(file, `chart:${charts.get('figure')}`);
    const queries = (question.answers[0]?.queries ?? []).map((query) =>
      under(query, [], '2026-02-01T05:00:00 : 2026-03-01'),
    );
    expect(openFileQuestion(question, new Date(file.madeAt)).answer(queries)).toBeNull();
  });
});

interface Table {
  readonly columns: readonly { readonly name: string; readonly values: readonly unknown[] }[];
  readonly rowCount: number;
}

/** The rows of tables: rows of equal rank have no order of their own. */
function rowsOf(tables: readonly Table[]): unknown {
  const toText = (value: unknown) => (typeof value === 'number' ? value.toPrecision(12) : JSON.stringify(value));
  return tables.map(({ columns, rowCount }) => ({
    names: columns.map(({ name }) => name),
    rows: Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => toText(values[row])).join()).sort(),
  }));
}

describe('a file of a dashboard', () => {
  it('holds what its filters offer, and is opened in the state that was asked for', async () => {
    const dataMask = {
      'NATIVE_FILTER-channel': { extraFormData: { filters: [{ col: 'channel', op: 'IN', val: ['web'] }] } },
    };
    const answer = await make(running.admin, { dataMask, theme: 'dark', locale: 'de' });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    const file = contentOf(answer.text);
    expect(file).toMatchObject({
      theme: 'dark',
      language: 'de',
      texts: { Filters: 'Filter' },
      madeAt: now.toISOString(),
    });
    expect(Object.values(file.reads)).toContainEqual(
      expect.objectContaining({ state: expect.objectContaining({ dataMask }) }),
    );
    const offered = questionOf(file, 'filter:NATIVE_FILTER-channel').answers[0]?.results[0]?.table.columns[0]?.values;
    expect(offered).toEqual(['fair', 'shop', 'web']);
  });

  it('says of charts and filters on a column that is gone what is wrong, and holds the figures of the others', async () => {
    const { engines, store } = running.app.services;
    const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    const engine = await engines.getEmbedded(database);
    await engine.runTrusted(`CREATE TABLE fading AS SELECT * FROM sales LIMIT 100`);
    const made = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'fading' });
    await engine.runTrusted(`ALTER TABLE fading DROP COLUMN channel`);
    const figure = { viz_type: 'big_number_total', metric: sql('COUNT(*)', 'count') };
    const pie = { viz_type: 'pie', groupby: ['channel'], metric: sum };
    const { id, own } = await dashboardOf(Number(made.json.id), { figure, pie });
    const sent = await make(running.admin, {}, id);
    expect(sent.status, sent.text.slice(0, 500)).toBe(200);
    const file = contentOf(sent.text);
    expect(questionOf(file, `chart:${own.get('figure')}`).answers[0]?.results[0]?.rowcount).toBe(1);
    for (const key of [`chart:${own.get('pie')}`, 'filter:NATIVE_FILTER-channel'])
      expect(questionOf(file, key)).toMatchObject({ answers: [], problem: expect.stringContaining('channel') });
    expect(questionOf(file, 'filter:NATIVE_FILTER-region')).not.toHaveProperty('problem');
    const alone = await dashboardOf(Number(made.json.id), { pie });
    const refused = await make(running.admin, {}, alone.id);
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('channel')]);
  });

  it('lets nothing of its data be markup, reaches no address and runs no other script', async () => {
    const { text, headers } = await make(running.admin);
    expect(text.includes('<img')).toBe(false);
    expect(text.includes('\u2028')).toBe(false);
    expect(text.match(/<script/g)).toHaveLength(4);
    expect(/<[^>]*\s(src|href)=/.test(text)).toBe(false);
    expect(text.slice(0, 1000)).toMatch(
      /content="default-src 'none'; script-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'; style-src/,
    );
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(JSON.stringify(contentOf(text))).toContain('onerror');
  });

  it('tells no SQL, no names of people and nothing of who may change it', async () => {
    const file = contentOf((await make(running.admin)).text);
    const text = JSON.stringify(file);
    expect(text).not.toMatch(/SELECT /);
    expect(text).not.toContain('admin');
    expect(text).not.toContain('"is_editable":true');
  });

  it('is an export of rows, for who may make one, in the log with who did', async () => {
    expect((await make(apiClient(running.url))).status).toBe(401);
    const stranger = await running.signInAs('stranger', []);
    expect((await make(stranger)).status).toBe(403);
    expect((await make(running.admin, {}, 99_999)).status).toBe(404);
    expect((await make(running.admin, { theme: 'pink' })).status).toBe(400);
    await make(running.admin);
    await expect
      .poll(async () => {
        const { store } = running.app.services;
        const rows = await store
          .selectFrom('logs')
          .selectAll()
          .where('action', '=', 'dashboard.offline_file')
          .execute();
        return rows.length;
      })
      .toBeGreaterThan(0);
  });

  it('is sent by a report of the dashboard, in the state that its maker chose, and by none of a chart', async () => {
    const report = {
      ...{ type: 'Report', name: 'File', crontab: '0 6 * * *', report_format: 'HTML' },
      recipients: [{ type: 'Email', recipient_config_json: { target: 'ann@example.com' } }],
    };
    const ofChart = await running.admin.post('/api/v1/report/', { ...report, chart: charts.get('pie') });
    expect(ofChart.status, ofChart.text).toBe(422);
    expect(ofChart.json.message.report_format).toEqual(['Only a dashboard is sent as HTML.']);
    const extra = { dashboard: { dataMask: {}, activeTabs: ['TAB-7'] } };
    const made = await running.admin.post('/api/v1/report/', { ...report, dashboard: dashboardId, extra });
    expect(made.status, made.text).toBe(201);
    const run = await running.admin.post(`/api/v1/report/${made.json.id}/run`, {});
    expect(run.status, run.text).toBeLessThan(300);
    await running.app.reports.tick();
    await mail.waitFor(1);
    const [file] = mail.mails[0]?.mail.attachments ?? [];
    expect(file).toMatchObject({ mimeType: 'text/html' });
    expect(file?.filename).toMatch(/\.html$/);
    const content = contentOf(Buffer.from(file?.content as ArrayBuffer).toString());
    expect(JSON.stringify(content.reads)).toContain('TAB-7');
  });

  it('holds the rows that row-level rules leave to whoever makes it, and no others', async () => {
    const { store, accounts } = running.app.services;
    const client = await running.signInAs('bound', ['Alpha']);
    const role = await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
    const written = { created_on: now.toISOString(), changed_on: now.toISOString() };
    const rule = { name: 'no fair', filter_type: 'Regular', clause: "channel <> 'fair'", ...written };
    const { id } = await store.insertInto('row_level_rules').values(rule).returning('id').executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: id, role_id: role.id }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: id, dataset_id: datasetId }).execute();
    await store.updateTable('dashboards').set({ published: 1 }).where('id', '=', dashboardId).execute();
    accounts.forget();
    const answer = await make(client);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    const file = contentOf(answer.text);
    expect(JSON.stringify(file.questions)).not.toContain('fair');
    expect(JSON.stringify(file.questions)).toContain('shop');
  });
});
