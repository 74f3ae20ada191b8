export type Whiskers =
  | { readonly whisker_type: 'tukey' | 'min/max' }
  | { readonly whisker_type: 'percentile'; readonly percentiles: readonly [number, number] };

/** What the form calls its whiskers, as post-processing knows them; null for what names none. */
export function readWhiskers(text: string): Whiskers | null {
  if (text === 'Tukey') return { whisker_type: 'tukey' };
  if (text === 'Min/max (no outliers)') return { whisker_type: 'min/max' };
  const [, low, high] = /^(\d{1,2})\/(\d{1,3}) percentiles$/.exec(text) ?? [];
  const percentiles = [Number(low), Number(high)] as const;
  return percentiles[0] < percentiles[1] && percentiles[1] <= 100 ? { whisker_type: 'percentile', percentiles } : null;
}
