/**
 * CATALOG. Datasets as every feature needs them: with columns, metrics, database, owners and row-level rules.
 * In: a dataset's id and who asks. Out: the dataset if that person may read its data, and its wire shapes.
 */
export { type ColumnType, genericTypeOf, isTemporalType } from './column-types.ts';
export {
  type AccessibleDataset,
  assertDataAccess,
  type Dataset,
  type DatasetServices,
  getDataset,
  loadDataset,
  toDataObject,
} from './datasets.ts';
export { type ExploreDataset, toExploreDataset, toSelectStar, withoutSql } from './explore-dataset.ts';

export { toQueryDataset } from './query-dataset.ts';
export { assertTablesAccess } from './table-access.ts';
