import type { WireDashboardChart } from '@powerset/contract';
import type { DataMask, FilterEntry } from '../filters/index.ts';
import type { DeletedPart } from '../layout/index.ts';
import type { DashboardDataset } from './dashboard-data.ts';

/** A part that left the layout, with what is needed to show it again. */
export interface PartDeletion {
  readonly kind: 'part';
  readonly id: string;
  readonly part: DeletedPart;
  readonly charts: readonly WireDashboardChart[];
  readonly datasets: readonly DashboardDataset[];
  /** Until then discarding takes the deletion back. */
  readonly isSaved: boolean;
}

export interface FilterDeletion {
  readonly kind: 'filter';
  readonly id: string;
  readonly entry: FilterEntry;
  readonly index: number;
  /** Filters whose values depended on it. */
  readonly childIds: readonly string[];
  /** What was chosen in it. */
  readonly mask: DataMask | undefined;
}

/** What was deleted of a dashboard while its page is open. */
export type Deletion = PartDeletion | FilterDeletion;
