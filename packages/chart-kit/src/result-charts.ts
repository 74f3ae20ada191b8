import { type ColumnType, type ResultChart, resultChartGrains } from '@powerset/contract';
import type { ChartForm } from './definitions.ts';

/** Points and bars beyond these nobody tells apart; the answer says when there are more. */
const mostGroups = 10_000;
/** Bars of categories stand from the largest down. */
const mostBars = 100;
const mostSlices = 100;
const mostRows = 1000;

type Columns = readonly { readonly name: string; readonly type: ColumnType }[];

/** A result's chart as the form of its type: what is asked of its rows, and how they are drawn. */
export function formOfResultChart(chart: ResultChart, columns: Columns): ChartForm {
  const { isSorted = false, ...remedies } = chart.remedies ?? {};
  return { ...plainForm(chart, columns), ...remedies, ...(isSorted ? sortedBy(chart.y, null) : {}) };
}

/**
 * The chart after a remedy that its picture proposed, a change of its form; what a result's chart has no word for is left
 * out.
 */
export function remedyResultChart(chart: ResultChart, changes: Readonly<Record<string, unknown>>): ResultChart {
  const grain = resultChartGrains.find((one) => one === changes.time_grain_sqla);
  const kept = Object.entries(changes).filter(([name]) => remedied.has(name));
  const sorted = changes.x_axis_sort === undefined ? {} : { isSorted: true };
  return {
    ...chart,
    ...(grain ? { grain } : {}),
    remedies: { ...chart.remedies, ...Object.fromEntries(kept), ...sorted },
  };
}

const remedied = new Set([
  ...['stack', 'contributionMode', 'limit', 'row_limit', 'group_others_when_limit_reached', 'sort_by_metric'],
]);

function plainForm({ type, x, grain, y, split }: ResultChart, columns: Columns): ChartForm {
  const metrics = y.map(metricOf);
  const groups = [...new Set([x, split].filter((name) => name !== null))];
  const cut = grain === null || x === null ? {} : { time_grain_sqla: grain };
  if (type === 'big_number_total') return { viz_type: type, metric: metrics[0] };
  if (type === 'pie') return { viz_type: type, groupby: groups, metric: metrics[0], row_limit: mostSlices };
  if (type === 'table')
    return {
      viz_type: type,
      query_mode: 'aggregate',
      groupby: groups,
      metrics,
      row_limit: mostRows,
      ...cut,
      ...timesOf(x, cut),
    };
  const isOfCategories = columns.some((column) => column.name === x && /^(string|boolean)$/.test(column.type));
  return {
    viz_type: type,
    x_axis: x,
    // Said where there is none too: days are what a chart has else, and rows of months would stand as points without a line.
    time_grain_sqla: grain,
    metrics,
    groupby: split === null || split === x ? [] : [split],
    row_limit: isOfCategories && split === null ? mostBars : mostGroups,
    // Beside each other they would be hairlines.
    ...(type === 'echarts_timeseries_bar' && split !== null ? { stack: 'Stack' } : {}),
    ...(isOfCategories && type === 'echarts_timeseries_bar' ? { ...lying, ...sortedBy(y, split) } : {}),
  };
}

function timesOf(x: string | null, cut: object) {
  return x !== null && 'time_grain_sqla' in cut ? { temporal_columns_lookup: { [x]: true } } : {};
}

const lying = { orientation: 'auto' };

/** By their only figure; the order of several would be that of one of them. */
function sortedBy([figure, ...others]: ResultChart['y'], split: string | null) {
  if (!figure || others.length > 0 || split !== null) return {};
  return { x_axis_sort: labelOf(figure), x_axis_sort_asc: false };
}

function labelOf({ column, aggregate }: ResultChart['y'][number]): string {
  return column === null ? 'count' : `${aggregate}(${column})`;
}

function metricOf(figure: ResultChart['y'][number]) {
  const { column, aggregate } = figure;
  if (column === null) return labelOf(figure);
  return {
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: labelOf(figure),
    optionName: `metric_${aggregate}_${column}`,
  };
}
