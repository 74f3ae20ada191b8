import { digitsOf, formOfResultChart } from '@powerset/chart-kit';
import type { ColumnType, ResultChart, ResultChartGrain, WireColumnProfile, WireQueryRun } from '@powerset/contract';

import { comparable } from './measure-panels.ts';

type Form = Readonly<Record<string, unknown>>;

/** A column as far as a chart asks. */
export interface ChartColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** By the catalogue; where that is not known, its name decides. */
  readonly isKey?: boolean;
  /** About how many values differ, where that is known. */
  readonly distinct?: number;
  /** How far its numbers reach from zero, where that is known. */
  readonly size?: number;
}

const kinds: readonly ColumnType[] = ['number', 'string', 'temporal', 'boolean'];

/** The columns of a run; of those that are called the same only the first, which alone can be named. */
export function chartColumns(
  { extra }: Pick<WireQueryRun, 'extra'>,
  keys: ReadonlySet<number> = noKeys,
): readonly ChartColumn[] {
  const taken = new Set<string>();
  return (extra.columns ?? []).flatMap(({ name, type_generic }, index) => {
    const folded = name.toLowerCase();
    if (name === '' || taken.has(folded)) return [];
    taken.add(folded);
    return [{ name, type: kinds[type_generic] ?? 'string', ...(keys.has(index) ? { isKey: true } : {}) }];
  });
}

const noKeys: ReadonlySet<number> = new Set();

/** Names of things and years are nothing to be added up. */
function isQuantity({ name, type, isKey = false }: ChartColumn): boolean {
  return type === 'number' && !isKey && digitsOf(name) === 'grouped';
}

/** The chart builder's first form for a query: the chart that its columns speak for, else its rows. */
export function firstChart(columns: readonly ChartColumn[], rows: number | null): Form {
  const chart = tellingChart(columns, rows);
  if (chart) return formOfResultChart(onOneAxis(chart, columns), columns);
  return columns.length > 0 ? { query_mode: 'raw', all_columns: columns.map(({ name }) => name) } : {};
}

/** The chart with which a result is shown at first; null where there is nothing to draw. */
export function suggestChart(columns: readonly ChartColumn[], rows: number | null): ResultChart | null {
  return tellingChart(columns, rows) ?? countingChart(columns);
}

/** A chart without the figures that would vanish beside its first: the chart builder has one axis for all. */
export function onOneAxis(chart: ResultChart, columns: readonly ChartColumn[]): ResultChart {
  const sized = chart.y.map((figure) => ({ figure, ...columns.find(({ name }) => name === figure.column) }));
  return { ...chart, y: comparable(sized).map(({ figure }) => figure) };
}

/** By rules: numbers over time, by category, or alone. */
function tellingChart(columns: readonly ChartColumn[], rows: number | null): ResultChart | null {
  const [time] = columns.filter(({ type }) => type === 'temporal');
  const [category, ...others] = columns.filter(({ type }) => type === 'string');
  const numbers = columns.filter(isQuantity);
  if (numbers.length === 0) return null;
  const y = numbers.slice(0, mostMetrics).map(({ name }) => ({ column: name, aggregate: 'SUM' as const }));
  const single = category && others.length === 0 ? category.name : null;
  if (time)
    return {
      ...{ type: 'echarts_timeseries_line', x: time.name, grain: null, y },
      split: numbers.length === 1 ? single : null,
    };
  if (single !== null) return { type: 'echarts_timeseries_bar', x: single, grain: null, y, split: null };
  if (rows === 1 && columns.length === 1) return { type: 'big_number_total', x: null, grain: null, y, split: null };
  return null;
}

/** Where no numbers speak for themselves: how many rows there are, or the first number, of what comes first. */
function countingChart(columns: readonly ChartColumn[]): ResultChart | null {
  const isGroup = ({ type }: ChartColumn) => type === 'string' || type === 'boolean';
  const x = columns.find(({ type }) => type === 'temporal') ?? columns.find(isGroup) ?? columns[0];
  if (!x) return null;
  const number = columns.find((column) => column.name !== x.name && isQuantity(column));
  const figure = number ? ({ column: number.name, aggregate: 'SUM' } as const) : rowsCounted;
  const type = isGroup(x) ? 'echarts_timeseries_bar' : 'echarts_timeseries_line';
  return { type, x: x.name, grain: null, y: [figure], split: null };
}

export const rowsCounted: ResultChart['y'][number] = { column: null, aggregate: 'COUNT' };

/** More would be lines that nobody tells apart. */
export const mostMetrics = 5;

/** So few rows are points of their own: their author has grouped them. */
const fewRows = 500;
const dayMs = 86_400_000;

/** Grains and the longest span, in days, that each keeps to a few hundred points. */
const spans: readonly (readonly [ResultChartGrain, number])[] = [
  ['PT1M', 0.25],
  ['PT1H', 14],
  ['P1D', 400],
  ['P1W', 1500],
  ['P1M', 8000],
  ['P3M', 30_000],
];

/** The grain in which the times of a column are told apart; none where there are few. */
export function suggestGrain(
  { min, max }: Pick<WireColumnProfile, 'min' | 'max'>,
  rows: number | null,
): ResultChartGrain | null {
  if (rows !== null && rows <= fewRows) return null;
  const [from, to] = [min, max].map((text) => Date.parse(`${text ?? ''}`.replace(' ', 'T')));
  const days = ((to ?? Number.NaN) - (from ?? Number.NaN)) / dayMs;
  if (Number.isNaN(days)) return null;
  return spans.find(([, longest]) => days <= longest)?.[0] ?? 'P1Y';
}

/** The chart as it was chosen for an earlier run, where its columns are still there. */
export function fittingChart(chart: ResultChart | null, columns: readonly ChartColumn[]): ResultChart | null {
  if (!chart) return null;
  const named = [chart.x, chart.split, ...chart.y.map(({ column }) => column)];
  return named.every((name) => name === null || columns.some((column) => column.name === name)) ? chart : null;
}
