import type { CrossFilterSelection } from '@powerset/chart-kit';
import type { ChartMenuRequest, MarkFilter } from '@powerset/charts/views';
import type { DrillStep } from './drill-by.ts';
import type { DrillSubject } from './subject.ts';

/** What the page does with the marks of a chart. */
export interface MarkActions {
  /** Labels of marks that filter others now. */
  readonly selectedLabels?: readonly string[];
  readonly onSelect?: ((selection: CrossFilterSelection | null) => void) | undefined;
  /** Keeps only the rows of these values, or all others. */
  readonly onNarrow?: ((kind: 'only' | 'not', filters: readonly MarkFilter[]) => void) | undefined;
  readonly editHref?: string | undefined;
}

/** What is to be explained: a mark with its time, or the whole chart. */
export interface Explained {
  readonly filters: readonly MarkFilter[];
  readonly metric: string | null;
  /** Where a range was chosen: the first of its marks, with which the last can be compared. */
  readonly first?: MarkFilter | undefined;
}

/** What of a chart is open: the menu of a mark, or where it led. */
export type DrillPlace =
  | { readonly kind: 'menu'; readonly request: ChartMenuRequest }
  | { readonly kind: 'detail'; readonly filters: readonly MarkFilter[] }
  | { readonly kind: 'explain'; readonly explained: Explained }
  | { readonly kind: 'by'; readonly steps: readonly DrillStep[]; readonly filters: readonly MarkFilter[] };

/** What is drawn beside a chart while something of it is open. */
export interface LayerProps {
  readonly subject: DrillSubject;
  readonly actions: MarkActions;
  readonly place: DrillPlace;
  readonly mayDrill: boolean;
  readonly onPlace: (place: DrillPlace | null) => void;
}
