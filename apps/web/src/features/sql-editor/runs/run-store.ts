import { activeQueryStates, type WireFirstRows, type WireQueryRun } from '@powerset/contract';
import type { RunProblem } from './run-error.ts';

/** A run as the page knows it. */
export interface RunEntry {
  readonly query: WireQueryRun;
  readonly problem: RunProblem | null;
  /** Rows of a statement whose result is not kept. */
  readonly inlineRows: readonly Readonly<Record<string, unknown>>[] | null;
  /** The first rows of its result, shown while the rest still arrives. */
  readonly firstRows: Omit<WireFirstRows, 'client_id'> | null;
  /** Where the run's text starts in the editor's, when only a selection was run: lines before it, characters in its first line. */
  readonly origin: { readonly lines: number; readonly columns: number };
  readonly isHidden: boolean;
  /** Its rows were taken off the screen. */
  readonly isCleared: boolean;
}

export interface RunsState {
  readonly runs: Readonly<Record<string, RunEntry>>;
}

export function isActive(query: Pick<WireQueryRun, 'state'>): boolean {
  return activeQueryStates.includes(query.state);
}

/** Puts what the server says of a run beside what the page knows of it. */
export function noteRun(state: RunsState, query: WireQueryRun, change: Partial<RunEntry> = {}): RunsState {
  const known = state.runs[query.id];
  const entry: RunEntry = {
    problem: null,
    inlineRows: null,
    firstRows: null,
    origin: { lines: 0, columns: 0 },
    isHidden: false,
    isCleared: false,
    ...known,
    query,
    ...change,
  };
  return { runs: { ...state.runs, [query.id]: entry } };
}

/** Its rows are not shown any more, until it is asked for again. */
export function clearResults(state: RunsState, clientId: string): RunsState {
  const known = state.runs[clientId];
  return known
    ? noteRun(state, known.query, { isCleared: true, inlineRows: null, firstRows: null, problem: null })
    : state;
}

export function showResults(state: RunsState, clientId: string): RunsState {
  const known = state.runs[clientId];
  return known?.isCleared ? noteRun(state, known.query, { isCleared: false }) : state;
}

export function forgetRun(state: RunsState, clientId: string): RunsState {
  const { [clientId]: _, ...runs } = state.runs;
  return { runs };
}

/** A tab has another id: its runs follow. */
export function moveRuns(state: RunsState, from: string, to: string): RunsState {
  const move = (entry: RunEntry): RunEntry =>
    entry.query.sqlEditorId === from ? { ...entry, query: { ...entry.query, sqlEditorId: to } } : entry;
  return { runs: Object.fromEntries(Object.entries(state.runs).map(([id, entry]) => [id, move(entry)])) };
}

/** Runs of a tab that people started, newest first. */
export function runsOfTab(state: RunsState, tabId: string): readonly RunEntry[] {
  return Object.values(state.runs)
    .filter(({ query, isHidden }) => query.sqlEditorId === tabId && !query.isDataPreview && !isHidden)
    .sort((one, other) => (other.query.startDttm ?? 0) - (one.query.startDttm ?? 0));
}
