/**
 * DATASETS FROM QUERIES. What the SQL editor and the chart builder share: saving a query as a dataset, and looking at it.
 * In: a query (SQL, database, schema). Out: a dataset, and the address of its first chart.
 */
import { lazyPart } from '../shell/index.ts';

export { openInSqlEditor } from './open-in-sql-editor.ts';
export type { Carried } from './SaveDatasetModal.tsx';
export { createQueryAddress, type QuerySource } from './save-dataset.ts';

/** Dialogs whose code comes when they are first opened. */
export const QueryPreviewModal = lazyPart(async () => (await import('./QueryPreviewModal.tsx')).QueryPreviewModal);
export const SaveDatasetModal = lazyPart(async () => (await import('./SaveDatasetModal.tsx')).SaveDatasetModal);
