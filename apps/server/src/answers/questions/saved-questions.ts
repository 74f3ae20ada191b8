import { type ChartDataRequest, columnLabel, metricLabel, type QueryObject } from '@powerset/contract';
import { modernizeQuery, QueryError } from '@powerset/query';
import { isDocument } from '../../metadata/index.ts';

/** What a saved chart or filter reads, part by part, each as a text that is the same for the same part. */
export interface SavedQuestion {
  readonly columns: ReadonlySet<string>;
  readonly metrics: ReadonlySet<string>;
  /** The names of both: what rows may be ordered by. */
  readonly labels: ReadonlySet<string>;
  /** Conditions written as SQL. */
  readonly conditions: ReadonlySet<string>;
}

export function toSavedQuestion(given: readonly QueryObject[]): SavedQuestion {
  const queries = readOldNames(given) ?? [];
  const columns = queries.flatMap(columnsOf);
  const metrics = queries.flatMap(metricsOf);
  return {
    columns: new Set([...columns, ...queries.flatMap(filteredBy)].map(toText)),
    metrics: new Set(metrics.map(toText)),
    labels: new Set([...columns.map(columnLabel), ...metrics.map(metricLabel)]),
    conditions: new Set(queries.flatMap(conditionsOf)),
  };
}

/**
 * Whether a request reads nothing that was not saved: other filters on the dataset's columns, another order, limit and
 * grain of time are what a dashboard is for; another column, metric or condition in SQL is not.
 */
export function asksNoMore(
  { queries }: Pick<ChartDataRequest, 'queries'>,
  { saved, timeColumns }: { readonly saved: SavedQuestion; readonly timeColumns: ReadonlySet<string> },
): boolean {
  const asked = readOldNames(queries);
  if (!asked) return false;
  return asked.every(
    (query) =>
      columnsOf(query).every((column) => saved.columns.has(toText(column))) &&
      metricsOf(query).every((metric) => saved.metrics.has(toText(metric))) &&
      ordersOf(query).every((by) => isSavedOrder(saved, by)) &&
      (query.grouping_sets ?? []).flat().every((label) => saved.labels.has(label)) &&
      filteredBy(query).every((column) => typeof column === 'string' || saved.columns.has(toText(column))) &&
      conditionsOf(query).every((text) => saved.conditions.has(text)) &&
      (typeof query.granularity !== 'string' || timeColumns.has(query.granularity)),
  );
}

/** Each part of a query under its present name; undefined when an old one holds what is no such part. */
function readOldNames(queries: readonly QueryObject[]): readonly QueryObject[] | undefined {
  try {
    return queries.map(modernizeQuery);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

function isSavedOrder(saved: SavedQuestion, by: unknown): boolean {
  return saved.metrics.has(toText(by)) || (typeof by === 'string' && saved.labels.has(by));
}

function columnsOf({ columns = [], series_columns: series = [] }: QueryObject) {
  return [...columns, ...series];
}

function metricsOf({ metrics, series_limit_metric: limiting }: QueryObject) {
  return [...(metrics ?? []), ...(limiting ? [limiting] : [])];
}

function ordersOf({ orderby = [] }: QueryObject) {
  return orderby.map(([by]) => by);
}

function filteredBy({ filters = [] }: QueryObject) {
  return filters.map(({ col }) => col);
}

function conditionsOf({ extras }: QueryObject): readonly string[] {
  return [extras?.where, extras?.having].flatMap((text) => text?.trim() || []);
}

/** The grain of time belongs to the dashboard's filters, and which way an axis lies to the drawing. */
const passedOver = new Set(['timeGrain', 'columnType']);

function toText(part: unknown): string {
  return JSON.stringify(part, (name, value) => {
    if (passedOver.has(name)) return undefined;
    if (!isDocument(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}
