import type { DatasetFields } from '@powerset/contract';
import type { DatasetDraft, SavedDataset } from './draft.ts';

export interface LostFields {
  readonly id: number;
  /** What the dataset will have. */
  readonly left: DatasetFields;
}

/** What is left of a dataset's names where some of them go, by a removal or under another name; null where all stay. */
export function findLostFields(
  opened: Pick<SavedDataset, 'columns' | 'metrics'>,
  draft: Pick<DatasetDraft, 'id' | 'columns' | 'metrics'>,
): LostFields | null {
  const columns = draft.columns.map(({ column_name }) => column_name);
  const metrics = draft.metrics.map(({ metric_name }) => metric_name);
  const isGone =
    opened.columns.some(({ column_name }) => !columns.includes(column_name)) ||
    opened.metrics.some(({ metric_name }) => !metrics.includes(metric_name));
  return isGone ? { id: draft.id, left: { columns, metrics } } : null;
}
