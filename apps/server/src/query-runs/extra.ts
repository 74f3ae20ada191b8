import type { WireQueryRunExtra } from '@powerset/contract';

/** What a run's row says besides its columns. */
export function parseExtra(text: string | null): WireQueryRunExtra {
  if (!text) return { progress: null };
  // Only this server writes the column, always an object.
  return { progress: null, ...(JSON.parse(text) as Partial<WireQueryRunExtra>) };
}
