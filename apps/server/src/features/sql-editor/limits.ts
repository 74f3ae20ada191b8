import type { LimitingFactor } from '@powerset/contract';

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
