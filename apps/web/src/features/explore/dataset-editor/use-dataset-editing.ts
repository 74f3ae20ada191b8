import { toasts } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText, resources, updateItem, useItem } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type DatasetDraft, toDatasetChange, toDraft, type WireDataset } from './draft.ts';

export interface EditingInput {
  readonly datasetId: number;
  readonly onSaved: () => void;
}

/** The draft of a dataset with what can be done to it. */
export function useDatasetEditing({ datasetId, onSaved }: EditingInput) {
  const t = useT();
  const queryClient = useQueryClient();
  const item = useItem<WireDataset>(resources.datasets, datasetId);
  const [changed, setDraft] = useState<DatasetDraft | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const draft = changed ?? (item.data ? toDraft(item.data) : null);
  const save = async () => {
    if (!draft || isBusy) return;
    setIsBusy(true);
    try {
      await updateItem(resources.datasets, datasetId, toDatasetChange(draft));
      toasts.success(t('The dataset has been saved'));
      void queryClient.invalidateQueries({ queryKey: [resources.datasets.name] });
      onSaved();
    } catch (error) {
      setFailure(toText(error));
      setIsBusy(false);
    }
  };
  const sync = async () => {
    try {
      await api.request(`${resources.datasets.path}${datasetId}/refresh`, { method: 'PUT' });
      const fresh = (await item.refetch()).data;
      if (fresh) setDraft(changed ? withFreshColumns(changed, fresh) : null);
      toasts.success(t('Metadata has been synced'));
    } catch (error) {
      toasts.danger(errorText(error));
    }
  };
  return {
    draft,
    error: item.error,
    isChanged: changed !== null,
    setDraft,
    isBusy,
    failure,
    forgetFailure: () => setFailure(null),
    save,
    sync,
  };
}

/** What the source has now, with what was written here about the columns that stayed. */
function withFreshColumns(draft: DatasetDraft, fresh: WireDataset): DatasetDraft {
  const stored = fresh.columns.filter((column) => column.expression === null);
  const written = (name: string) =>
    draft.columns.find((column) => column.expression === null && column.column_name === name);
  const calculated = draft.columns.filter((column) => column.expression !== null);
  return {
    ...draft,
    columns: [
      ...stored.map((column) => ({ ...column, ...written(column.column_name), id: column.id, type: column.type })),
      ...calculated,
    ],
  };
}

/** The server's first complaint about a field, else its message. */
function toText(error: unknown): string {
  return (error instanceof ApiError ? Object.values(error.fields).flat()[0] : undefined) ?? errorText(error);
}
