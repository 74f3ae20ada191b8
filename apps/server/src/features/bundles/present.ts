import { passwordMask } from '@powerset/contract';
import { type Dataset, readFolders } from '../../catalog/index.ts';
import { type ConnectionSecret, findDatabaseKind } from '../../engines/index.ts';
import type { Row } from '../../metadata/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { toFileCatalog } from './catalogs.ts';
import type { CollectedChart, CollectedDashboard } from './collect.ts';
import { toFileMetadata } from './dashboard-metadata.ts';
import { toFileExtra } from './database-extra.ts';
import { toFileDocument } from './documents.ts';
import { type PlacedChart, toFileLayout } from './layouts.ts';

export const bundleVersion = '1.0.0';

/** What is told of a database's secrets, to whoever may change it. */
export interface ShownSecret {
  readonly ssh_tunnel: ConnectionSecret['ssh_tunnel'];
  /** Options with their secrets masked. */
  readonly options: string;
}

/** A database's document. Where the server stands is told only to those who may change databases; the password never. `secret` is null for all others. */
export function toDatabaseFile(row: Row<'databases'>, secret: ShownSecret | null) {
  const mayChange = secret !== null;
  const isPlainFile = findDatabaseKind(row.backend)?.isExclusive === true;
  return {
    database_name: row.database_name,
    sqlalchemy_uri: mayChange || isPlainFile ? row.sqlalchemy_uri : `${row.backend}://`,
    cache_timeout: row.cache_timeout,
    expose_in_sqllab: row.expose_in_sqllab === 1,
    allow_run_async: row.allow_run_async === 1,
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    allow_csv_upload: row.allow_file_upload === 1,
    extra: toFileExtra(parseDocument(row.extra) ?? {}),
    impersonate_user: row.impersonate_user === 1,
    configuration_method: row.configuration_method,
    // Where a tunnel ends is told to nobody else either.
    ...(mayChange ? parseDocument(row.kept) : {}),
    ...(secret && secret.options !== '{}' ? { masked_encrypted_extra: secret.options } : {}),
    ...(secret?.ssh_tunnel ? { ssh_tunnel: toTunnelFile(secret.ssh_tunnel) } : {}),
    ...toManagement(row),
    uuid: row.uuid,
    version: bundleVersion,
  };
}

function toTunnelFile({
  server_address,
  server_port,
  username,
  ...secrets
}: NonNullable<ConnectionSecret['ssh_tunnel']>) {
  return {
    server_address,
    server_port,
    username,
    ...Object.fromEntries(Object.keys(secrets).map((name) => [name, passwordMask])),
  };
}

/** Who keeps the object, where that is another system. */
function toManagement(row: Pick<Row<'charts'>, 'is_managed_externally' | 'external_url'>) {
  return { is_managed_externally: row.is_managed_externally === 1, external_url: row.external_url };
}

/** Older releases of the reference know neither and refuse documents that name them. */
function toOwnExtras(row: Row<'datasets'>, fields: Pick<Dataset, 'columns' | 'metrics'>) {
  const folders = readFolders(row.folders, fields);
  return {
    ...(row.currency_code_column ? { currency_code_column: row.currency_code_column } : {}),
    ...(folders ? { folders } : {}),
  };
}

export function toDatasetFile({ row, columns, metrics, database }: Dataset) {
  return {
    table_name: row.table_name,
    main_dttm_col: row.main_dttm_col,
    description: row.description,
    default_endpoint: row.default_endpoint,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    schema: row.schema,
    sql: row.sql,
    params: toFileDocument(row.params),
    template_params: toFileDocument(row.template_params),
    filter_select_enabled: row.filter_select_enabled === 1,
    fetch_values_predicate: row.fetch_values_predicate,
    extra: toFileDocument(row.extra),
    normalize_columns: row.normalize_columns === 1,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    ...toOwnExtras(row, { columns, metrics }),
    ...toFileCatalog(row, database),
    ...parseDocument(row.kept),
    ...toManagement(row),
    uuid: row.uuid,
    metrics: metrics.map((metric) => ({
      metric_name: metric.metric_name,
      verbose_name: metric.verbose_name,
      metric_type: metric.metric_type,
      expression: metric.expression,
      description: metric.description,
      d3format: metric.d3format,
      currency: toFileDocument(metric.currency),
      extra: toFileDocument(metric.extra),
      warning_text: metric.warning_text,
    })),
    columns: columns.map((column) => ({
      column_name: column.column_name,
      verbose_name: column.verbose_name,
      is_dttm: column.is_dttm === 1,
      is_active: column.is_active === 1,
      type: column.type,
      advanced_data_type: column.advanced_data_type,
      groupby: column.groupby === 1,
      filterable: column.filterable === 1,
      expression: column.expression,
      description: column.description,
      python_date_format: column.python_date_format,
      datetime_format: column.datetime_format,
      extra: toFileDocument(column.extra),
    })),
    version: bundleVersion,
    database_uuid: database.uuid,
  };
}

export function toChartFile({ row, tags }: CollectedChart, datasetUuid: string | null) {
  return {
    slice_name: row.slice_name,
    description: row.description,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    viz_type: row.viz_type,
    params: toFileDocument(row.params) ?? {},
    query_context: row.query_context,
    cache_timeout: row.cache_timeout,
    ...toManagement(row),
    uuid: row.uuid,
    version: bundleVersion,
    tags,
    ...(datasetUuid === null ? {} : { dataset_uuid: datasetUuid }),
  };
}

interface DashboardRelations {
  readonly charts: readonly PlacedChart[];
  readonly datasetUuids: ReadonlyMap<number, string>;
  readonly themeUuids: ReadonlyMap<number, string>;
}

export function toDashboardFile(
  { row, chartIds, tags }: CollectedDashboard,
  { charts, datasetUuids, themeUuids }: DashboardRelations,
) {
  const themeUuid = themeUuids.get(row.theme_id ?? -1);
  const own = charts.filter(({ id }) => chartIds.includes(id));
  return {
    dashboard_title: row.dashboard_title,
    description: row.description,
    css: row.css,
    slug: row.slug,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    published: row.published === 1,
    ...toManagement(row),
    uuid: row.uuid,
    position: toFileLayout(parseDocument(row.position_json) ?? {}, own),
    metadata: toFileMetadata(parseDocument(row.json_metadata) ?? {}, datasetUuids),
    version: bundleVersion,
    tags,
    ...(themeUuid === undefined ? {} : { theme_uuid: themeUuid }),
  };
}

export function toQueryFile(row: Row<'saved_queries'>, databaseUuid: string | null) {
  return {
    schema: row.schema,
    label: row.label,
    description: row.description,
    sql: row.sql,
    ...(row.catalog === null ? {} : { catalog: row.catalog }),
    uuid: row.uuid,
    version: bundleVersion,
    ...(databaseUuid === null ? {} : { database_uuid: databaseUuid }),
  };
}

export function toThemeFile(row: Row<'themes'>) {
  return {
    theme_name: row.theme_name,
    json_data: toFileDocument(row.json_data) ?? {},
    uuid: row.uuid,
    version: bundleVersion,
  };
}
