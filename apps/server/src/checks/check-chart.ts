import { completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { modernForm } from '@powerset/charts/older-types';
import type { QueryColumn, QueryMetric, QueryObject } from '@powerset/contract';
import { type Document, isDocument } from '../metadata/index.ts';
import { type CheckedFields, type Fault, readObject, toFault } from './faults.ts';

/** A chart as it is kept, or as its file says; both documents as data or as JSON texts. */
export interface CheckedChart {
  readonly viz_type: unknown;
  readonly params?: unknown;
  readonly query_context?: unknown;
}

/** What a chart asks of its dataset that is not there: by its form, and by the queries that are kept beside it. */
export function checkChart(chart: CheckedChart, fields: CheckedFields): readonly Fault[] {
  const params = readObject(chart.params) ?? {};
  const fromForm = queriesOfForm({ ...params, viz_type: String(chart.viz_type) });
  const context = readObject(chart.query_context)?.queries;
  // Kept queries are written as queries are; what is not of their form is passed over below.
  const kept = (Array.isArray(context) ? context.filter(isDocument) : []) as readonly QueryObject[];
  const faults = [
    ...fromForm.flatMap((query) => checkQuery(query, fields, (name) => fieldNaming(params, name))),
    ...kept.flatMap((query, at) => checkQuery(query, fields, () => `query_context.queries.${at}`)),
  ];
  // Of one that stands in several places, the first is told.
  const known = new Map(faults.map((fault) => [`${fault.kind} ${fault.name}`, fault] as const).reverse());
  return [...known.values()].reverse();
}

function queriesOfForm(form: { readonly viz_type: string }): readonly QueryObject[] {
  const modern = modernForm(form);
  const definition = findChartDefinition(modern.viz_type);
  if (!definition) return [];
  try {
    return definition.toQueries(completeForm(definition, modern));
  } catch {
    // A form that is not finished asks nothing.
    return [];
  }
}

function checkQuery(query: QueryObject, fields: CheckedFields, fieldOf: (name: string) => string): readonly Fault[] {
  const own = new Set((query.columns ?? []).flatMap((column) => (isNamed(column) ? [] : [column.label])));
  const labels = new Set((query.metrics ?? []).map((metric) => (typeof metric === 'string' ? metric : metric.label)));
  const orders = (query.orderby ?? []).map(([item]) => item);
  const columns = [
    ...(query.columns ?? []).flatMap(columnName),
    ...(query.series_columns ?? []).flatMap(columnName).filter((name) => !own.has(name)),
    ...(query.filters ?? []).flatMap(({ col }) => columnName(col)),
    ...(query.granularity ? [query.granularity] : []),
    ...[...(query.metrics ?? []), ...orders].flatMap(columnOfMetric),
  ];
  const metrics = (query.metrics ?? []).flatMap((metric) => (typeof metric === 'string' ? [metric] : []));
  const ordered = orders.flatMap((item) =>
    typeof item === 'string' && !labels.has(item) && !own.has(item) ? [item] : [],
  );
  const lost = [
    ...metrics.filter((name) => !fields.metrics.has(name)),
    ...ordered.filter((name) => !fields.metrics.has(name) && !fields.columns.has(name)),
  ];
  return [
    ...[...new Set(columns)]
      .filter((name) => !fields.columns.has(name))
      .map((name) => toFault('broken column', { field: fieldOf(name), name, dataset: fields.name })),
    ...[...new Set(lost)].map((name) =>
      toFault('unknown metric', { field: fieldOf(name), name, dataset: fields.name }),
    ),
  ];
}

function isNamed(column: QueryColumn): column is string {
  return typeof column === 'string';
}

/** A column by its name, also where a grain is laid over it; expressions name none. */
function columnName(column: QueryColumn): readonly string[] {
  if (isNamed(column)) return [column];
  const isReference = 'isColumnReference' in column && column.isColumnReference === true;
  return isReference && typeof column.sqlExpression === 'string' ? [column.sqlExpression] : [];
}

function columnOfMetric(metric: QueryMetric): readonly string[] {
  if (typeof metric === 'string' || metric.expressionType !== 'SIMPLE') return [];
  return metric.column ? [metric.column.column_name] : [];
}

/** The setting of a form in which a name stands. */
function fieldNaming(params: Document, name: string): string {
  const found = Object.entries(params).find(([, value]) => holdsName(value, name));
  return found ? `params.${found[0]}` : 'params';
}

function holdsName(value: unknown, name: string): boolean {
  if (value === name) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holdsName(item, name));
}
