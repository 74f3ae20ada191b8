import { type ChartForm, columnsOf, type FormContext, metricsOf } from '@powerset/chart-kit';
import { columnLabel, metricLabel } from '@powerset/contract';

const barType = 'echarts_timeseries_bar';

export interface FormChange {
  readonly before: ChartForm;
  readonly after: ChartForm;
  /** The chart was never saved. */
  readonly isNew: boolean;
  readonly context: FormContext;
}

/**
 * New bars of categories stand from the largest down, and lie where their names need it. Charts that were saved keep their
 * order, as does whoever chose another one; an order by the only metric follows when that is exchanged.
 */
export function withBarDefaults({ before, after, isNew, context }: FormChange): ChartForm {
  if (after.viz_type !== barType) return after;
  const [earlier, metric] = [orderingMetric(before, context), orderingMetric(after, context)];
  const lying = isNew && before.viz_type !== barType ? { orientation: 'auto' } : {};
  if (metric === null || metric === earlier) return { ...after, ...lying };
  const isFollowing = earlier !== null && after.x_axis_sort === earlier;
  if (isFollowing) return { ...after, ...lying, x_axis_sort: metric };
  const isUnsorted = (after.x_axis_sort ?? null) === null;
  return isNew && isUnsorted && earlier === null
    ? { ...after, ...lying, x_axis_sort: metric, x_axis_sort_asc: false }
    : { ...after, ...lying };
}

/** The metric by which bars of categories can stand in order: the only one, without dimensions, over a column that has no order of its own. */
function orderingMetric(form: ChartForm, { columns }: FormContext): string | null {
  const [axis] = columnsOf(form, 'x_axis');
  const metrics = metricsOf(form, 'metrics');
  if (form.viz_type !== barType || axis === undefined || metrics.length !== 1 || !metrics[0]) return null;
  if (columnsOf(form, 'groupby').length > 0) return null;
  const type = columns.find(({ name }) => name === columnLabel(axis))?.type;
  return type === 'string' || type === 'boolean' ? metricLabel(metrics[0]) : null;
}
