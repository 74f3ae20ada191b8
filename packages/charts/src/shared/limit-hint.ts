import { type ModelContext, msg, type Undrawn } from '@powerset/chart-kit';

/** The row limit that cut rows off, if one did. */
export const limitReachedOf = ({ answers }: Pick<ModelContext, 'answers'>): number | null =>
  answers?.[0]?.limitReached ?? null;

const most = 50_000;

/** That rows are missing, and the press that asks for more of them. */
export function missingRows(limit: number | null, text: string): Undrawn | null {
  if (limit === null) return null;
  const remedy = { label: msg('Take up to 50,000 rows'), changes: { row_limit: most } };
  return { isAll: false, title: { text, values: { limit } }, ...(limit < most ? { remedy } : {}) };
}
