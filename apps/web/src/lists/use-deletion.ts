import { sayBeside } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { deletions, listMessages, type ResourceEndpoints, type RowOf, resources, useInvalidate } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { useShortcut } from '../shell/index.ts';
import type { DeletionWarning } from './DeleteModal.tsx';
import type { ListDefinition } from './list-definition.ts';

/** What is asked about before it is deleted, and what is said of those rows that something stands on. */
export interface DeletionQuestion<Row> {
  readonly rows: readonly Row[];
  readonly warnings: readonly DeletionWarning[];
}

/** Deletes rows with Undo until the list is left; asks first only where something else would stop working. */
export function useDeletion<T extends ResourceEndpoints>(definition: ListDefinition<T>, onDeleted: () => void) {
  const t = useT();
  const invalidate = useInvalidate();
  const [question, setQuestion] = useState<DeletionQuestion<RowOf<T>> | null>(null);
  const hasPending = useStore(deletions.store, ({ pending }) => pending.length > 0);
  useShortcut(
    { keys: 'Ctrl Z', label: t('Undo'), group: definition.title, run: () => void deletions.undoLast() },
    hasPending,
  );
  useEffect(() => () => void deletions.flush(), []);
  // The trash, too: it may have been opened, and read, before the server was asked.
  const reread = async () => {
    await Promise.all([invalidate(definition.resource), invalidate(resources.trash)]);
  };
  const remove = (rows: readonly RowOf<T>[]) => {
    deletions.remove(
      definition.resource,
      rows.map((row) => ({ id: row.id, name: definition.nameOf(row) })),
      { reread, isPrompt: definition.deletesPromptly === true },
    );
    onDeleted();
  };
  /** The rows that nothing keeps; what keeps the others is said at once, not when it is too late to look. */
  const withoutRefused = async (rows: readonly RowOf<T>[]) => {
    const say = sayBeside();
    const refusals = await Promise.all(
      rows.map(async (row) => (await definition.askDeleteRefusal?.(row).catch(() => null)) ?? null),
    );
    for (const [at, refusal] of refusals.entries()) {
      const row = rows[at];
      if (row && refusal !== null) say.danger(listMessages.deleteFailed(refusal, definition.nameOf(row)));
    }
    return rows.filter((_row, at) => refusals[at] === null);
  };
  const ask = async (chosen: readonly RowOf<T>[]) => {
    const rows = await withoutRefused(chosen);
    if (rows.length === 0) return;
    const warnings = await warningsOf(definition, rows);
    if (warnings.length === 0) remove(rows);
    else setQuestion({ rows, warnings });
  };
  return { question, close: () => setQuestion(null), remove, ask };
}

async function warningsOf<T extends ResourceEndpoints>(
  { nameOf, deleteWarning }: ListDefinition<T>,
  rows: readonly RowOf<T>[],
): Promise<readonly DeletionWarning[]> {
  // Who may not read what stands on it may still delete it: the server has the last word.
  const texts = await Promise.all(rows.map((row) => deleteWarning?.(row).catch(() => null)));
  return rows.flatMap((row, at) => {
    const text = texts[at];
    return text ? [{ id: row.id, name: nameOf(row), text }] : [];
  });
}
