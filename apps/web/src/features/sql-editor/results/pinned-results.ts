import type { WireQueryRun } from '@powerset/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyedStorage } from '../tabs/local-copy.ts';

/** A result that stays beside later ones, until it is closed. */
export interface PinnedResult {
  readonly id: string;
  readonly tabId: string;
  readonly name: string;
  /** The run or statement that it came of, with what is shown of it. */
  readonly query: WireQueryRun;
}

export interface PinnedResults {
  readonly store: StoreApi<{ readonly results: readonly PinnedResult[] }>;
  pin(result: PinnedResult): void;
  rename(id: string, name: string): void;
  unpin(id: string): void;
  /** A tab has another id: its results follow. */
  moveTab(from: string, to: string): void;
}

const mostOfTab = 12;
const mostOfAll = 100;
const keptSql = 10_000;
const keptColumns = 200;

/** Pinned results, kept in the browser over reloads; their rows are the server's. */
export function createPinnedResults(storage: KeyedStorage, userId: number): PinnedResults {
  const key = `powerset.sql-editor.pinned.${userId}`;
  const store = createStore<{ readonly results: readonly PinnedResult[] }>(() => ({ results: read(storage, key) }));
  const change = (results: readonly PinnedResult[]) => {
    store.setState({ results });
    write(storage, key, results);
  };
  const all = () => store.getState().results;
  return {
    store,
    pin: (result) => {
      const others = all().filter(({ id }) => id !== result.id);
      const ofTab = others.filter(({ tabId }) => tabId === result.tabId);
      const tooMany = new Set(ofTab.slice(0, Math.max(0, ofTab.length + 1 - mostOfTab)).map(({ id }) => id));
      const kept = others.filter(({ id }) => !tooMany.has(id));
      change([...kept, { ...result, query: trim(result.query) }].slice(-mostOfAll));
    },
    rename: (id, name) => change(all().map((result) => (result.id === id ? { ...result, name } : result))),
    unpin: (id) => change(all().filter((result) => result.id !== id)),
    moveTab: (from, to) => change(all().map((result) => (result.tabId === from ? { ...result, tabId: to } : result))),
  };
}

/** A browser keeps little. */
function trim(query: WireQueryRun): WireQueryRun {
  const { columns, is_truncated, result_bytes } = query.extra;
  return {
    ...query,
    sql: query.sql.slice(0, keptSql),
    executedSql: null,
    extra: {
      progress: null,
      ...(columns ? { columns: columns.slice(0, keptColumns) } : {}),
      ...(is_truncated === undefined ? {} : { is_truncated }),
      ...(result_bytes === undefined ? {} : { result_bytes }),
    },
  };
}

function read(storage: KeyedStorage, key: string): readonly PinnedResult[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isPinned) : [];
  } catch {
    return [];
  }
}

function isPinned(value: unknown): value is PinnedResult {
  // Looked at field by field; only this module writes it.
  const { id, tabId, name, query } = (value ?? {}) as Partial<Record<keyof PinnedResult, unknown>>;
  const key = (query as { resultsKey?: unknown } | null | undefined)?.resultsKey;
  return [id, tabId, name, key].every((field) => typeof field === 'string');
}

function write(storage: KeyedStorage, key: string, results: readonly PinnedResult[]): void {
  try {
    storage.setItem(key, JSON.stringify(results));
  } catch {
    // Full or forbidden storage: they last for this visit.
  }
}
