import { useEffect, useRef, useState } from 'react';
import { type FilterEntry, isFilter, removalDelayMs } from '../../filters/index.ts';
import { useDashboard } from '../../state/index.ts';

export interface FilterDraft {
  readonly entries: readonly FilterEntry[];
  readonly chosenId: string | null;
  /** Removed a moment ago; can be taken back. */
  readonly pending: readonly string[];
}

/** Removing an entry takes effect after a while, in which it can be taken back. */
export function useFilterDraft() {
  const filters = useDashboard((state) => state.filters);
  const [draft, setDraft] = useState<FilterDraft>({ entries: filters, chosenId: filters[0]?.id ?? null, pending: [] });
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const remove = (id: string) => {
    setDraft((last) => ({ ...last, pending: [...last.pending, id] }));
    const timer = setTimeout(() => setDraft((last) => withoutEntry(last, id)), removalDelayMs);
    timers.current.set(id, timer);
  };
  const restore = (id: string) => {
    clearTimeout(timers.current.get(id));
    setDraft((last) => ({ ...last, pending: last.pending.filter((other) => other !== id) }));
  };
  const add = (entry: FilterEntry) =>
    setDraft((last) => ({ ...last, entries: [...last.entries, entry], chosenId: entry.id }));
  const change = (entry: FilterEntry) =>
    setDraft((last) => ({ ...last, entries: last.entries.map((other) => (other.id === entry.id ? entry : other)) }));
  const move = (id: string, by: number) => setDraft((last) => ({ ...last, entries: moved(last.entries, id, by) }));
  const moveOver = (id: string, overId: string) =>
    setDraft((last) => {
      const place = (wanted: string) => last.entries.findIndex((entry) => entry.id === wanted);
      return { ...last, entries: moved(last.entries, id, place(overId) - place(id)) };
    });
  const choose = (chosenId: string) => setDraft((last) => ({ ...last, chosenId }));
  return { draft, remove, restore, add, change, move, moveOver, choose };
}

export function withoutEntry(draft: FilterDraft, id: string): FilterDraft {
  const entries = draft.entries
    .filter((entry) => entry.id !== id)
    .map((entry) =>
      isFilter(entry) && entry.cascadeParentIds.includes(id)
        ? { ...entry, cascadeParentIds: entry.cascadeParentIds.filter((parent) => parent !== id) }
        : entry,
    );
  return {
    entries,
    chosenId: draft.chosenId === id ? (entries[0]?.id ?? null) : draft.chosenId,
    pending: draft.pending.filter((other) => other !== id),
  };
}

function moved(entries: readonly FilterEntry[], id: string, by: number): readonly FilterEntry[] {
  const at = entries.findIndex((entry) => entry.id === id);
  const to = Math.max(0, Math.min(entries.length - 1, at + by));
  const rest = entries.filter((entry) => entry.id !== id);
  const entry = entries[at];
  return entry ? [...rest.slice(0, to), entry, ...rest.slice(to)] : entries;
}
