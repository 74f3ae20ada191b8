import type { QueryState, WireStatementRun } from '@powerset/contract';
import type { RunEntry } from '../runs/run-store.ts';
import type { PinnedResult } from './pinned-results.ts';

/** A result that can be looked at: of a statement, of a whole run, or a pinned one. */
export interface ResultView {
  readonly id: string;
  /** What people called it. */
  readonly name: string | null;
  /** Its place in the script, from 0; null for what is no part of several. */
  readonly index: number | null;
  readonly isPinned: boolean;
  readonly entry: RunEntry;
}

/** The result of each statement of a run of several; of another run the one that it has. */
export function viewsOfRun(entry: RunEntry): readonly ResultView[] {
  const { statements } = entry.query.extra;
  if (!statements?.length) return [{ id: entry.query.id, name: null, index: null, isPinned: false, entry }];
  return statements.map((statement) => {
    const own = toStatementEntry(entry, statement);
    return { id: own.query.id, name: null, index: statement.index, isPinned: false, entry: own };
  });
}

/** A statement as a run of its own, so that it is shown as one. */
function toStatementEntry(entry: RunEntry, statement: WireStatementRun): RunEntry {
  const { query } = entry;
  const isLast = statement.index + 1 === query.extra.statement_count;
  const isFailed = statement.state === 'failed' || statement.state === 'timed_out';
  const ownExtra = { progress: null, is_truncated: statement.is_truncated };
  return {
    ...entry,
    query: {
      ...query,
      id: `${query.id} ${statement.index}`,
      sql: statement.sql,
      state: stateOf(entry, statement),
      rows: statement.rows,
      resultsKey: statement.resultsKey,
      startDttm: statement.startDttm,
      endDttm: statement.endDttm,
      errorMessage: statement.error,
      ctas: query.ctas && isLast,
      limitingFactor: isLast ? query.limitingFactor : 'UNKNOWN',
      extra: isLast ? query.extra : ownExtra,
    },
    problem: isFailed ? entry.problem : null,
    inlineRows: isLast ? entry.inlineRows : null,
    firstRows: entry.firstRows?.statement === statement.index ? entry.firstRows : null,
  };
}

/** Whatever became of the run ended what was at work in it. */
function stateOf({ query }: RunEntry, { state }: WireStatementRun): QueryState {
  const isOver = !['running', 'pending', 'fetching'].includes(query.state);
  return isOver && state === 'running' ? query.state : state;
}

export function viewOfPinned({ id, name, query }: PinnedResult): ResultView {
  const entry: RunEntry = {
    query,
    problem: null,
    inlineRows: null,
    firstRows: null,
    origin: { lines: 0, columns: 0 },
    isHidden: false,
    isCleared: false,
  };
  return { id, name, index: null, isPinned: true, entry };
}

/** What is in front when nobody has chosen: what is at work or went wrong, else the last. */
export function frontView(views: readonly ResultView[]): ResultView | undefined {
  return views.find(({ entry }) => entry.query.state !== 'success') ?? views.at(-1);
}

/** How many statements of a run are not listed: some never began, some began besides those that are told of. */
export function unlistedOf({ query }: RunEntry): { readonly notRun: number; readonly more: number } {
  const { statements = [], statement_count: count = 0 } = query.extra;
  const begun = (statements.at(-1)?.index ?? -1) + 1;
  return { notRun: statements.length === 0 ? 0 : count - begun, more: begun - statements.length };
}

const shortLength = 28;

/** The beginning of a statement without the comments before it, as a label. */
export function shortSql(sql: string): string {
  const text = sql
    .replace(/^(\s*(--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/))+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > shortLength ? `${text.slice(0, shortLength)}…` : text;
}
