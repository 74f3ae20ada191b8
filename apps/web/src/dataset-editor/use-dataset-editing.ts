import { datasetEndpoints } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText, resources, updateItem, useItem } from '../api/index.ts';
import { SaveClash } from '../conflicts/index.ts';
import { useT } from '../i18n/index.ts';
import { datasetDifferences } from './dataset-differences.ts';
import { applyChange, type Change, type DatasetDraft, type SavedDataset, toDatasetChange, toDraft } from './draft.ts';

export interface EditingInput {
  readonly datasetId: number;
  readonly onSaved: () => void;
}

interface EditedDataset {
  readonly draft: DatasetDraft;
  /** The dataset as it was when the first change was made. */
  readonly opened: SavedDataset;
}

/** The draft of a dataset with what can be done to it. */
export function useDatasetEditing({ datasetId, onSaved }: EditingInput) {
  const t = useT();
  const queryClient = useQueryClient();
  const item = useItem(resources.datasets, datasetId);
  const [edited, setEdited] = useState<EditedDataset | null>(null);
  const [clash, setClash] = useState<SaveClash | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const read = item.data ? { draft: toDraft(item.data), opened: item.data } : null;
  const { draft = null, opened = null } = edited ?? read ?? {};
  const change = (step: Change<DatasetDraft>) =>
    setEdited((now) => {
      const before = now ?? read;
      return before && { ...before, draft: applyChange(before.draft, step) };
    });
  const save = async (seen?: number) => {
    if (!draft || isBusy) return;
    setIsBusy(true);
    setClash(null);
    try {
      await saveDataset(draft, { opened, seen, t });
      toasts.success(t('The dataset has been saved'));
      void queryClient.invalidateQueries({ queryKey: [resources.datasets.name] });
      onSaved();
    } catch (error) {
      if (error instanceof SaveClash) setClash(error);
      else setFailure(toText(error));
      setIsBusy(false);
    }
  };
  const sync = async () => {
    try {
      await api.callEndpoint(datasetEndpoints.refresh, { params: { id: datasetId } });
      const fresh = (await item.refetch()).data;
      if (fresh) setEdited((now) => now && { ...now, draft: withFreshColumns(now.draft, fresh) });
      toasts.success(t('Metadata has been synced'));
    } catch (error) {
      toasts.danger(errorText(error));
    }
  };
  return {
    draft,
    error: item.error,
    isChanged: edited !== null,
    change,
    isBusy,
    failure,
    forgetFailure: () => setFailure(null),
    clash,
    forgetClash: () => setClash(null),
    takeTheirs: async () => {
      await item.refetch();
      setEdited(null);
      setClash(null);
    },
    save,
    sync,
  };
}

interface SaveParts {
  readonly opened: SavedDataset | null;
  readonly seen: number | undefined;
  readonly t: (text: string) => string;
}

/** Saves over the version that was opened, or over one that was seen since; what nobody has seen is never overwritten. */
async function saveDataset(draft: DatasetDraft, { opened, seen, t }: SaveParts): Promise<void> {
  const save = (lastSeen: number) =>
    updateItem(resources.datasets, draft.id, { ...toDatasetChange(draft), last_modified_time: lastSeen });
  try {
    await save(seen ?? draft.last_modified_time);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409 || !opened) throw error;
    const { result } = await api.callEndpoint(datasetEndpoints.get, { params: { id: draft.id } });
    const differences = datasetDifferences(opened, result, t);
    if (differences.length > 0) throw new SaveClash(error.message, differences, result.last_modified_time);
    await save(result.last_modified_time);
  }
}

/** What the source has now, with what was written here about the columns that stayed. */
function withFreshColumns(draft: DatasetDraft, fresh: SavedDataset): DatasetDraft {
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
