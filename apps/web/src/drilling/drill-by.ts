import { type ChartDefinition, type ChartForm, metricsOf, toList, withFields } from '@powerset/chart-kit';
import type { MarkFilter } from '@powerset/charts/views';
import { columnLabel, metricLabel, type QueryMetric } from '@powerset/contract';
import { type DrillSubject, narrowedForm, queriesOfSubject } from './subject.ts';

/** One step down: into the rows of a mark, by another column. */
export interface DrillStep {
  readonly column: string;
  /** The mark from which it was taken; none for the whole chart. */
  readonly filters: readonly MarkFilter[];
  readonly label: string;
}

const plainTypes = ['echarts_timeseries_bar', 'pie', 'table'];

/** The chart types that can show a number by one column, the chart's own first where it can. */
export function fittingTypes(subject: DrillSubject, steps: readonly DrillStep[]): readonly string[] {
  const column = steps.at(-1)?.column ?? '';
  const own = groupingOf(subject) === null ? [] : [subject.definition.key];
  // At one moment there is nothing to draw over time.
  const isMoment = steps.some(({ filters }) => filters.some(({ op }) => op === 'TEMPORAL_RANGE'));
  if (hasTimeAxis(subject) && isMoment) return [...new Set([...plainTypes, ...own])];
  const overTime = !subject.temporalColumns.includes(column) && hasTimeAxis(subject) ? ['echarts_timeseries_line'] : [];
  return [...new Set([...own, ...plainTypes, ...overTime])];
}

/** The form that shows a chart's numbers, of the rows that the steps lead to, by the column of the last one. */
export function drilledForm(subject: DrillSubject, steps: readonly DrillStep[], vizType: string): ChartForm {
  const column = steps.at(-1)?.column ?? '';
  const form = narrowedForm(
    subject.form,
    steps.flatMap(({ filters }) => filters),
  );
  const fields = vizType === subject.definition.key ? ownFields(subject, column) : null;
  if (!fields) return plainForm({ ...subject, form }, vizType, column);
  // What was put on the chart or depended on its columns says nothing of the new ones.
  const forgotten = { chart_notes: [], annotation_layers: [], panel_by: null, table_calculations: undefined };
  return withFields(form, { ...forgotten, ...fields });
}

/** Where a chart type takes the columns by which it groups. */
type Grouping = 'x_axis' | 'groupby' | 'pivot';

function groupingOf({
  definition,
  form,
  temporalColumns,
}: Pick<DrillSubject, 'definition' | 'form' | 'temporalColumns'>) {
  const names = controlNames(definition);
  if (names.has('groupbyRows')) return 'pivot' satisfies Grouping;
  if (!names.has('groupby')) return null;
  const axis = form.x_axis;
  if (!names.has('x_axis') || !axis) return 'groupby' satisfies Grouping;
  return isTime(axis, temporalColumns) ? ('groupby' satisfies Grouping) : ('x_axis' satisfies Grouping);
}

function controlNames({ sections }: ChartDefinition): ReadonlySet<string> {
  return new Set(sections.flatMap(({ rows }) => rows.flatMap((row) => row.map(({ name }) => name))));
}

function ownFields(subject: DrillSubject, column: string): Readonly<Record<string, unknown>> | null {
  const { definition, form, temporalColumns } = subject;
  switch (groupingOf(subject)) {
    case 'pivot':
      return { groupbyRows: [column], groupbyColumns: [] };
    case 'x_axis':
      return {
        x_axis: column,
        groupby: [],
        xAxisForceCategorical: undefined,
        ...sortOf(form, temporalColumns, column),
      };
    case 'groupby':
      if (definition.key !== 'table') return { groupby: isMulti(definition) ? [column] : column };
      return {
        ...{ query_mode: 'aggregate', groupby: [column], all_columns: [], order_by_cols: [] },
        ...(toList(form.metrics).length === 0 ? { metrics: [rowCount] } : {}),
      };
    default:
      return null;
  }
}

/** Ranks of one measure stay ranks; a time goes its way. */
function sortOf(
  form: ChartForm,
  temporalColumns: readonly string[],
  column: string,
): Readonly<Record<string, unknown>> {
  if (temporalColumns.includes(column)) return { x_axis_sort: undefined, x_axis_sort_asc: true };
  const labels = metricsOf(form, 'metrics').map(metricLabel);
  if (labels.includes(String(form.x_axis_sort))) return {};
  return { x_axis_sort: labels[0], x_axis_sort_asc: false };
}

function isMulti({ sections }: ChartDefinition): boolean {
  const control = sections.flatMap(({ rows }) => rows.flat()).find(({ name }) => name === 'groupby');
  return control?.type !== 'column' || control.isMulti === true;
}

const rowCount: QueryMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' };

/** The numbers of a chart of any type in a plain one: what they measure, by one column. */
function plainForm(subject: DrillSubject, vizType: string, column: string): ChartForm {
  const { form, temporalColumns } = subject;
  const asked = queriesOfSubject(subject)[0]?.metrics ?? [];
  const metrics = asked.length > 0 ? asked : [rowCount];
  const { adhoc_filters, filters, extras, time_range, granularity_sqla, url_params, color_scheme } = form;
  const { time_grain_sqla: grain, x_axis: axis } = form;
  const shared = { adhoc_filters, filters, extras, time_range, granularity_sqla, url_params, color_scheme };
  const base = withFields({ viz_type: vizType }, shared);
  const first = metrics[0] ?? rowCount;
  if (vizType === 'pie') return withFields(base, { groupby: [column], metric: first });
  if (vizType === 'echarts_timeseries_line')
    return withFields(base, { x_axis: axis, time_grain_sqla: grain, groupby: [column], metrics: [first] });
  if (vizType === 'echarts_timeseries_bar') {
    const isOverTime = temporalColumns.includes(column);
    const sort = isOverTime ? {} : { x_axis_sort: metricLabel(first), x_axis_sort_asc: false };
    return withFields(base, { x_axis: column, time_grain_sqla: grain, groupby: [], metrics, ...sort });
  }
  return withFields(base, { query_mode: 'aggregate', groupby: [column], metrics, time_grain_sqla: grain });
}

function hasTimeAxis({ form, temporalColumns }: DrillSubject): boolean {
  return Boolean(form.x_axis) && isTime(form.x_axis, temporalColumns);
}

function isTime(axis: unknown, temporalColumns: readonly string[]): boolean {
  // A form's axis is a column's name, or one made of SQL.
  const label = typeof axis === 'string' ? axis : columnLabel(axis as Parameters<typeof columnLabel>[0]);
  return temporalColumns.includes(label);
}
