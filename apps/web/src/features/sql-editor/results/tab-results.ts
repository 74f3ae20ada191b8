import type { KeyedStorage } from '../tabs/local-copy.ts';
import { type ChartChoices, createChartChoices } from './chart/chart-choices.ts';
import { createPinnedResults, type PinnedResults } from './pinned-results.ts';

/** What the browser keeps of the results of tabs. */
export interface TabResults {
  /** Results that stay beside those of later runs. */
  readonly pinned: PinnedResults;
  /** Results that are looked at as charts. */
  readonly charts: ChartChoices;
}

export interface KeptTabResults extends TabResults {
  /** A tab has another id: what is kept of it follows. */
  moveTab(from: string, to: string): void;
}

export function createTabResults(storage: KeyedStorage, userId: number): KeptTabResults {
  const pinned = createPinnedResults(storage, userId);
  const charts = createChartChoices(storage, userId);
  const moveTab = (from: string, to: string) => {
    pinned.moveTab(from, to);
    charts.moveTab(from, to);
  };
  return { pinned, charts, moveTab };
}
