import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;
let layerId: number;
let gamma: ApiClient;

const dataPath = '/api/v1/chart/data';
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

beforeAll(async () => {
  running = await startInProcess({ now: () => new Date('2026-11-21T10:00:00Z') });
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    "CREATE TABLE sales AS SELECT TIMESTAMP '2026-01-01' + to_days(i) AS at, i AS amount, 'day ' || i AS name FROM range(100) AS r(i)",
  );
  const dataset = await running.admin.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: 'sales',
  });
  datasetId = dataset.json.id;
  layerId = (await running.admin.post('/api/v1/annotation_layer/', { name: 'Sales' })).json.id;
  for (const [short, start, end] of [
    ['Winter', '2026-01-10', '2026-01-20'],
    ['Spring', '2026-03-01', '2026-03-02'],
  ])
    await running.admin.post(`/api/v1/annotation_layer/${layerId}/annotation/`, {
      short_descr: short,
      long_descr: `${short} sale`,
      start_dttm: start,
      end_dttm: end,
    });
  gamma = await running.signInAs('gamma', ['Gamma']);
});
afterAll(() => running.stop());

type Entry = Readonly<Record<string, unknown>>;

async function ask(layers: readonly Entry[], more: Entry = {}, client = running.admin) {
  const query = { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }] };
  const { query: change, ...rest } = more;
  return client.post(dataPath, {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ ...query, ...(change as Entry), annotation_layers: layers }],
    ...rest,
  });
}
const first = async (...args: Parameters<typeof ask>) => (await ask(...args)).json.result[0];

const native = () => ({ name: 'S', annotationType: 'EVENT', sourceType: 'NATIVE', value: layerId, show: true });

async function newChart(viz: string, form: Entry): Promise<number> {
  const answer = await running.admin.post('/api/v1/chart/', {
    slice_name: viz,
    viz_type: viz,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: viz, ...form }),
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

describe('annotation layers of a query', () => {
  it('answer the rows of a kept layer by the name of the layer [ANN-010]', async () => {
    const result = await first([native(), { ...native(), name: 'T', annotationType: 'INTERVAL' }]);
    expect(result.data).toEqual([{ n: 100 }]);
    expect(Object.keys(result.annotation_data)).toEqual(['S', 'T']);
    expect(result.annotation_data.S).toEqual({
      columns: ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'],
      records: [
        {
          start_dttm: day('2026-01-10'),
          end_dttm: day('2026-01-20'),
          short_descr: 'Winter',
          long_descr: 'Winter sale',
          json_metadata: null,
        },
        {
          start_dttm: day('2026-03-01'),
          end_dttm: day('2026-03-02'),
          short_descr: 'Spring',
          long_descr: 'Spring sale',
          json_metadata: null,
        },
      ],
    });
    expect(result.annotation_error).toBeUndefined();
  });

  it('ask nothing for formulas and hidden layers, and leave damaged ones out', async () => {
    const formula = { name: 'F', annotationType: 'FORMULA', value: '2x', show: true };
    const result = await first([formula, { ...native(), show: false }, { name: 'x' }]);
    expect(result.annotation_data).toEqual({});
    expect(result.annotation_error).toBeUndefined();
  });

  it('tell what failed by layer, and answer the chart all the same [ANN-005]', async () => {
    const answer = await ask([
      native(),
      { ...native(), name: 'Gone', value: 4711 },
      { ...native(), name: 'No', value: 'x' },
    ]);
    expect(answer.status).toBe(200);
    const [result] = answer.json.result;
    expect(result.data).toEqual([{ n: 100 }]);
    expect(Object.keys(result.annotation_data)).toEqual(['S']);
    expect(result.annotation_error).toEqual({
      Gone: 'The annotation layer does not exist',
      No: 'The annotation layer does not exist',
    });
  });

  it('are asked alone with the result type annotations, hidden ones too', async () => {
    const answer = await ask([{ ...native(), show: false }], { result_type: 'annotations' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result[0]).toMatchObject({ data: [], query: '' });
    expect(answer.json.result[0].annotation_data.S.records).toHaveLength(2);
  });

  it('take the rows of another chart: a table gives moments and spans, a line its points', async () => {
    const table = await newChart('table', {
      query_mode: 'raw',
      all_columns: ['name', 'at'],
      row_limit: 2,
      order_by_cols: ['["at", true]'],
    });
    const line = await newChart('echarts_timeseries_line', {
      x_axis: 'at',
      time_grain_sqla: 'P1M',
      metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' }],
    });
    const result = await first([
      { ...native(), name: 'T', sourceType: 'table', value: table, timeColumn: 'at', titleColumn: 'name' },
      { ...native(), name: 'L', annotationType: 'TIME_SERIES', sourceType: 'line', value: line },
    ]);
    expect(result.annotation_error).toBeUndefined();
    expect(result.annotation_data.T).toEqual({
      columns: ['at', 'name'],
      records: [
        { at: day('2026-01-01'), name: 'day 0' },
        { at: day('2026-01-02'), name: 'day 1' },
      ],
    });
    expect(result.annotation_data.L.columns).toEqual(['at', 'total']);
    expect(result.annotation_data.L.records[0]).toEqual({ at: day('2026-01-01'), total: 465 });
    expect(result.annotation_data.L.records).toHaveLength(4);
  });

  it('replace range, grain and shift of the other chart, by a value or by those of the chart that is drawn', async () => {
    const line = await newChart('echarts_timeseries_line', {
      x_axis: 'at',
      time_grain_sqla: 'P1M',
      metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' }],
      adhoc_filters: [
        {
          clause: 'WHERE',
          expressionType: 'SIMPLE',
          subject: 'at',
          operator: 'TEMPORAL_RANGE',
          comparator: 'No filter',
        },
      ],
    });
    const layer = { ...native(), name: 'L', annotationType: 'TIME_SERIES', sourceType: 'line', value: line };
    const january = '2026-01-01 : 2026-02-01';
    const query = { filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: january }], extras: { time_grain_sqla: 'P1D' } };
    const records = async (overrides: Entry) =>
      (await first([{ ...layer, overrides }], { query })).annotation_data.L.records;
    expect(await records({})).toHaveLength(4);
    expect(await records({ time_range: null })).toEqual([{ at: day('2026-01-01'), total: 465 }]);
    expect(await records({ time_range: null, time_grain_sqla: null })).toHaveLength(31);
    expect(await records({ time_range: '2026-02-01 : 2026-02-03', time_grain_sqla: 'P1D' })).toEqual([
      { at: day('2026-02-01'), total: 31 },
      { at: day('2026-02-02'), total: 32 },
    ]);
    expect(
      await records({ time_range: '2026-02-01 : 2026-02-03', time_grain_sqla: 'P1D', time_shift: '1 day' }),
    ).toEqual([
      { at: day('2026-02-01'), total: 30 },
      { at: day('2026-02-02'), total: 31 },
    ]);
  });

  it('show nothing that the reader may not see: charts and layers are asked as the reader', async () => {
    const secret = await newChart('table', { query_mode: 'raw', all_columns: ['name'] });
    const layer = { ...native(), name: 'T', sourceType: 'table', value: secret };
    const alone = { result_type: 'annotations' };
    expect((await first([layer], alone, gamma)).annotation_error).toEqual({ T: 'The chart does not exist' });
    expect((await first([native()], alone, gamma)).annotation_data.S.records).toHaveLength(2);
    const other = await running.signInAs('noreader', ['sql_lab']);
    expect((await ask([native()], alone, other)).status).toBe(403);
  });

  it('never go round in a circle when charts draw each other', async () => {
    const one = await newChart('table', { query_mode: 'raw', all_columns: ['name'], row_limit: 1 });
    const layer = { ...native(), name: 'T', sourceType: 'table', value: one };
    const form = {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['name'],
      row_limit: 1,
      annotation_layers: [layer],
    };
    const changed = await running.admin.put(`/api/v1/chart/${one}`, { params: JSON.stringify(form) });
    expect(changed.status, changed.text).toBe(200);
    expect((await first([layer])).annotation_data.T.records).toEqual([{ name: 'day 0' }]);
  });
});
