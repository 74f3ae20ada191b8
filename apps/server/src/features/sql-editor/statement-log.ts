import { randomUUID } from 'node:crypto';
import type { QueryState, WireQueryRunExtra, WireStatementRun } from '@powerset/contract';
import type { QueryRun } from '../../query-runs/index.ts';
import type { PlannedStatement } from './script.ts';

/** Of so many statements of a run the rows are kept, besides those of the last. */
const mostKept = 20;
/** So many are told of, and the one at work: what is told of a run goes out several times a second. */
const mostTold = 40;
/** Characters of a statement's text. */
const toldText = 2000;
/** Characters of a failure's message. */
const toldMessage = 2000;

/** What came of a statement. */
export interface StatementOutcome {
  readonly rowCount: number;
  readonly isTruncated: boolean;
  readonly kept: { readonly key: string } | null;
}

/** Notes how each statement of a script goes; of a script of one statement the run itself tells. */
export interface StatementLog {
  begin(index: number): void;
  end(outcome: StatementOutcome): void;
  /** The statement at work came to nothing. */
  fail(state: QueryState, message: string): void;
  /** Whether the rows of one more statement are kept. */
  hasRoom(): boolean;
  extra(): Pick<WireQueryRunExtra, 'statements' | 'statement_count'>;
}

export function createStatementLog(plan: readonly PlannedStatement[], now: () => Date): StatementLog {
  const told: WireStatementRun[] = [];
  let keptCount = 0;
  const change = (part: Partial<WireStatementRun>) => {
    const current = told.pop();
    if (current) told.push({ ...current, ...part });
  };
  return {
    begin: (index) => {
      // The one at work is told of, however many were before it.
      if (told.length > mostTold) told.pop();
      told.push({
        index,
        sql: (plan[index]?.text ?? '').slice(0, toldText),
        state: 'running',
        startDttm: now().getTime(),
        endDttm: null,
        rows: null,
        resultsKey: null,
        is_truncated: false,
        error: null,
      });
    },
    end: ({ rowCount, isTruncated, kept }) => {
      if (kept) keptCount += 1;
      const result = { rows: rowCount, is_truncated: isTruncated, resultsKey: kept?.key ?? null };
      change({ ...result, state: 'success', endDttm: now().getTime() });
    },
    fail: (state, message) => change({ state, error: message.slice(0, toldMessage), endDttm: now().getTime() }),
    hasRoom: () => keptCount < mostKept && told.length <= mostTold,
    extra: () => (plan.length === 1 ? {} : { statements: [...told], statement_count: plan.length }),
  };
}

/** Names its run, so that whoever reads the result is asked about as about the run's own. */
export function newStatementKey(run: Pick<QueryRun, 'id'>, index: number): string {
  return `${run.id}-${index}-${randomUUID()}`;
}
