import { useEffect, useRef, useState } from 'react';
import { type FilterEntry, type FilterWish, isFilter, removalDelayMs } from '../../filters/index.ts';
import { useDashboard } from '../../state/index.ts';

export interface FilterDraft {
  readonly entries: readonly FilterEntry[];
  readonly chosenId: string | null;
  /** Removed a moment ago; can be taken back. */
  readonly pending: readonly string[];
  /** What was switched on in an entry, filled in or not. */
  readonly wishes: Readonly<Record<string, readonly FilterWish[]>>;
  /** Entries that were left, or that saving was tried with: they say what they lack. */
  readonly judged: readonly string[];
}

const nothingElse = { pending: [], wishes: {}, judged: [] };

/** Removing an entry takes effect after a while, in which it can be taken back. */
export function useFilterDraft() {
  const filters = useDashboard((state) => state.filters);
  const [draft, setDraft] = useState<FilterDraft>({
    ...nothingElse,
    entries: filters,
    chosenId: filters[0]?.id ?? null,
  });
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
    setDraft((last) => chosenIn({ ...last, entries: [...last.entries, entry] }, entry.id));
  const change = (entry: FilterEntry) =>
    setDraft((last) => ({ ...last, entries: last.entries.map((other) => (other.id === entry.id ? entry : other)) }));
  const move = (id: string, by: number) => setDraft((last) => ({ ...last, entries: moved(last.entries, id, by) }));
  const moveOver = (id: string, overId: string) =>
    setDraft((last) => {
      const place = (wanted: string) => last.entries.findIndex((entry) => entry.id === wanted);
      return { ...last, entries: moved(last.entries, id, place(overId) - place(id)) };
    });
  const choose = (chosenId: string) => setDraft((last) => chosenIn(last, chosenId));
  const wish = (id: string, what: FilterWish, isOn: boolean) =>
    setDraft((last) => {
      const others = (last.wishes[id] ?? []).filter((one) => one !== what);
      return { ...last, wishes: { ...last.wishes, [id]: isOn ? [...others, what] : others } };
    });
  const judge = () => setDraft((last) => ({ ...last, judged: last.entries.map(({ id }) => id) }));
  return { draft, remove, restore, add, change, move, moveOver, choose, wish, judge };
}

/** Whoever goes on to another entry is done with this one, as far as he knows. */
function chosenIn(draft: FilterDraft, chosenId: string): FilterDraft {
  const left = draft.chosenId === null || draft.chosenId === chosenId ? [] : [draft.chosenId];
  return { ...draft, chosenId, judged: [...new Set([...draft.judged, ...left])] };
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
    ...draft,
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
