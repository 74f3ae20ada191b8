/**
 * DATASETS. Tables and queries that charts are made of: their columns, metrics, owners, values and samples.
 * In: what people say about data. Out: datasets in the reference's shapes; `DatasetMaker` for rooms that bring new data.
 */
export { getEditableDataset, refreshDataset } from './change.ts';
export { createDatasetMaker, type DatasetMaker, type NewDatasetRequest } from './make.ts';
export { registerDatasets } from './routes.ts';
