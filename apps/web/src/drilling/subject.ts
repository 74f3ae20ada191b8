import { type ChartDefinition, type ChartForm, isRecord, narrowQuery, toList, withFields } from '@powerset/chart-kit';
import type { ChartMenuLayer, MarkFilter } from '@powerset/charts/views';
import type { CellValue, QueryColumn, QueryFilter, QueryObject } from '@powerset/contract';

/** A chart as it stands on a page, for who goes on from it. */
export interface DrillSubject {
  readonly title: string;
  /** The saved chart; null where it was never saved. */
  readonly chartId: number | null;
  readonly datasource: { readonly id: number; readonly type: string };
  /** The dashboard on which it stands, whose readers may see its rows through it. */
  readonly dashboardId: number | null;
  readonly definition: ChartDefinition;
  /** What it asks with, under the filters of its page. */
  readonly form: ChartForm;
  /** The queries of that form, where its type is asked for them. */
  readonly queries?: readonly QueryObject[] | undefined;
  /** Times of the dataset, and friendly names of its columns and metrics. */
  readonly temporalColumns: readonly string[];
  readonly verboseNames: Readonly<Record<string, string>>;
  /** The SQL of the dataset's own metrics, where it may be seen. */
  readonly expressions?: Readonly<Record<string, string>> | undefined;
  readonly columnFormats?: Readonly<Record<string, string>> | undefined;
}

/** A saved chart that a chart on a page is made of, as it was asked there; its rows are those of its own dataset. */
export function subjectOfLayer(
  { dashboardId }: Pick<DrillSubject, 'dashboardId'>,
  { id, name, definition, form, verboseNames, columnFormats }: ChartMenuLayer,
): DrillSubject {
  const [dataset, type = 'table'] = String(form.datasource).split('__');
  return {
    ...{ title: name, chartId: id, dashboardId, definition, form, verboseNames, columnFormats },
    datasource: { id: Number(dataset), type },
    temporalColumns: [],
  };
}

interface SavedMetric {
  readonly metric_name: string;
  readonly expression?: string | null;
}

export const expressionsOf = (metrics: readonly SavedMetric[]): Readonly<Record<string, string>> =>
  Object.fromEntries(metrics.flatMap(({ metric_name: name, expression }) => (expression ? [[name, expression]] : [])));

/** A condition of a mark as a chart's form holds it. */
export function toAdhocFilter(filter: MarkFilter, form: ChartForm) {
  const isRange = filter.op === 'TEMPORAL_RANGE';
  return {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: columnOf(form, filter.column),
    operator: filter.op,
    ...(filter.op === 'IS NULL'
      ? {}
      : { comparator: isRange ? toPlain(filter.values[0] ?? '') : filter.values.map(toPlain) }),
  };
}

/** The condition that leaves a mark's rows out; rows without a value are none of them, and stay. */
export function toExcludingFilter({ column, op, values }: MarkFilter) {
  const base = { expressionType: 'SIMPLE', clause: 'WHERE', subject: column };
  if (op === 'IS NULL') return { ...base, operator: 'IS NOT NULL' };
  return { ...base, operator: 'NOT IN', comparator: values.map(toPlain), keeps_null: true };
}

const toPlain = (value: CellValue) => (typeof value === 'bigint' ? value.toString() : value);

/** The chart's form for the rows behind some marks alone. */
export function narrowedForm(form: ChartForm, filters: readonly MarkFilter[]): ChartForm {
  if (filters.length === 0) return form;
  const added = filters.map((filter) => toAdhocFilter(filter, form));
  return withFields(form, { adhoc_filters: [...toList(form.adhoc_filters), ...added] });
}

/** A column that the form made of SQL is asked for as that: the dataset knows no such name. */
function columnOf(form: ChartForm, label: string): QueryColumn {
  const made = Object.values(form)
    .flatMap(toList)
    .find((value) => isRecord(value) && value.label === label && typeof value.sqlExpression === 'string');
  // It has the two fields that make a column of SQL.
  return made === undefined ? label : (made as QueryColumn);
}

/** Whether a condition is on a column of the dataset, so that others may be narrowed by it. */
export const isOnDataset = (form: ChartForm, { column }: MarkFilter): boolean => columnOf(form, column) === column;

/** The subject's queries for the rows behind some marks alone; those of an asked type are narrowed as they are. */
export function queriesOfSubject(
  { definition, form, queries = [] }: Asking,
  filters: readonly MarkFilter[] = [],
): readonly QueryObject[] {
  if (!definition.asked) return definition.toQueries(narrowedForm(form, filters));
  const conditions = {
    viz_type: form.viz_type,
    adhoc_filters: filters.map((filter) => toAdhocFilter(filter, form)),
  };
  return filters.length === 0 ? queries : queries.map((query) => narrowQuery(query, conditions));
}

export type Asking = Pick<DrillSubject, 'definition' | 'form' | 'queries'>;

/** What of rows is looked at. */
export interface DetailView {
  readonly columns?: readonly string[];
  readonly orderby?: readonly (readonly [string, boolean])[];
  readonly search?: string;
}

/** The question for the rows behind a mark, and the one for their number. */
export function detailQueries(
  subject: Asking,
  filters: readonly MarkFilter[],
  view: DetailView,
): { readonly rows: QueryObject; readonly count: QueryObject } {
  const [first] = queriesOfSubject(subject, filters);
  const { filters: conditions, granularity, time_range, url_params } = first ?? {};
  // Conditions on groups say nothing of single rows.
  const { having: _having, ...extras } = first?.extras ?? {};
  const asked = {
    filters: conditions?.map(withoutMark) ?? [],
    ...{ extras, granularity, time_range, url_params },
    columns: [],
    detail: {
      ...(view.columns ? { columns: [...view.columns] } : {}),
      ...(view.orderby?.length ? { orderby: view.orderby.map(([name, isUp]): [string, boolean] => [name, isUp]) } : {}),
      ...(view.search ? { search: view.search } : {}),
    },
  } satisfies QueryObject;
  return {
    rows: { ...asked, result_type: 'drill_detail' },
    count: { ...asked, metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rowcount' }] },
  };
}

const withoutMark = ({ isExtra: _isExtra, ...filter }: QueryFilter): QueryFilter => filter;

/** The form as one that stands by itself: what the page's filters added is its own. */
export function settledForm(form: ChartForm): ChartForm {
  const own = toList(form.adhoc_filters).map((filter) => {
    if (!isRecord(filter)) return filter;
    const { isExtra: _isExtra, ...kept } = filter;
    return kept;
  });
  const given = toList(form.filters).flatMap((filter) =>
    isRecord(filter)
      ? [
          {
            expressionType: 'SIMPLE',
            clause: 'WHERE',
            subject: filter.col,
            operator: filter.op,
            ...(filter.val === undefined ? {} : { comparator: filter.val }),
            ...(filter.keeps_null === true ? { keeps_null: true } : {}),
          },
        ]
      : [],
  );
  const {
    filters: _filters,
    own_state: _own,
    ownState: _state,
    slice_id: _id,
    dashboardId: _dashboard,
    ...kept
  } = form;
  return { ...kept, viz_type: form.viz_type, adhoc_filters: [...own, ...given] };
}
