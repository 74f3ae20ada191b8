import { offsetLabel } from '@powerset/chart-kit';
import type { PartitionForm } from './form.ts';

/** The earlier periods that a form compares with, as the server names them. */
export function offsetsOf(form: PartitionForm): readonly string[] {
  if (form.time_series_option !== 'adv_anal') return [];
  return form.time_compare.map(String).map((shift) => (/^\d+ [a-z]+$/i.test(shift) ? `${shift} ago` : shift));
}

/** The columns of a metric's earlier periods. */
export const shiftedNames = (metric: string, offsets: readonly string[]): readonly string[] =>
  offsets.map((offset) => offsetLabel(metric, offset));

/** A value set against an earlier one, as the form asks. */
export function compareWith(value: number | null, earlier: number | null, type: string): number | null {
  if (type === 'values') return earlier;
  if (value === null || earlier === null) return null;
  if (type === 'absolute') return value - earlier;
  if (earlier === 0) return null;
  return type === 'ratio' ? value / earlier : value / earlier - 1;
}
