/**
 * DATASET EDITOR. Everything about a dataset that can be changed, in one dialog; the list of datasets and the chart builder open it.
 * In: a dataset's number. Out: the dataset as it was saved, or the conflict with somebody else's save.
 */
import { lazyPart } from '../shell/index.ts';

/** Its code comes when it is first opened. */
export const EditDatasetModal = lazyPart(async () => (await import('./EditDatasetModal.tsx')).EditDatasetModal);
