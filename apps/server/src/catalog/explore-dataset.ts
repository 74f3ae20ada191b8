import { parseCurrency } from '@powerset/chart-kit';
import {
  genericTypeCodes,
  type WireExploreColumn,
  type WireExploreDataset,
  type WireExploreMetric,
} from '@powerset/contract';
import { listTimeGrains } from '@powerset/query';
import { baseDialect, findDialect, printTableName } from '@powerset/sql';
import { defaultCatalogOf } from '../engines/index.ts';
import { isDocument, parseDocument, type Row } from '../metadata/index.ts';
import { mapInTurns, othersTurn } from '../turns/index.ts';
import { genericTypeOf } from './column-types.ts';
import type { Dataset } from './datasets.ts';
import { readFolders } from './folders.ts';

/** The dataset as explore and dashboards know it, under the reference's names. */
function toExploreDataset(dataset: Dataset): WireExploreDataset {
  return {
    ...toExploreParts(dataset),
    columns: dataset.columns.filter(isActive).map(toExploreColumn),
    metrics: dataset.metrics.map(toExploreMetric),
  };
}

/** Of a thousand columns all that is said takes several milliseconds. */
export const fieldsPerTurn = 250;

/** The same, with others' turns between: for calls that ask for one dataset, however many columns it has. */
export async function readExploreDataset(dataset: Dataset): Promise<WireExploreDataset> {
  const { columns, metrics } = dataset;
  if (columns.length + metrics.length <= fieldsPerTurn) return toExploreDataset(dataset);
  const parts = await readExploreParts(dataset);
  await othersTurn();
  const shownColumns = await mapInTurns(columns.filter(isActive), fieldsPerTurn, toExploreColumn);
  await othersTurn();
  const shownMetrics = await mapInTurns(metrics, fieldsPerTurn, toExploreMetric);
  await othersTurn();
  return { ...parts, columns: [...shownColumns], metrics: [...shownMetrics] };
}

const isActive = (column: Row<'dataset_columns'>) => column.is_active !== 0;

type ExploreParts = Omit<WireExploreDataset, 'columns' | 'metrics'>;

/** All of it but the columns and metrics themselves. */
function toExploreParts(dataset: Dataset): ExploreParts {
  const active = dataset.columns.filter(isActive);
  return {
    ...toShortParts(dataset, active),
    select_star: toSelectStar(dataset),
    column_types: toColumnTypes(active),
    order_by_choices: active.flatMap(toOrderChoices),
    verbose_map: toVerboseMap(active, dataset.metrics),
  };
}

/** The same, with others' turns between. */
export async function readExploreParts(dataset: Dataset): Promise<ExploreParts> {
  const { columns, metrics } = dataset;
  if (columns.length + metrics.length <= fieldsPerTurn) return toExploreParts(dataset);
  const active = columns.filter(isActive);
  const short = toShortParts(dataset, active);
  await othersTurn();
  const select_star = toSelectStar(dataset);
  await othersTurn();
  const column_types = toColumnTypes(active);
  const choices = await mapInTurns(active, fieldsPerTurn, toOrderChoices);
  await othersTurn();
  const verbose_map = toVerboseMap(active, metrics);
  await othersTurn();
  return { ...short, select_star, column_types, order_by_choices: choices.flat(), verbose_map };
}

type LongParts = 'select_star' | 'column_types' | 'order_by_choices' | 'verbose_map';

function toShortParts(dataset: Dataset, active: readonly Row<'dataset_columns'>[]): Omit<ExploreParts, LongParts> {
  const { row, metrics, database, owners } = dataset;
  const type = dataset.queryKind ?? 'table';
  const uid = `${row.id}__${type}`;
  return {
    id: row.id,
    uid,
    type,
    name: row.schema && !dataset.queryKind ? `${row.schema}.${row.table_name}` : row.table_name,
    datasource_name: row.table_name,
    table_name: row.table_name,
    catalog: shownCatalog(dataset),
    schema: row.schema,
    sql: row.sql,
    kind: row.sql ? ('virtual' as const) : ('physical' as const),
    description: row.description,
    main_dttm_col: row.main_dttm_col,
    currency_code_column: row.currency_code_column,
    folders: readFolders(row.folders, { columns: active, metrics }),
    normalize_columns: row.normalize_columns === 1,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    default_endpoint: row.default_endpoint,
    edit_url: `/tablemodelview/edit/${row.id}`,
    explore_url: toExploreUrl(row),
    params: row.params,
    perm: `[${database.database_name}].[${row.table_name}](id:${row.id})`,
    extra: row.extra,
    template_params: row.template_params,
    is_sqllab_view: row.is_sqllab_view === 1,
    filter_select: row.filter_select_enabled === 1,
    filter_select_enabled: row.filter_select_enabled === 1,
    fetch_values_predicate: row.fetch_values_predicate,
    health_check_message: null,
    owners,
    column_formats: Object.fromEntries(
      metrics.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format]] : [])),
    ),
    currency_formats: Object.fromEntries(
      metrics.flatMap((metric) => {
        const currency = parseCurrency(parseDocument(metric.currency));
        return currency ? [[metric.metric_name, currency]] : [];
      }),
    ),
    time_grain_sqla: toTimeGrains(database),
    granularity_sqla: active
      .filter((column) => column.is_dttm === 1)
      .map(({ column_name: name, verbose_name: label }) => [name, label || name] as const),
    database: toExploreDatabase(database),
  };
}

const toColumnTypes = (active: readonly Row<'dataset_columns'>[]) =>
  [...new Set(active.map((column) => genericTypeCodes[typeOf(column)]))].sort();

const toOrderChoices = ({ column_name: name }: Row<'dataset_columns'>) => [
  [JSON.stringify([name, true]), `${name} [asc]`] as const,
  [JSON.stringify([name, false]), `${name} [desc]`] as const,
];

const sqlFields = new Set(['sql', 'select_star', 'fetch_values_predicate', 'expression']);

/** The dataset as visitors without sign-in know it: they draw charts, and see no SQL. */
export function withoutSql<T extends object>(dataset: T): T {
  const entries = Object.entries(dataset).map(([name, value]) => {
    if (name === 'columns' || name === 'metrics')
      return [name, Array.isArray(value) ? value.map((field: object) => withoutSql(field)) : value];
    return [name, sqlFields.has(name) ? null : value];
  });
  // The same names; what holds SQL is empty.
  return Object.fromEntries(entries) as T;
}

/** What every answer says of a column, in this order. */
export function toColumnFields(column: Row<'dataset_columns'>) {
  return {
    id: column.id,
    uuid: column.uuid,
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    description: column.description,
    expression: column.expression,
    type: column.type,
    type_generic: genericTypeCodes[typeOf(column)],
    advanced_data_type: column.advanced_data_type,
  };
}

function toExploreColumn(column: Row<'dataset_columns'>): WireExploreColumn {
  return {
    ...toColumnFields(column),
    filterable: column.filterable === 1,
    groupby: column.groupby === 1,
    is_dttm: column.is_dttm === 1,
    python_date_format: column.python_date_format,
    ...readCertification(column.extra),
  };
}

/** What every answer says of a metric, in this order. */
export function toMetricFields(metric: Row<'dataset_metrics'>) {
  return {
    id: metric.id,
    uuid: metric.uuid,
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name,
    description: metric.description,
    expression: metric.expression,
    metric_type: metric.metric_type,
    d3format: metric.d3format,
    currency: parseCurrency(parseDocument(metric.currency)),
    warning_text: metric.warning_text,
  };
}

function toExploreMetric(metric: Row<'dataset_metrics'>): WireExploreMetric {
  return {
    ...toMetricFields(metric),
    ...readCertification(metric.extra),
  };
}

/** A column marked as time is temporal whatever it is stored as. */
function typeOf(column: Row<'dataset_columns'>) {
  return column.is_dttm === 1 ? 'temporal' : genericTypeOf(column.type);
}

function toExploreDatabase(database: Row<'databases'>) {
  return {
    id: database.id,
    name: database.database_name,
    database_name: database.database_name,
    backend: database.backend,
    allows_subquery: findDialect(database.backend)?.capabilities.supportsSubqueryJoins ?? true,
    allows_cost_estimate: false,
    allows_virtual_table_explore: true,
    disable_data_preview: false,
    explore_database_id: database.id,
  };
}

/** Grains as pairs of code and label, the original value first. */
function toTimeGrains(database: Row<'databases'>): readonly (readonly [string | null, string])[] {
  const dialect = findDialect(database.backend);
  return dialect ? listTimeGrains(dialect).map(({ duration, name }) => [duration, name] as const) : [];
}

function toVerboseMap(columns: readonly Row<'dataset_columns'>[], metrics: readonly Row<'dataset_metrics'>[]) {
  return Object.fromEntries([
    ['__timestamp', 'Time'],
    ...columns.map(({ column_name: name, verbose_name: label }) => [name, label || name]),
    ...metrics.map(({ metric_name: name, verbose_name: label }) => [name, label || name]),
  ]);
}

interface ShownPlace {
  readonly row: Pick<Row<'datasets'>, 'catalog'>;
  readonly database: Pick<Row<'databases'>, 'backend' | 'sqlalchemy_uri'>;
}

/** The catalog of a dataset by its name; null where its engine knows none. */
export function shownCatalog({ row, database }: ShownPlace): string | null {
  return row.catalog ?? defaultCatalogOf(database);
}

/** `SELECT` of the first hundred rows, with every column by name. */
export function toSelectStar({ row, columns, database }: Pick<Dataset, 'row' | 'columns' | 'database'>): string {
  if (row.sql) return row.sql;
  const dialect = findDialect(database.backend) ?? baseDialect;
  const stored = columns.filter((column) => !column.expression && isActive(column));
  const names = stored.map((column) => `  ${dialect.quoteIdentifier(column.column_name)}`);
  const table = printTableName({ catalog: row.catalog, schema: row.schema, table: row.table_name }, dialect);
  return [
    `SELECT ${dialect.limitHead(100, null)}`.trimEnd(),
    names.length > 0 ? names.join(',\n') : '  *',
    `FROM ${table}`,
    ...dialect.limitLines(100, null),
  ].join('\n');
}

/** Where a dataset is opened. */
export function toExploreUrl({ id, default_endpoint: endpoint }: Row<'datasets'>): string {
  return endpoint || `/explore/?datasource_type=table&datasource_id=${id}`;
}

function readCertification(extra: string | null) {
  const value = parseDocument(extra);
  const certification = isDocument(value?.certification) ? value.certification : undefined;
  return {
    extra,
    is_certified: certification !== undefined,
    certified_by: textOrNull(certification?.certified_by),
    certification_details: textOrNull(certification?.details),
    warning_markdown: textOrNull(value?.warning_markdown),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
