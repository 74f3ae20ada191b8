import { datasetEndpoints } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText, resources, updateItem, useItem } from '../api/index.ts';
import type { Choices, Clash } from '../conflicts/index.ts';
import { useT } from '../i18n/index.ts';
import { applyChange, type Change, type DatasetDraft, type SavedDataset, toDatasetChange, toDraft } from './draft.ts';
import { findLostFields } from './lost-fields.ts';
import { mergeDatasets } from './merge-datasets.ts';

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
  const [clash, setClash] = useState<DatasetClash | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const read = item.data ? { draft: toDraft(item.data), opened: item.data } : null;
  const { draft = null, opened = null } = edited ?? read ?? {};
  const change = (step: Change<DatasetDraft>) =>
    setEdited((now) => {
      const before = now ?? read;
      return before && { ...before, draft: applyChange(before.draft, step) };
    });
  const save = async (choices?: Choices) => {
    if (!draft || isBusy) return;
    const say = sayBeside();
    setIsBusy(true);
    setClash(null);
    try {
      await saveDataset(draft, { opened, answer: clash && choices ? { clash, choices } : null, t });
      say.success(t('The dataset has been saved'));
      // Waited for: an editor that opens next would start from the version before.
      await queryClient.invalidateQueries({ queryKey: [resources.datasets.name] });
      onSaved();
    } catch (error) {
      if (error instanceof DatasetClash) setClash(error);
      else setFailure(toText(error));
      setIsBusy(false);
    }
  };
  const sync = async () => {
    const say = sayBeside();
    try {
      await api.callEndpoint(datasetEndpoints.refresh, { params: { id: datasetId } });
      const fresh = (await item.refetch()).data;
      if (fresh) setEdited((now) => now && { ...now, draft: withFreshColumns(now.draft, fresh) });
      say.success(t('Metadata has been synced'));
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  return {
    draft,
    error: item.error,
    readAgain: () => void item.refetch(),
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
    /** The names that are left, where some that were there are not: null where all are. */
    lostFields: () => (draft && opened ? findLostFields(opened, draft) : null),
    sync,
    /** Another version is saved by now: what was changed here was changed of one that is past. */
    restored: async () => {
      await queryClient.invalidateQueries({ queryKey: [resources.datasets.name] });
      setEdited(null);
      onSaved();
    },
  };
}

/** Somebody else changed the same of the dataset after it was opened here. */
export class DatasetClash extends Error {
  constructor(
    message: string,
    readonly clashes: readonly Clash[],
    readonly theirs: SavedDataset,
  ) {
    super(message);
  }
}

interface SaveParts {
  readonly opened: SavedDataset | null;
  /** What was chosen where somebody else changed the same. */
  readonly answer: { readonly clash: DatasetClash; readonly choices: Choices } | null;
  readonly t: (text: string) => string;
}

/** Saves over the version that was opened; over a later one with what it changed, and with choices where both changed the same. */
async function saveDataset(draft: DatasetDraft, { opened, answer, t }: SaveParts): Promise<void> {
  const save = (changed: DatasetDraft, lastSeen: number) =>
    updateItem(resources.datasets, draft.id, { ...toDatasetChange(changed), last_modified_time: lastSeen });
  const saveWith = async (theirs: SavedDataset, choices: Choices, message: string) => {
    const versions = { base: toDraft(opened ?? theirs), theirs: toDraft(theirs), mine: draft };
    const merge = mergeDatasets(versions, choices, t);
    if (merge.clashes.some(({ id }) => !choices[id])) throw new DatasetClash(message, merge.clashes, theirs);
    await save(merge.draft, theirs.last_modified_time);
  };
  try {
    if (answer) await saveWith(answer.clash.theirs, answer.choices, answer.clash.message);
    else await save(draft, draft.last_modified_time);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409 || !opened) throw error;
    const { result } = await api.callEndpoint(datasetEndpoints.get, { params: { id: draft.id } });
    await saveWith(result, {}, error.message);
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
