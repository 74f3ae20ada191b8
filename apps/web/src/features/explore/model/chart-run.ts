import type { ChartDefinition, ChartForm } from '@powerset/chart-kit';
import type { ChartTableResult, QueryObject, ResultTable } from '@powerset/contract';
import { ApiError, errorText, isUnanswered } from '../../../api/index.ts';
import { type ChartStatus, withOwnState } from '../../../chart-runs/index.ts';
import type { ExploreDataset } from './dataset.ts';

/** What was drawn last: the form, its dataset as it was then, and the answers. */
export interface Drawn {
  readonly form: ChartForm;
  readonly dataset: ExploreDataset;
  /** What the chart itself remembered, as the page of a table that the server pages. */
  readonly ownState?: Readonly<Record<string, unknown>> | undefined;
  /** What was asked for it. */
  readonly queries?: readonly QueryObject[];
  readonly results: readonly ChartTableResult[];
  readonly tables: readonly ResultTable[];
}

export interface ChartRun {
  /** Null before anybody asked. */
  readonly status: ChartStatus | null;
  readonly error: ApiError | null;
  readonly alert: string | null;
  /** No answer came at all: it is asked again when the server is reached. */
  readonly isUnanswered?: boolean | undefined;
  readonly drawn: Drawn | null;
  readonly startedAt: number | null;
  readonly queryMs: number | null;
}

/** Sentences in the language of whoever looks on. */
export type Words = (text: string, values?: Readonly<Record<string, string>>) => string;

/** A chart that nobody asked for yet. */
export const idleRun: ChartRun = {
  status: null,
  error: null,
  alert: null,
  drawn: null,
  startedAt: null,
  queryMs: null,
};

export function toLoading(run: ChartRun, startedAt: number): ChartRun {
  return { ...run, status: 'loading', error: null, alert: null, isUnanswered: undefined, startedAt };
}

export function toSuccess(drawn: Drawn, queryMs: number): ChartRun {
  return { ...idleRun, status: 'success', drawn, queryMs };
}

/** The first query's error, or `Network error.` when no answer came. */
export function toFailed(run: ChartRun, error: unknown, t: Words): ChartRun {
  const failed = { ...run, status: 'failed' as const, isUnanswered: isUnanswered(error) || undefined, startedAt: null };
  if (!(error instanceof ApiError)) return { ...failed, error: null, alert: errorText(error) };
  if (error.status === 0) return { ...failed, error: null, alert: t('Network error.') };
  return { ...failed, error, alert: errorText(error) };
}

/** The picture stays as it is and remembers what its reader did to it. */
export function toRemembered(run: ChartRun, ownState: Readonly<Record<string, unknown>>): ChartRun {
  return run.drawn ? { ...run, drawn: { ...run.drawn, ownState } } : run;
}

/** Whether a chart that remembers something else would ask for the same, as columns that only moved do. */
export function asksTheSame(
  { form, ownState }: Pick<Drawn, 'form' | 'ownState'>,
  next: { readonly definition: ChartDefinition; readonly ownState: Readonly<Record<string, unknown>> },
): boolean {
  // A plugin's queries are not at hand: they are asked for again.
  if (next.definition.asked) return false;
  const asked = (state: Drawn['ownState']) => JSON.stringify(next.definition.toQueries(withOwnState(form, state)));
  return asked(ownState) === asked(next.ownState);
}

export function toStopped(run: ChartRun, t: Words): ChartRun {
  return run.status === 'loading'
    ? { ...run, status: 'stopped', alert: t('Updating chart was stopped'), startedAt: null }
    : run;
}

export function toRendered(run: ChartRun): ChartRun {
  return run.status === 'success' ? { ...run, status: 'rendered' } : run;
}

export function toRenderFailed(run: ChartRun, error: Error, t: Words): ChartRun {
  const alert = t('An error occurred while rendering the visualization: {{message}}', { message: error.message });
  return { ...run, status: 'failed', alert };
}

/** How many rows there are, and the limit that cut them off; 0 where none did. A page of all rows is no limit. */
export function rowFactsOf({ form, results, tables }: Pick<Drawn, 'form' | 'results' | 'tables'>) {
  const [first] = results;
  const shown = first?.sql_rowcount ?? tables[0]?.rowCount ?? 0;
  // The server knows the limit: where the rest is a row of its own, that one is beyond it.
  if (form.server_pagination !== true) return { count: shown, limit: first?.limitReached ?? 0 };
  const counted = Number(tables[1]?.columns[0]?.values[0] ?? shown);
  return { count: Number.isFinite(counted) ? counted : shown, limit: 0 };
}
