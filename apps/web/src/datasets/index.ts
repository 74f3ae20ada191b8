/**
 * DATASETS FROM QUERIES. What the SQL editor and the chart builder share: saving a query as a dataset, and looking at it.
 * In: a query (SQL, database, schema). Out: a dataset, and the address of its first chart.
 */
export { openInSqlEditor } from './open-in-sql-editor.ts';
export { QueryPreviewModal, type QueryPreviewModalProps } from './QueryPreviewModal.tsx';
export { SaveDatasetModal, type SaveDatasetModalProps } from './SaveDatasetModal.tsx';
export type { QuerySource } from './save-dataset.ts';
