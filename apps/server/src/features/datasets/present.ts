import type {
  WireDataset,
  WireDatasetColumn,
  WireDatasetDetail,
  WireDatasetMetric,
  WireExploreDataset,
  WireOwner,
} from '@powerset/contract';
import {
  type Dataset,
  fieldsPerTurn,
  readExploreParts,
  readFolders,
  shownCatalog,
  toColumnFields,
  toExploreUrl,
  toMetricFields,
} from '../../catalog/index.ts';
import { readsOtherCatalogs } from '../../engines/index.ts';
import {
  pickColumns,
  toEpochSeconds,
  toFullName,
  toTimeAgo,
  toWireUserSummary,
  type UserSummary,
} from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import { mapInTurns, othersTurn } from '../../turns/index.ts';

export interface DatasetListRow extends Row<'datasets'> {
  readonly database_name: string;
  readonly database_uuid: string;
  readonly backend: string;
  readonly sqlalchemy_uri: string;
}

export interface DatasetRelations {
  readonly users: ReadonlyMap<number, UserSummary>;
  readonly owners: ReadonlyMap<number, readonly WireOwner[]>;
  readonly now: Date;
}

/** A row of the list. */
export function toListRow(row: DatasetListRow, { users, owners, now }: DatasetRelations): Omit<WireDataset, 'tags'> {
  const changedBy = users.get(row.changed_by_fk ?? 0);
  return {
    id: row.id,
    uuid: row.uuid,
    table_name: row.table_name,
    catalog: shownCatalog({ row, database: row }),
    schema: row.schema,
    sql: row.sql,
    kind: row.sql ? 'virtual' : 'physical',
    datasource_type: 'table',
    default_endpoint: row.default_endpoint,
    description: row.description,
    explore_url: toExploreUrl(row),
    extra: row.extra,
    database: { id: row.database_id, database_name: row.database_name, uuid: row.database_uuid },
    owners: owners.get(row.id) ?? [],
    changed_by: toWireUserSummary(changedBy),
    changed_by_name: toFullName(changedBy),
    changed_on_utc: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
  };
}

const sharedWithExplore = [
  'uid',
  'name',
  'datasource_name',
  'column_formats',
  'granularity_sqla',
  'time_grain_sqla',
  'order_by_choices',
  'verbose_map',
  'select_star',
] as const;

/** One dataset with everything that can be edited. */
export async function readDetail(
  dataset: Dataset,
  { users, owners, now }: DatasetRelations,
): Promise<WireDatasetDetail> {
  const { row, database } = dataset;
  const explored: Pick<WireExploreDataset, (typeof sharedWithExplore)[number]> = pickColumns(
    await readExploreParts(dataset),
    sharedWithExplore,
  );
  if (dataset.columns.length > fieldsPerTurn) await othersTurn();
  const columns = await mapInTurns(dataset.columns, fieldsPerTurn, toColumn);
  if (dataset.metrics.length > fieldsPerTurn) await othersTurn();
  const metrics = await mapInTurns(dataset.metrics, fieldsPerTurn, toMetric);
  return {
    ...toOwnFields(dataset),
    ...explored,
    datasource_type: 'table',
    kind: row.sql ? 'virtual' : 'physical',
    url: `/tablemodelview/edit/${row.id}`,
    database: {
      id: database.id,
      uuid: database.uuid,
      database_name: database.database_name,
      backend: database.backend,
      allow_multi_catalog: readsOtherCatalogs(database),
    },
    currency_code_column: row.currency_code_column,
    folders: readFolders(row.folders, dataset),
    owners: owners.get(row.id) ?? [],
    columns: [...columns],
    metrics: [...metrics],
    created_on: row.created_on,
    created_on_humanized: toTimeAgo(row.created_on, now),
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    changed_on: row.changed_on,
    last_modified_time: toEpochSeconds(row.changed_on),
    changed_on_humanized: toTimeAgo(row.changed_on, now),
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
  };
}

function toOwnFields(dataset: Dataset) {
  const { row } = dataset;
  return {
    id: row.id,
    uuid: row.uuid,
    table_name: row.table_name,
    catalog: shownCatalog(dataset),
    schema: row.schema,
    sql: row.sql,
    description: row.description,
    main_dttm_col: row.main_dttm_col,
    filter_select_enabled: row.filter_select_enabled === 1,
    fetch_values_predicate: row.fetch_values_predicate,
    normalize_columns: row.normalize_columns === 1,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    offset: row.offset,
    default_endpoint: row.default_endpoint,
    cache_timeout: row.cache_timeout,
    is_sqllab_view: row.is_sqllab_view === 1,
    template_params: row.template_params,
    extra: row.extra,
    is_managed_externally: row.is_managed_externally === 1,
    external_url: row.external_url,
  };
}

function toColumn(column: Row<'dataset_columns'>): WireDatasetColumn {
  return {
    ...toColumnFields(column),
    extra: column.extra,
    filterable: column.filterable === 1,
    groupby: column.groupby === 1,
    is_active: column.is_active === 1,
    is_dttm: column.is_dttm === 1,
    python_date_format: column.python_date_format,
    datetime_format: column.datetime_format,
    created_on: column.created_on,
    changed_on: column.changed_on,
  };
}

function toMetric(metric: Row<'dataset_metrics'>): WireDatasetMetric {
  return {
    ...toMetricFields(metric),
    extra: metric.extra,
    created_on: metric.created_on,
    changed_on: metric.changed_on,
  };
}
