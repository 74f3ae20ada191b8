import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ApiClient, apiClient, leastOfRounds, longestTurnMs } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId = 0;
let datasetId = 0;
const inAYear = () => new Date(Date.now() + 300 * 86_400_000).toISOString();

beforeAll(async () => {
  running = await startInProcess();
  const { admin } = running;
  const [database] = (await admin.get('/api/v1/database/')).json.result;
  databaseId = Number(database.id);
  await admin.put(`/api/v1/database/${databaseId}`, { allow_dml: true });
  const run = (sql: string) => admin.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
  await run(`create table visits as select * from (values
    (date '2024-01-10', 'north', 'web', 10.0), (date '2024-01-20', 'south', 'web', 20.0),
    (date '2024-02-10', 'north', 'web', 10.0), (date '2024-02-20', 'south', 'shop', 50.0)) as v(day, region, channel, amount)`);
  const made = await admin.post('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'visits' });
  datasetId = made.json.id;
});
afterAll(() => running.stop());

async function makeKey(owner: ApiClient, scopes: 'read' | 'all' = 'all'): Promise<string> {
  const body = { name: 'Agent', scopes, expires_on: inAYear() };
  return (await owner.post('/api/v1/security/api_keys/', body)).json.result.key;
}

/** An agent with the protocol's own client. */
async function agentOf(key: string) {
  const client = new Client({ name: 'tests', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`), { requestInit }));
  const use = async (name: string, input: object = {}) => {
    const answer = (await client.callTool({ name, arguments: { ...input } })) as {
      isError?: boolean;
      content: { text: string }[];
    };
    const text = answer.content[0]?.text ?? '';
    return { isError: answer.isError === true, text, result: answer.isError ? null : JSON.parse(text) };
  };
  return { client, use };
}

describe('an agent', () => {
  it('is told the tools, finds what its person may see, and reads it', async () => {
    const { client, use } = await agentOf(await makeKey(running.admin, 'read'));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('query_dataset');
    expect(tools.find(({ name }) => name === 'create_chart')?.annotations?.readOnlyHint).toBe(false);
    const found = await use('find', { text: 'visit', kinds: ['dataset'] });
    expect(found.result.results[0].found).toEqual([
      { id: datasetId, title: 'visits', url: expect.stringContaining(`${running.url}/explore/`) },
    ]);
    const described = (await use('describe_dataset', { dataset_id: datasetId })).result;
    expect(described.columns.map(({ name }: { name: string }) => name)).toEqual(['day', 'region', 'channel', 'amount']);
    const databases = (await use('list_databases')).result.databases;
    expect(databases.map(({ id }: { id: number }) => id)).toContain(databaseId);
    const tables = (await use('list_tables', { database_id: databaseId, schema: 'main' })).result.tables;
    expect(tables).toContainEqual({ name: 'visits', type: 'table' });
    const table = (await use('describe_table', { database_id: databaseId, schema: 'main', table: 'visits' })).result;
    expect(table.columns).toHaveLength(4);
  });

  it('asks a dataset for measures, by columns and over time', async () => {
    const { use } = await agentOf(await makeKey(running.admin, 'read'));
    const sum = { aggregate: 'SUM', column: 'amount', label: 'Revenue' };
    const byRegion = await use('query_dataset', {
      ...{ dataset_id: datasetId, metrics: [sum], columns: ['region'] },
      order_by: [{ by: 'Revenue', descending: true }],
    });
    expect(byRegion.result.rows).toEqual([
      { region: 'south', Revenue: 70 },
      { region: 'north', Revenue: 20 },
    ]);
    const byMonth = await use('query_dataset', {
      ...{ dataset_id: datasetId, metrics: [sum], time_column: 'day', time_grain: 'P1M' },
      ...{ time_range: '2024-02-01 : 2024-03-01', filters: [{ column: 'region', op: 'IN', value: ['south'] }] },
    });
    expect(byMonth.result.rows.map(({ Revenue }: { Revenue: number }) => Revenue)).toEqual([50]);
    const cut = await use('query_dataset', { dataset_id: datasetId, columns: ['region', 'amount'], row_limit: 1 });
    expect([cut.result.rows.length, cut.result.is_cut]).toEqual([1, true]);
    expect(await use('query_dataset', { dataset_id: datasetId })).toMatchObject({ isError: true });
    const wrong = await use('query_dataset', { dataset_id: datasetId, columns: ['nowhere'] });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('nowhere') });
    expect((await use('query_dataset', { dataset_id: 987_654, columns: ['a'] })).isError).toBe(true);
  });

  it('runs SQL that reads, and changes data only where that is asked for and allowed', async () => {
    const { use } = await agentOf(await makeKey(running.admin));
    const read = await use('run_sql', { database_id: databaseId, sql: 'select 40 + 2 as answer' });
    expect(read.result).toMatchObject({ rows: [{ answer: 42 }], row_count: 1 });
    const change = { database_id: databaseId, sql: 'create table made_by_agent (a int)' };
    expect(await use('run_sql', change)).toMatchObject({ isError: true, text: expect.stringContaining('SELECT') });
    expect((await use('run_sql', { ...change, allow_changes: true })).isError).toBe(false);
    const reader = await agentOf(await makeKey(running.admin, 'read'));
    const again = { ...change, sql: 'drop table made_by_agent', allow_changes: true };
    expect(await reader.use('run_sql', again)).toMatchObject({
      isError: true,
      text: expect.stringContaining('only read'),
    });
    expect(await use('run_sql', { database_id: databaseId, sql: 'selekt' })).toMatchObject({ isError: true });
  });

  it('is told that an answer is too large, which holds up nobody else', async () => {
    const { use } = await agentOf(await makeKey(running.admin));
    const rows = (letters: number) =>
      use('run_sql', {
        ...{ database_id: databaseId, row_limit: 1000 },
        sql: `select i, repeat('x', ${letters}) as t from range(1000) r(i)`,
      });
    const some = await rows(700);
    expect([some.result.is_cut, some.text.length <= 200_000]).toEqual([true, true]);
    expect(await rows(20_000)).toMatchObject({ isError: true, text: 'The answer is too large: ask for less.' });
    // Twenty megabytes that nobody reads are neither written nor kept.
    expect(await leastOfRounds(60, () => longestTurnMs(rows(20_000)))).toBeLessThan(60);
    const again = await use('run_sql', { database_id: databaseId, sql: 'select 1 as one' });
    expect(again.result.rows).toEqual([{ one: 1 }]);
  });

  it('is told what it has done though nothing can be noted of it, so that it does not do it again', async () => {
    const { use } = await agentOf(await makeKey(running.admin));
    const change = { database_id: databaseId, allow_changes: true };
    await use('run_sql', { ...change, sql: 'create table done_once (a int)' });
    const { store } = running.app.services;
    await sql`alter table logs rename to logs_away`.execute(store);
    const done = await use('run_sql', { ...change, sql: 'insert into done_once values (1)' });
    const failed = await use('run_sql', { ...change, sql: 'selekt' });
    await sql`alter table logs_away rename to logs`.execute(store);
    expect([done.isError, failed.isError, failed.text.includes('selekt')]).toEqual([false, true, true]);
    const counted = await use('run_sql', { database_id: databaseId, sql: 'select count(*) as n from done_once' });
    expect(counted.result.rows).toEqual([{ n: 1 }]);
  });

  it('makes charts that can be drawn, of the type that fits, and a dashboard of them', async () => {
    const { use } = await agentOf(await makeKey(running.admin));
    const sum = { aggregate: 'SUM', column: 'amount' };
    const base = { dataset_id: datasetId, metrics: [sum] };
    const total = await use('create_chart', { ...base, title: 'Revenue', type: 'big_number_total' });
    const overTime = await use('create_chart', {
      ...{ ...base, title: 'Revenue over time', time_column: 'day', time_grain: 'P1M', columns: ['region'] },
    });
    expect(overTime.result).toMatchObject({ type: expect.stringContaining('timeseries'), rows: 2 });
    const drawn = (await use('chart_data', { chart_id: overTime.result.id })).result;
    expect(drawn.results[0].rows.length).toBeGreaterThan(0);
    const chartIds = [overTime.result.id, total.result.id];
    const made = (await use('create_dashboard', { title: 'By an agent', chart_ids: chartIds })).result;
    const page = (await use('describe_dashboard', { dashboard_id: made.id })).result;
    expect(page.charts.map(({ id }: { id: number }) => id).toSorted()).toEqual(chartIds.toSorted());
    const layout = JSON.parse((await running.admin.get(`/api/v1/dashboard/${made.id}`)).json.result.position_json);
    expect(layout.GRID_ID.children).toHaveLength(2);
    const before = (await running.admin.get('/api/v1/chart/')).json.count;
    for (const wrong of [{ columns: ['nowhere'] }, { type: 'no_such_type' }, { metrics: ['no metric'] }])
      expect((await use('create_chart', { ...base, title: 'Wrong', ...wrong })).isError).toBe(true);
    expect((await running.admin.get('/api/v1/chart/')).json.count).toBe(before);
    const reader = await agentOf(await makeKey(running.admin, 'read'));
    expect(await reader.use('create_chart', { ...base, title: 'Not allowed' })).toMatchObject({ isError: true });
  });

  it('explains a change by values whose contributions add up to it', async () => {
    const { use } = await agentOf(await makeKey(running.admin, 'read'));
    const periods = { before: '2024-01-01 : 2024-02-01', after: '2024-02-01 : 2024-03-01', time_column: 'day' };
    const input = { dataset_id: datasetId, ...periods, columns: ['region', 'channel'] };
    const sum = (await use('explain_change', { ...input, metric: { aggregate: 'SUM', column: 'amount' } })).result;
    expect(sum).toMatchObject({ before: 30, after: 60, change: 30 });
    const region = sum.columns.find(({ column }: { column: string }) => column === 'region');
    expect(region.contributions).toEqual([
      { value: 'south', before: 20, after: 50, change: 30 },
      { value: 'north', before: 10, after: 10, change: 0 },
    ]);
    const mean = (await use('explain_change', { ...input, metric: { aggregate: 'AVG', column: 'amount' } })).result;
    const channel = mean.columns.find(({ column }: { column: string }) => column === 'channel');
    const changes = channel.contributions.map(({ change }: { change: number }) => change);
    expect(changes.reduce((all: number, change: number) => all + change, 0)).toBeCloseTo(15);
    const distinct = { aggregate: 'COUNT_DISTINCT', column: 'channel' };
    const apart = (await use('explain_change', { ...input, metric: distinct })).result;
    expect(apart.columns).toContainEqual(expect.objectContaining({ reason: expect.stringContaining('add up') }));
  });

  it('may no more than its person: what is not granted is refused', async () => {
    const gamma = await running.signInAs('gamma_agent', ['Gamma']);
    const { use } = await agentOf(await makeKey(gamma));
    expect(await use('query_dataset', { dataset_id: datasetId, columns: ['region'] })).toMatchObject({ isError: true });
    expect(await use('run_sql', { database_id: databaseId, sql: 'select 1' })).toMatchObject({ isError: true });
    expect((await use('find', { kinds: ['dataset'] })).result.results[0].count).toBe(0);
  });

  it('sees the rows that its person may see', async () => {
    const alpha = await running.signInAs('alpha_agent', ['Alpha']);
    const { use } = await agentOf(await makeKey(alpha));
    const regions = async () => {
      const { result } = await use('query_dataset', { dataset_id: datasetId, columns: ['region'] });
      return new Set(result.rows.map(({ region }: { region: string }) => region));
    };
    expect(await regions()).toEqual(new Set(['north', 'south']));
    const roles = (await running.admin.get('/api/v1/security/roles/')).json.result;
    const { id } = roles.find(({ name }: { name: string }) => name === 'Alpha');
    const rule = {
      name: 'North',
      filter_type: 'Regular',
      tables: [datasetId],
      roles: [id],
      clause: "region = 'north'",
    };
    const made = await running.admin.post('/api/v1/rowlevelsecurity/', rule);
    expect(made.status).toBe(201);
    expect(await regions()).toEqual(new Set(['north']));
    await running.admin.delete(`/api/v1/rowlevelsecurity/${made.json.id}`);
  });

  it('leaves a note of every call in the log, with what it asked and what was refused', async () => {
    const { use } = await agentOf(await makeKey(running.admin));
    await use('run_sql', { database_id: databaseId, sql: 'delete from visits' });
    const { store } = running.app.services;
    const [note] = await store
      .selectFrom('logs')
      .selectAll()
      .where('action', '=', 'mcp.run_sql')
      .orderBy('id', 'desc')
      .execute();
    expect(JSON.parse(note?.json ?? '{}')).toMatchObject({
      input: { sql: 'delete from visits' },
      error: expect.stringContaining('SELECT'),
      api_key: expect.any(Number),
    });
  });
});

describe('the address of agents', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (client: ApiClient, body: unknown) => client.post('/mcp', body);

  it('opens with a bearer token alone', async () => {
    expect((await post(apiClient(running.url), ping)).status).toBe(401);
    expect((await post(apiClient(running.url, { authorization: 'Bearer ps_wrong' }), ping)).status).toBe(401);
  });

  it('opens no stream of changes that would stay', async () => {
    const about = (name: string) => `io.modelcontextprotocol/${name}`;
    const meta = {
      [about('protocolVersion')]: '2026-07-28',
      [about('clientInfo')]: { name: 'tests', version: '1' },
      [about('clientCapabilities')]: {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const answer = await fetch(`${running.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await makeKey(running.admin)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
      signal: AbortSignal.timeout(5000),
    });
    expect(await answer.text()).toContain('limit');
  });

  it('refuses what is no message, and keeps no stream', async () => {
    expect((await post(running.admin, { nonsense: true })).status).toBe(400);
    expect((await post(running.admin, [])).status).toBe(400);
    expect((await running.admin.get('/mcp')).status).toBe(405);
    expect((await running.admin.delete('/mcp')).status).toBe(405);
  });
});
