import type { ResultChart } from '@powerset/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyedStorage } from '../../tabs/local-copy.ts';

/** How the results of a tab's statement are looked at. */
export interface ChartChoice {
  readonly tabId: string;
  readonly sql: string;
  readonly isShown: boolean;
  /** Null as long as nobody has changed what was suggested. */
  readonly chart: ResultChart | null;
}

export interface ChartChoices {
  readonly store: StoreApi<{ readonly choices: readonly ChartChoice[] }>;
  choose(place: ChartPlace, change: Partial<Pick<ChartChoice, 'isShown' | 'chart'>>): void;
  /** A tab has another id: its choices follow. */
  moveTab(from: string, to: string): void;
}

export interface ChartPlace {
  readonly tabId: string;
  readonly sql: string;
}

const mostOfAll = 100;
/** Statements that begin alike for so long are taken for the same. */
const comparedSql = 2000;

/** Charts of results, kept in the browser over runs and reloads. */
export function createChartChoices(storage: KeyedStorage, userId: number): ChartChoices {
  const key = `powerset.sql-editor.charts.${userId}`;
  const store = createStore<{ readonly choices: readonly ChartChoice[] }>(() => ({ choices: read(storage, key) }));
  const change = (choices: readonly ChartChoice[]) => {
    store.setState({ choices });
    write(storage, key, choices);
  };
  const all = () => store.getState().choices;
  return {
    store,
    choose: (place, part) => {
      const before = findChoice(all(), place) ?? { ...place, sql: toKey(place.sql), isShown: false, chart: null };
      change([...all().filter((choice) => choice !== before), { ...before, ...part }].slice(-mostOfAll));
    },
    moveTab: (from, to) => change(all().map((choice) => (choice.tabId === from ? { ...choice, tabId: to } : choice))),
  };
}

export function findChoice(choices: readonly ChartChoice[], { tabId, sql }: ChartPlace): ChartChoice | undefined {
  const text = toKey(sql);
  return choices.find((choice) => choice.tabId === tabId && choice.sql === text);
}

function toKey(sql: string): string {
  return sql.trim().slice(0, comparedSql);
}

function read(storage: KeyedStorage, key: string): readonly ChartChoice[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isChoice) : [];
  } catch {
    return [];
  }
}

function isChoice(value: unknown): value is ChartChoice {
  // Looked at field by field; only this module writes it.
  const { tabId, sql, isShown, chart } = (value ?? {}) as Partial<Record<keyof ChartChoice, unknown>>;
  const hasFigures = Array.isArray((chart as { y?: unknown } | null | undefined)?.y);
  return (
    typeof tabId === 'string' &&
    typeof sql === 'string' &&
    typeof isShown === 'boolean' &&
    (chart === null || hasFigures)
  );
}

function write(storage: KeyedStorage, key: string, choices: readonly ChartChoice[]): void {
  try {
    storage.setItem(key, JSON.stringify(choices));
  } catch {
    // Full or forbidden storage: they last for this visit.
  }
}
