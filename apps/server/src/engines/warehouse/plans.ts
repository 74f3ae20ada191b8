import type { PlanStep } from '../plan-step.ts';
import { type Batch, rowsOf } from '../remote/index.ts';

/** A plan of which the server tells more than a text. */
export interface ServerPlan {
  readonly steps: readonly PlanStep[];
  /** What all of it is reckoned to cost, with labels; null where nothing is told of that. */
  readonly figures: Readonly<Record<string, string>> | null;
}

/** A row of a plan by the names of its columns, in small letters. */
export type PlanRow = Readonly<Record<string, string | null>>;

/** More than is read of any plan. */
export const mostPlanRows = 1000;

export function toPlanRows(batches: readonly Batch[]): readonly PlanRow[] {
  return batches.flatMap((batch) => {
    const names = batch.columns.map(({ name }) => name.toLowerCase());
    return rowsOf(batch).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  });
}

export function numberIn(row: PlanRow, name: string): number | null {
  const text = row[name];
  const value = text === null || text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** As many of a step's words as there are, in the order of their labels. */
export function detailsOf(row: PlanRow, labels: Readonly<Record<string, string>>): PlanStep['details'] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const text = row[name] ?? '';
    return text === '' ? [] : [{ label, text: text.length > mostText ? `${text.slice(0, mostText)}…` : text }];
  });
}

const mostText = 2000;

/** For whoever reads plans as text: a line for each step, further to the right the deeper it stands. */
export function toPlanLines(steps: readonly PlanStep[]): readonly string[] {
  return steps.map(({ depth, name, details, estimatedRows }) => {
    const rows = estimatedRows === null ? '' : ` (rows=${estimatedRows})`;
    const words = details.map(({ label, text }) => `${label}: ${text}`).join('; ');
    return `${'  '.repeat(depth)}${name}${rows}${words === '' ? '' : ` ${words}`}`;
  });
}
