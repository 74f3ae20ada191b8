import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const now = new Date('2026-11-21T10:00:00Z');
let running: InProcessApp;
let datasetId: number;
let chartId: number;
let outsider: ApiClient;

beforeAll(async () => {
  running = await startInProcess({ now: () => now });
  const { store } = running.app.services;
  const stamp = now.toISOString();
  const times = { created_on: stamp, changed_on: stamp };
  const database = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const dataset = await store
    .insertInto('datasets')
    .values({ ...times, uuid: 'd', database_id: database.id, schema: 'main', table_name: 'sales' })
    .returning('id')
    .executeTakeFirstOrThrow();
  datasetId = dataset.id;
  const chart = await store
    .insertInto('charts')
    .values({
      ...times,
      uuid: 'c',
      slice_name: 'Sales',
      viz_type: 'pie',
      datasource_id: datasetId,
      datasource_type: 'table',
      params: '{"metric":"count"}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  chartId = chart.id;
  outsider = await running.signInAs('outsider', ['Gamma']);
});
afterAll(() => running.stop());

const form = () => ({
  datasource_id: datasetId,
  datasource_type: 'table',
  form_data: '{"viz_type":"table","row_limit":7}',
  chart_id: chartId,
});
const forms = '/api/v1/explore/form_data';

describe('forms of unsaved charts', () => {
  it('are kept under a key, read, replaced and forgotten [API-066, API-067, EXP-037]', async () => {
    const created = await running.admin.post(`${forms}?tab_id=1`, form());
    expect(created.status).toBe(201);
    const place = `${forms}/${created.json.key}`;
    expect((await running.admin.get(place)).json).toEqual({ form_data: form().form_data });
    const replaced = await running.admin.put(`${place}?tab_id=1`, { ...form(), form_data: '{"row_limit":8}' });
    expect(replaced.json).toMatchObject({ key: created.json.key, message: 'Value updated successfully.' });
    expect((await running.admin.get(place)).json.form_data).toBe('{"row_limit":8}');
    expect((await running.admin.delete(place)).json).toEqual({ message: 'Deleted successfully' });
    expect((await running.admin.get(place)).status).toBe(404);
  });

  it('name what is wrong with them', async () => {
    expect((await running.admin.post(forms, { ...form(), form_data: '{x' })).json.message).toEqual({
      form_data: ['Must be JSON text.'],
    });
    expect((await running.admin.post(forms, { ...form(), extra: 1 })).json.message).toEqual({
      extra: ['Unknown field.'],
    });
    expect((await running.admin.post(forms, { ...form(), datasource_id: 999 })).status).toBe(404);
    expect((await running.admin.post(forms, { ...form(), chart_id: 999 })).status).toBe(404);
  });

  it('are closed to those who may not read the dataset, and changed by their author alone', async () => {
    expect((await apiClient(running.url).post(forms, form())).status).toBe(401);
    expect((await outsider.post(forms, form())).status).toBe(403);
    const { key } = (await running.admin.post(forms, form())).json;
    const alpha = await running.signInAs('alpha', ['Alpha']);
    expect((await outsider.get(`${forms}/${key}`)).status).toBe(403);
    expect((await alpha.get(`${forms}/${key}`)).status).toBe(200);
    expect((await alpha.put(`${forms}/${key}`, form())).status).toBe(403);
    expect((await alpha.delete(`${forms}/${key}`)).status).toBe(403);
  });
});

describe('what the chart builder opens with', () => {
  it('is the saved chart with its dataset', async () => {
    const { result } = (await running.admin.get(`/api/v1/explore/?slice_id=${chartId}`)).json;
    expect(result.dataset).toMatchObject({ id: datasetId, table_name: 'sales' });
    expect(result.form_data).toMatchObject({
      viz_type: 'pie',
      metric: 'count',
      datasource: `${datasetId}__table`,
      slice_id: chartId,
    });
    expect(result.slice).toMatchObject({ slice_id: chartId, slice_name: 'Sales' });
    expect(result.metadata.owners).toEqual([]);
  });

  it('is the kept form when a key is given, and the chart with a message when the key has ended', async () => {
    const { key } = (await running.admin.post(forms, form())).json;
    const kept = (await running.admin.get(`/api/v1/explore/?form_data_key=${key}&slice_id=${chartId}`)).json.result;
    expect(kept.form_data).toMatchObject({ viz_type: 'table', row_limit: 7 });
    const lost = (await running.admin.get(`/api/v1/explore/?form_data_key=gone&slice_id=${chartId}`)).json.result;
    expect(lost.form_data.viz_type).toBe('pie');
    expect(lost.message).toBe('Form data not found in cache, reverting to chart metadata.');
  });

  it('is a bare dataset with the table chart, when no chart is named [EXP-023]', async () => {
    const { result } = (await running.admin.get(`/api/v1/explore/?datasource_id=${datasetId}&datasource_type=table`))
      .json;
    expect(result.form_data.viz_type).toBe('table');
    expect(result.slice).toBeNull();
  });

  it('says that the dataset is missing when it was deleted, and keeps the chart', async () => {
    const { store } = running.app.services;
    await store.updateTable('charts').set({ datasource_id: 4711 }).where('id', '=', chartId).execute();
    const { result } = (await running.admin.get(`/api/v1/explore/?slice_id=${chartId}`)).json;
    expect(result).toMatchObject({ is_missing_dataset: true, slice: { slice_name: 'Sales' } });
    await store.updateTable('charts').set({ datasource_id: datasetId }).where('id', '=', chartId).execute();
  });

  it('tells nobody without rights whether a dataset is hidden or gone', async () => {
    const ask = (id: number) => outsider.get(`/api/v1/explore/?datasource_id=${id}&datasource_type=table`);
    const [hidden, gone] = await Promise.all([ask(datasetId), ask(4711)]);
    expect([hidden.status, gone.status]).toEqual([403, 403]);
    expect(hidden.text.replaceAll(String(datasetId), '?')).toBe(gone.text.replaceAll('4711', '?'));
  });

  it('is refused for unknown charts and for data that the user may not read', async () => {
    expect((await running.admin.get('/api/v1/explore/?slice_id=999')).status).toBe(404);
    expect((await outsider.get(`/api/v1/explore/?slice_id=${chartId}`)).status).toBe(404);
    expect((await apiClient(running.url).get(`/api/v1/explore/?slice_id=${chartId}`)).status).toBe(401);
    expect((await running.admin.get('/api/v1/explore/?slice_id=abc')).status).toBe(400);
  });
});

describe('lasting links', () => {
  it('show the same form to everyone who may read its data [API-068, EXP-038]', async () => {
    const body = {
      formData: { datasource: `${datasetId}__table`, viz_type: 'pie', slice_id: chartId },
      urlParams: [['a', 'b']],
    };
    const created = await running.admin.post('/api/v1/explore/permalink', body);
    expect(created.status).toBe(201);
    expect(created.json.url).toBe(`${running.url}/superset/explore/p/${created.json.key}/`);
    const read = (await running.admin.get(`/api/v1/explore/permalink/${created.json.key}`)).json;
    expect(read).toMatchObject({
      chartId,
      datasourceId: datasetId,
      state: { formData: body.formData, urlParams: body.urlParams },
    });
    const opened = (await running.admin.get(`/api/v1/explore/?permalink_key=${created.json.key}`)).json.result;
    expect(opened.form_data.viz_type).toBe('pie');
  });

  it('are refused without a dataset, for strangers, and for unknown keys', async () => {
    const body = (datasource: string) => ({ formData: { datasource } });
    expect((await running.admin.post('/api/v1/explore/permalink', { formData: {} })).status).toBe(400);
    expect((await running.admin.post('/api/v1/explore/permalink', body('7'))).json.message).toHaveProperty(
      'datasource',
    );
    expect((await outsider.post('/api/v1/explore/permalink', body(`${datasetId}__table`))).status).toBe(403);
    expect((await running.admin.get('/api/v1/explore/permalink/unknown')).status).toBe(404);
  });

  it('never carry the name of a host that the client made up', async () => {
    const body = { formData: { datasource: `${datasetId}__table` } };
    const answer = await running.admin.post('/api/v1/explore/permalink', body, {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.json.url).not.toContain('evil.example');
  });
});

describe('time ranges', () => {
  const read = (q: string) => running.admin.get(`/api/v1/time_range/?q=${encodeURIComponent(q)}`);

  it('are resolved to their two ends [API-069]', async () => {
    expect((await read("'Last week'")).json.result).toEqual({
      since: '2026-11-14T00:00:00',
      until: '2026-11-21T00:00:00',
      timeRange: 'Last week',
    });
    expect((await read('2024-01-01 : 2024-02-01')).json.result).toMatchObject({
      since: '2024-01-01T00:00:00',
      until: '2024-02-01T00:00:00',
    });
    expect((await read('No filter')).json.result).toMatchObject({ since: '', until: '' });
  });

  it('that nobody can read answer 400 with a message [API-069]', async () => {
    const answer = await read('the day the music died');
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('Cannot parse time string');
  });

  it('need a sign-in', async () => {
    expect((await apiClient(running.url).get('/api/v1/time_range/?q=Last+week')).status).toBe(401);
  });
});

describe('values of advanced data types', () => {
  let enabled: InProcessApp;
  beforeAll(async () => {
    enabled = await startInProcess({ env: { POWERSET_FEATURES: 'ENABLE_ADVANCED_DATA_TYPES' } });
  });
  afterAll(() => enabled.stop());
  const convert = (q: string) => `/api/v1/advanced_data_type/convert?q=${encodeURIComponent(q)}`;

  it('are listed and converted while the flag is on [API-070]', async () => {
    expect((await enabled.admin.get('/api/v1/advanced_data_type/types')).json.result).toEqual([
      'port',
      'internet address',
    ]);
    const { result } = (await enabled.admin.get(convert('(type:port,values:!(http))'))).json;
    expect(result).toMatchObject({ values: [80], display_value: '80', error_message: '' });
    expect(result.valid_filter_operators).toContain('==');
    const wrong = await enabled.admin.get(convert("(type:'internet address',values:!(nowhere))"));
    expect(wrong.json.result.error_message).toContain("'nowhere' does not appear to be");
  });

  it('name what is wrong with a question, and do not exist while the flag is off', async () => {
    const unknown = await enabled.admin.get(convert('(type:colour,values:!(red))'));
    expect([unknown.status, unknown.json.message.type]).toEqual([400, ['Invalid advanced data type: colour']]);
    expect((await enabled.admin.get(convert('(type:port)'))).status).toBe(400);
    expect((await enabled.admin.get(convert('((('))).status).toBe(400);
    expect((await running.admin.get(convert('(type:port,values:!(http))'))).status).toBe(404);
    expect((await running.admin.get('/api/v1/advanced_data_type/types')).status).toBe(404);
  });

  it('need a sign-in and the permission', async () => {
    expect((await apiClient(enabled.url).get('/api/v1/advanced_data_type/types')).status).toBe(401);
    const stranger = await enabled.signInAs('stranger', []);
    expect((await stranger.get('/api/v1/advanced_data_type/types')).status).toBe(403);
  });

  it('decide what a filter compares with', async () => {
    const { store, engines } = enabled.app.services;
    const { id } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    const engine = await engines.getEmbedded(id);
    await engine.runTrusted('create table main.hits as select * from (values (80), (443), (443)) as t(port)');
    const dataset = (await enabled.admin.post('/api/v1/dataset/', { database: id, schema: 'main', table_name: 'hits' }))
      .json;
    const [column] = (await enabled.admin.get(`/api/v1/dataset/${dataset.id}`)).json.result.columns;
    await enabled.admin.put(`/api/v1/dataset/${dataset.id}`, {
      columns: [{ id: column.id, column_name: 'port', advanced_data_type: 'port' }],
    });
    const answer = await enabled.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ metrics: ['count'], columns: [], filters: [{ col: 'port', op: '==', val: 'https' }] }],
    });
    expect(answer.json.result[0].data).toEqual([{ count: 2 }]);
  });
});

describe('queries as what a chart stands on', () => {
  const run = async (sql: string, client = running.admin) => {
    const { store } = running.app.services;
    const { id } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    const answer = await client.post('/api/v1/sqllab/execute/', {
      database_id: id,
      sql,
      client_id: crypto.randomUUID().slice(0, 11),
      runAsync: false,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.query.queryId as number;
  };

  it('open with their columns, a count, and no owner [DST-004]', async () => {
    const id = await run("select 1 as n, date '2026-01-01' as day");
    const { result } = (await running.admin.get(`/api/v1/explore/?datasource_type=query&datasource_id=${id}`)).json;
    expect(result.dataset).toMatchObject({
      id,
      type: 'query',
      uid: `${id}__query`,
      kind: 'virtual',
      main_dttm_col: 'day',
    });
    expect(result.dataset.columns.map((column: { column_name: string }) => column.column_name)).toEqual(['n', 'day']);
    expect(result.form_data.datasource).toBe(`${id}__query`);
    const described = await running.admin.get(`/superset/fetch_datasource_metadata?datasourceKey=${id}__query`);
    expect(described.json.metrics).toMatchObject([{ metric_name: 'count' }]);
  });

  it('answer charts', async () => {
    const id = await run('select range as n from range(7)');
    const answer = await running.admin.post('/api/v1/chart/data', {
      datasource: { id, type: 'query' },
      queries: [{ metrics: ['count'], columns: [] }],
    });
    expect(answer.json.result[0].data).toEqual([{ count: 7 }]);
  });

  it('belong to whoever ran them', async () => {
    const id = await run('select 1 as n');
    expect((await outsider.get(`/api/v1/explore/?datasource_type=query&datasource_id=${id}`)).status).toBe(404);
    const data = { datasource: { id, type: 'query' }, queries: [{ metrics: ['count'], columns: [] }] };
    expect((await outsider.post('/api/v1/chart/data', data)).status).toBe(404);
  });

  it('are of five kinds in forms that are kept [DST-005]', async () => {
    const id = await run('select 1 as n');
    const body = (datasource_type: string) => ({ datasource_id: id, datasource_type, form_data: '{}' });
    expect((await running.admin.post(forms, body('query'))).status).toBe(201);
    const unknown = await running.admin.post(forms, body('spreadsheet'));
    expect([unknown.status, Object.keys(unknown.json.message)]).toEqual([400, ['datasource_type']]);
    for (const kind of ['dataset', 'sl_table', 'saved_query'])
      expect((await running.admin.post(forms, { ...body(kind), datasource_id: 4711 })).status, kind).toBe(404);
  });
});
