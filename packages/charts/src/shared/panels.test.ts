import type { ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { layoutPanels, panelForm, sharedExtent, splitPanels, withinPanel } from './panels.ts';

const numbers = (name: string, values: readonly (number | null)[]) => ({
  ...{ name, type: 'number' as const, nativeType: '', values },
});
const at = { name: 'at', type: 'temporal' as const, nativeType: '', values: [1, 2] };
const wide = (...columns: ResultTable['columns'][number][]): ResultTable => ({
  columns: [at, ...columns],
  rowCount: 2,
});
const names = { panel: 'country', axis: 'at', metrics: ['revenue'], groups: ['channel'] };
const namesIn = (panels: ReturnType<typeof splitPanels>) =>
  panels.map(({ name, table }) => [name, ...table.columns.map((column) => column.name)]);

describe('panels', () => {
  it('are asked for as the first dimension of their chart', () => {
    const form = { viz_type: line.key, x_axis: 'at', metrics: ['revenue'], groupby: ['channel'], panel_by: 'country' };
    const [query] = line.toQueries(form);
    expect(query?.columns?.slice(1)).toEqual(['country', 'channel']);
    expect(query?.series_columns).toEqual(['country', 'channel']);
    expect(line.toQueries({ ...form, panel_by: null })[0]?.series_columns).toEqual(['channel']);
  });

  it('are taken out of the names of series, the largest first', () => {
    const table = wide(
      numbers('Malta, Web', [1, 2]),
      numbers('Italy, Web', [10, 20]),
      numbers('Italy, Store\\, city', [5, null]),
    );
    expect(namesIn(splitPanels(table, names))).toEqual([
      ['Italy', 'at', 'Web', 'Store\\, city'],
      ['Malta', 'at', 'Web'],
    ]);
  });

  it('keep the metric where nothing else names a series, and with several metrics', () => {
    const alone = wide(numbers('Malta', [1, 2]));
    expect(namesIn(splitPanels(alone, { ...names, groups: [] }))).toEqual([['Malta', 'at', 'revenue']]);
    const two = wide(numbers('revenue, Malta', [1, 2]), numbers('orders, Malta', [3, 4]));
    const given = { ...names, groups: [], metrics: ['revenue', 'orders'] };
    expect(namesIn(splitPanels(two, given))).toEqual([['Malta', 'at', 'revenue', 'orders']]);
  });

  it('stand in the order of their numbers, as years do', () => {
    const years = wide(numbers('2026', [9, 9]), numbers('2024', [1, 1]), numbers('2025', [5, 5]));
    const panels = splitPanels(years, { ...names, groups: [] });
    expect(panels.map(({ name }) => name)).toEqual(['2024', '2025', '2026']);
  });

  it('share one scale that holds all values, of stacks their sums, on both sides of zero', () => {
    const panels = splitPanels(
      wide(numbers('a, x', [40, -7]), numbers('a, y', [30, -4]), numbers('b, x', [65, null])),
      names,
    );
    expect(sharedExtent(panels, { axis: 'at', isStacked: false })).toEqual([-10, 100]);
    expect(sharedExtent(panels, { axis: 'at', isStacked: true })).toEqual([-20, 100]);
    expect(sharedExtent([], { axis: 'at', isStacked: false })).toBeNull();
    const form = { viz_type: line.key, panel_by: 'country' };
    expect(panelForm(form, panels, names)).toMatchObject({ truncateYAxis: true, y_axis_bounds: [-10, 100] });
    expect(panelForm({ ...form, stack: 'Stack' }, panels, names)).toMatchObject({ y_axis_bounds: [-20, 100] });
    for (const own of [{ panel_scales: 'own' }, { logAxis: true }, { stack: 'Expand' }])
      expect(panelForm({ ...form, ...own }, panels, names).y_axis_bounds).toBeUndefined();
  });

  it('filter by their own value too where a mark is pressed', () => {
    const pressed = { selectedLabels: ['Web'], filters: [{ column: 'channel', op: 'IN' as const, values: ['Web'] }] };
    expect(withinPanel(pressed, 'country', 'Italy').filters).toEqual([
      ...pressed.filters,
      { column: 'country', op: 'IN', values: ['Italy'] },
    ]);
    expect(withinPanel(pressed, 'country', '<NULL>').filters[1]).toEqual({
      column: 'country',
      op: 'IS NULL',
      values: [],
    });
  });

  it('lie in one column on a phone, and side by side where there is room', () => {
    expect(layoutPanels(6, { width: 340, height: 500 })).toMatchObject({ columns: 1, width: 340 });
    const { columns, width } = layoutPanels(6, { width: 1000, height: 500 });
    expect(columns).toBeGreaterThan(1);
    expect(columns * width).toBeLessThanOrEqual(1000);
  });
});
