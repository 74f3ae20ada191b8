/**
 * DATASET EDITOR. Everything about a dataset that can be changed, in one dialog; the list of datasets and the chart builder open it.
 * In: a dataset's number. Out: the dataset as it was saved, or the conflict with somebody else's save.
 */
export { EditDatasetModal } from './EditDatasetModal.tsx';
