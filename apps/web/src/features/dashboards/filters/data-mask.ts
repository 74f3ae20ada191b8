import type { ExtraFormData } from '@powerset/chart-kit';

export interface FilterState {
  readonly value?: unknown;
  readonly label?: string;
  readonly selectedValues?: readonly unknown[];
  readonly [key: string]: unknown;
}

/** What one filter, or one chart's selection, says: to other charts, of itself, and for its own use. */
export interface DataMask {
  readonly id: string;
  readonly extraFormData: ExtraFormData;
  readonly filterState: FilterState;
  readonly ownState: Readonly<Record<string, unknown>>;
}

export type DataMasks = Readonly<Record<string, DataMask>>;
