import {
  baseQuery,
  type ChartForm,
  columnsOf,
  distinctColumns,
  distinctMetrics,
  isOn,
  metricsOf,
  numberOf,
  readQueryForm,
  toList,
  xAxisColumn,
} from '@powerset/chart-kit';
import type { QueryColumn, QueryMetric, QueryObject } from '@powerset/contract';
import type { CartodiagramForm } from './form.ts';
import { readSelectedChart } from './selected-chart.ts';

/** What the small chart tells apart, and what it measures. */
export interface ChartParts {
  /** What its points or bars stand at; null of a pie and a number. */
  readonly x: QueryColumn | null;
  readonly groups: readonly QueryColumn[];
  readonly metrics: readonly QueryMetric[];
}

export function partsOf(form: ChartForm): ChartParts {
  const hasAxis = form.viz_type.startsWith('echarts_');
  const isNumber = form.viz_type === 'big_number_total';
  const [axis] = columnsOf(form, 'x_axis');
  const grain = typeof form.time_grain_sqla === 'string' ? form.time_grain_sqla : null;
  const metrics = distinctMetrics([...metricsOf(form, 'metric'), ...metricsOf(form, 'metrics')]);
  return {
    x: hasAxis ? xAxisColumn({ x_axis: axis ?? null, time_grain_sqla: grain }) : null,
    groups: isNumber ? [] : columnsOf(form, 'groupby'),
    metrics: hasAxis ? metrics : metrics.slice(0, 1),
  };
}

/** The limit of a chart is that of one place, and there may be as many as this. */
const [usualRows, mostPlaces, mostRows] = [100, 100, 50_000];

/** The query of the chart with the column of places in front, and with the conditions of both. */
export function toQueries(form: CartodiagramForm): readonly QueryObject[] {
  const { geom_column: place } = form;
  const places = place === null ? [] : [place];
  const chart = readSelectedChart(form.selected_chart);
  if (!chart) return [{ ...baseQuery(form), columns: places }];
  const { x, groups, metrics } = partsOf(chart.form);
  const [metric] = metrics;
  const limit = numberOf(chart.form, 'row_limit') ?? usualRows;
  return [
    {
      ...baseQuery(joined(chart.form, form)),
      columns: distinctColumns([...places, ...(x === null ? [] : [x]), ...groups]),
      metrics: [...metrics],
      orderby: isOn(chart.form, 'sort_by_metric') && metric !== undefined ? [[metric, false]] : [],
      row_limit: Math.max(limit, Math.min(limit * mostPlaces, mostRows)),
      annotation_layers: [],
    },
  ];
}

/** The chart's own conditions, and those that this map and its dashboard add. */
function joined(chart: ChartForm, form: CartodiagramForm) {
  return readQueryForm({
    ...chart,
    adhoc_filters: [...toList(chart.adhoc_filters), ...form.adhoc_filters],
    filters: [...toList(chart.filters), ...form.filters],
    extras: form.extras,
    url_params: form.url_params,
    ...(form.time_range ? { time_range: form.time_range } : {}),
    ...(form.time_grain_sqla ? { time_grain_sqla: form.time_grain_sqla } : {}),
  });
}
