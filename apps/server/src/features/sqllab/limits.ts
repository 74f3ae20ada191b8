import type { LimitingFactor } from '@powerset/contract';
import { applyLimit, findOuterLimit, type LexRules } from '@powerset/sql';

export interface LimitQuestion {
  /** The editor's limit; missing, 0 or negative asks for the maximum. */
  readonly requested: number | null | undefined;
  /** The statement's own LIMIT. */
  readonly own: number | null;
  readonly maximum: number;
}

export interface LimitDecision {
  readonly limit: number;
  readonly factor: LimitingFactor;
}

/** The smaller of the statement's limit and the editor's, and which one it was. */
export function decideLimit({ requested, own, maximum }: LimitQuestion): LimitDecision {
  const asked = requested && requested > 0 ? requested : maximum;
  const dropdown = Math.min(asked, maximum);
  if (own === null || own > dropdown) return { limit: dropdown, factor: 'DROPDOWN' };
  return { limit: own, factor: own < dropdown ? 'QUERY' : 'QUERY_AND_DROPDOWN' };
}

/**
 * The statement with a limit one above the decided one, so that the extra row tells that there would have been more.
 * A limit of its own is raised by that one row too.
 */
export function withProbeRow(text: string, limit: number, rules: LexRules): string {
  const own = findOuterLimit(text, rules);
  if (own && own.value !== null) return `${text.slice(0, own.start)}${limit + 1}${text.slice(own.end)}`;
  return applyLimit(text, limit + 1, rules);
}
