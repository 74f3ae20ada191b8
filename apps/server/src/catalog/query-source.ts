import { can, type User } from '../access/index.ts';
import { fieldError, notFound } from '../http/index.ts';
import type { Row } from '../metadata/index.ts';
import { type AccessibleDataset, getDataset } from './datasets.ts';
import { describeSource, type SourceColumn, type SourceServices } from './source.ts';
import { readCatalog } from './table-access.ts';

/** What a chart stands on: `7__table` is a dataset, `7__query` a run of the SQL editor, `7__saved_query` a saved one. */
export interface DatasourceReference {
  readonly id: number;
  readonly type: string;
}

/** Reads a datasource reference: `7__table` or `7__query`. */
export function parseDatasource(text: string, field = 'datasource'): DatasourceReference {
  const [, id, type] = /^(\d{1,15})__(\w+)$/.exec(text) ?? [];
  if (!id || !type) throw fieldError({ [field]: ['Must be an id and a type, for example 7__table.'] }, 400);
  return { id: Number(id), type };
}

/** The dataset or query for a user who wants its data: 404 when it is gone or of no known kind, 403 without access. */
export async function getDatasource(
  services: SourceServices,
  user: User,
  { id, type }: DatasourceReference,
): Promise<AccessibleDataset> {
  if (type === 'query') return toDataset(services, user, await findRun(services, user, id));
  if (type === 'saved_query') return toDataset(services, user, await findSavedQuery(services, user, id));
  if (type !== 'table' && type !== 'dataset') throw notFound();
  return getDataset(services, user, id);
}

/** A query that is no dataset yet. */
interface Query {
  readonly kind: 'query' | 'saved_query';
  readonly id: number;
  readonly name: string;
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly templateParams: string | null;
  readonly userId: number | null;
  readonly time: string;
}

/** A query as a virtual dataset that nobody has saved: its columns are asked of the engine each time. */
async function toDataset(services: SourceServices, user: User, query: Query): Promise<AccessibleDataset> {
  const database = await services.store
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', query.databaseId)
    .executeTakeFirst();
  if (!database) throw notFound();
  const { schema, name, sql, templateParams } = query;
  const catalog = readCatalog(database, query.catalog);
  const columns = await describeSource(services, {
    ...{ user, database, catalog, schema },
    ...{ table: name, sql, templateParams },
  });
  return withoutRules({ ...query, catalog }, columns, database);
}

function withoutRules(query: Query, columns: readonly SourceColumn[], database: Row<'databases'>): AccessibleDataset {
  return {
    row: toRow(query, columns),
    columns: columns.map((column, position) => toColumnRow(query, column, position)),
    metrics: [toCountRow(query)],
    database,
    owners: [],
    rowLevelClauses: [],
    queryKind: query.kind,
  };
}

/** Rows that a run has kept: where they are read, and what is there. */
export interface KeptRows {
  readonly run: Row<'queries'>;
  readonly database: Row<'databases'>;
  /** Reads them, in the engine that keeps them. */
  readonly sql: string;
  readonly columns: readonly SourceColumn[];
}

/** The same for rows that a run has kept; who asks may read them. */
export function toKeptDataset({ run, database, sql, columns }: KeptRows): AccessibleDataset {
  return withoutRules({ ...toQuery(run), catalog: null, schema: null, sql }, columns, database);
}

const bare = (sql: string) => sql.trim().replace(/;+\s*$/, '');

/** A run of the SQL editor: one's own, or any for those who may see all. */
async function findRun({ store }: SourceServices, user: User, id: number): Promise<Query> {
  const run = await store.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!run || !(run.user_id === user.id || can(user, 'all_query_access', 'all_query_access'))) throw notFound();
  return toQuery(run);
}

function toQuery(run: Row<'queries'>): Query {
  return {
    kind: 'query',
    id: run.id,
    name: run.tab_name || `query_${run.id}`,
    databaseId: run.database_id,
    catalog: run.catalog,
    schema: run.schema,
    sql: bare(run.select_sql || run.sql),
    templateParams: null,
    userId: run.user_id,
    time: run.changed_on,
  };
}

async function findSavedQuery({ store }: SourceServices, user: User, id: number): Promise<Query> {
  const saved = await store.selectFrom('saved_queries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!saved || saved.user_id !== user.id || saved.db_id === null) throw notFound();
  const { label, db_id: databaseId, catalog, schema, sql, user_id: userId, changed_on: time } = saved;
  return {
    kind: 'saved_query',
    id,
    name: label || `query_${id}`,
    databaseId,
    catalog,
    schema,
    sql: bare(sql ?? ''),
    templateParams: saved.template_parameters,
    userId,
    time,
  };
}

function toRow(query: Query, columns: readonly SourceColumn[]): Row<'datasets'> {
  return {
    id: query.id,
    uuid: '',
    database_id: query.databaseId,
    catalog: query.catalog,
    schema: query.schema,
    table_name: query.name,
    sql: query.sql,
    description: null,
    main_dttm_col: columns.find((column) => column.isTemporal)?.name ?? null,
    currency_code_column: null,
    folders: null,
    normalize_columns: 0,
    always_filter_main_dttm: 0,
    offset: 0,
    default_endpoint: null,
    cache_timeout: null,
    is_sqllab_view: 1,
    template_params: query.templateParams,
    extra: null,
    params: null,
    filter_select_enabled: 1,
    fetch_values_predicate: null,
    is_managed_externally: 0,
    kept: null,
    external_url: null,
    created_on: query.time,
    changed_on: query.time,
    created_by_fk: query.userId,
    changed_by_fk: query.userId,
  };
}

function toColumnRow(query: Query, column: SourceColumn, position: number): Row<'dataset_columns'> {
  return {
    id: position + 1,
    uuid: '',
    dataset_id: query.id,
    column_name: column.name,
    verbose_name: null,
    description: column.description,
    expression: null,
    type: column.type,
    advanced_data_type: null,
    filterable: 1,
    groupby: 1,
    is_active: 1,
    is_dttm: column.isTemporal ? 1 : 0,
    python_date_format: null,
    datetime_format: null,
    extra: null,
    position,
    created_on: query.time,
    changed_on: query.time,
  };
}

function toCountRow(query: Query): Row<'dataset_metrics'> {
  return {
    id: 1,
    uuid: '',
    dataset_id: query.id,
    metric_name: 'count',
    verbose_name: 'COUNT(*)',
    description: null,
    expression: 'COUNT(*)',
    metric_type: 'count',
    d3format: null,
    currency: null,
    warning_text: null,
    extra: null,
    position: 0,
    created_on: query.time,
    changed_on: query.time,
  };
}
