import { type ChartForm, completeForm, type ModelContext } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import type { ResultTable } from '@powerset/contract';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;

/** 20,000 visits: ten cities, 100 days, ages from 0 to 99, each as often as the others. */
beforeAll(async () => {
  running = await startInProcess({ now: () => new Date('2026-11-21T10:00:00Z') });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(`CREATE TABLE visits AS SELECT TIMESTAMP '2026-01-01' + to_days(i % 100) AS at,
    'City ' || (i % 10) AS city, ['Web','Store'][1 + i % 2] AS channel, i % 100 AS age, i AS spent FROM range(20000) AS r(i)`);
  const created = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'visits' });
  datasetId = created.json.id;
});
afterAll(() => running.stop());

const metric = (aggregate: string, column: string) => ({
  ...{ expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label: `${aggregate}(${column})` },
});
const spent = metric('SUM', 'spent');
const age = metric('AVG', 'age');

/** What a form's chart is drawn from, as the server answers it. */
async function modelOf(form: ChartForm): Promise<Record<string, never>> {
  const definition = findChartDefinition(form.viz_type)!;
  const full = completeForm(definition, form);
  const answer = await running.admin.post('/api/v1/chart/data', {
    ...{ datasource: { id: datasetId, type: 'table' }, queries: definition.toQueries(full) },
  });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  const results = answer.json.result.map(toTable);
  const context: ModelContext = { form: full, verboseNames: {}, columnFormats: {}, colorOf: () => '#000' };
  // Each test knows the model of its own type.
  return definition.toModel(results, context) as Record<string, never>;
}

interface Answered {
  readonly colnames: readonly string[];
  readonly coltypes: readonly number[];
  readonly data: readonly Readonly<Record<string, never>>[];
}

function toTable({ colnames, coltypes, data }: Answered): ResultTable {
  const kinds = ['number', 'string', 'temporal', 'boolean'] as const;
  const columns = colnames.map((name, at) => ({
    ...{ name, type: kinds[coltypes[at] ?? 1] ?? 'string', nativeType: '' },
    values: data.map((row) => row[name] ?? null),
  }));
  return { rowCount: data.length, columns };
}

describe('a chart of a distribution, asked of the server,', () => {
  it('has in a box the values of a group over the days', async () => {
    const form = { viz_type: 'box_plot', columns: ['at'], groupby: ['city'], metrics: [age], time_grain_sqla: 'P1D' };
    const { groups, boxes } = await modelOf({ ...form, temporal_columns_lookup: { at: true } });
    expect(groups).toHaveLength(10);
    // The ages of City 0 are 0, 10, … 90, one on each of its days.
    expect(boxes).toContainEqual(
      expect.objectContaining({ count: 10, median: 45, q1: 25, q3: 65, low: 0, high: 90, mean: 45, outliers: [] }),
    );
  });

  it('counts all rows in the bins of a histogram, not those of a row limit', async () => {
    const histogram = { viz_type: 'histogram_v2', column: 'age', groupby: ['channel'], bins: 10 };
    const { edges, groups } = (await modelOf(histogram)) as unknown as {
      edges: readonly number[];
      groups: readonly { values: readonly number[] }[];
    };
    expect([edges[0], edges.at(-1)]).toEqual([0, 99]);
    expect(groups.map(({ values }) => values.reduce((sum, count) => sum + count, 0))).toEqual([10_000, 10_000]);
  });

  it('has a cell and its rank for each pair of a heatmap', async () => {
    const heatmap = { viz_type: 'heatmap_v2', x_axis: 'channel', groupby: 'city', metric: spent };
    const { cells, xs, ys } = (await modelOf({ ...heatmap, sort_y_axis: 'value_desc' })) as unknown as {
      cells: readonly { rank: number }[];
      xs: readonly { name: string }[];
      ys: readonly { name: string }[];
    };
    // Even cities are visited on the web alone, odd ones in the store.
    expect([cells.length, xs.length, ys[0]?.name]).toEqual([10, 2, 'City 9']);
    expect(Math.max(...cells.map(({ rank }) => rank))).toBe(1);
  });

  it('has a bubble for each entity', async () => {
    const form = {
      viz_type: 'bubble_v2',
      entity: 'city',
      series: 'channel',
      x: age,
      y: spent,
      size: metric('COUNT', 'age'),
    };
    expect(await modelOf(form)).toMatchObject({ count: 10, largest: 2000, blanks: 0 });
  });

  it('has a cell for each day of a calendar', async () => {
    const form = {
      viz_type: 'cal_heatmap',
      granularity_sqla: 'at',
      metrics: [spent],
      time_range: '2026-02-01 : 2026-03-01',
    };
    const { metrics, blocks } = (await modelOf(form)) as unknown as {
      metrics: readonly { values: ReadonlyMap<number, number> }[];
      blocks: readonly unknown[];
    };
    expect([blocks.length, metrics[0]?.values.size]).toEqual([1, 28]);
    // Day 31 of the table: rows 31, 131, 231, …
    expect(metrics[0]?.values.get(Date.UTC(2026, 1, 1))).toBe(200 * 31 + (100 * 199 * 200) / 2);
  });

  it('has a line across the measures of each city', async () => {
    const form = { viz_type: 'para', series: 'city', metrics: [age, spent], timeseries_limit_metric: age };
    const { lines } = (await modelOf(form)) as unknown as { lines: readonly { name: string }[] };
    expect([lines.length, lines[0]?.name]).toEqual([10, 'City 9']);
  });

  it('has a strip of all days for the largest cities of a horizon', async () => {
    const form = { viz_type: 'horizon', granularity_sqla: 'at', metrics: [spent], groupby: ['city'], limit: 3 };
    const { strips, times } = (await modelOf(form)) as unknown as {
      strips: readonly { name: string }[];
      times: readonly number[];
    };
    expect(strips.map(({ name }) => name).sort()).toEqual(['City 7', 'City 8', 'City 9']);
    expect(times).toHaveLength(30);
  });
});
