/**
 * CATALOG. Datasets as every feature needs them: with columns, metrics, database, owners and row-level rules.
 * In: a dataset's id and who asks. Out: the dataset if that person may read its data, and its wire shapes.
 */
export { refuseWithReports } from './attached-reports.ts';
export { namedCatalog, toNamedCatalog } from './catalog-filter.ts';
export { type ColumnType, genericTypeOf, isTemporalType } from './column-types.ts';
export {
  type AccessibleDataset,
  assertDataAccess,
  type Dataset,
  type DatasetServices,
  getDataset,
  getGrantedDataset,
  hiddenDataset,
  loadDataset,
  toDataObject,
} from './datasets.ts';
export {
  fieldsPerTurn,
  readExploreDataset,
  readExploreParts,
  shownCatalog,
  toColumnFields,
  toExploreUrl,
  toMetricFields,
  toSelectStar,
  withoutSql,
} from './explore-dataset.ts';

export { adoptFolders, FolderFinder, readFolders, toKeptFolders } from './folders.ts';
export { toQueryDataset } from './query-dataset.ts';
export {
  type DatasourceReference,
  getDatasource,
  type KeptRows,
  parseDatasource,
  toKeptDataset,
} from './query-source.ts';
export { type BindingRule, loadBindingRules } from './row-level-rules.ts';
export { settleCatalogs } from './settle-catalogs.ts';
export {
  describeSource,
  type SourceColumn,
  type SourceRequest,
  type SourceServices,
  toSourceRequest,
} from './source.ts';
export { listSqlTables, type SqlTable } from './sql-tables.ts';
export {
  assertNoRulesOnTables,
  assertTablesAccess,
  compareNames,
  defaultSchemaOf,
  nameOfTable,
  readCatalog,
  tablesRefused,
} from './table-access.ts';
export { findTemplateDatasets, type TemplateDatasets } from './template-datasets.ts';
export { narrowQuery, permitText, underRowRules } from './text-access.ts';
