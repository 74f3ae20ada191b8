import type { ChartForm, CrossFilterSelection } from '@powerset/chart-kit';
import type { BrushChoices, ChosenSlices, EnterDrawing } from '@powerset/charts/views';
import type { ChartDataRequest } from '@powerset/contract';
import type { DashboardStore } from './dashboard-store.ts';

export interface ChartPayload {
  /** The form under the dashboard's filters. */
  readonly form: ChartForm;
  readonly request: ChartDataRequest;
  /** Two requests of the same text have the same answer. */
  readonly key: string;
}

export interface ChartAsk {
  readonly chartId: number;
  readonly key: string;
  readonly request: ChartDataRequest;
  readonly isForced?: boolean;
}

/** Loads charts: what is asked within one moment goes out as one request, and a chart asked anew forgets its old answer. */
export interface ChartLoader {
  ask(ask: ChartAsk): void;
  askAll(asks: readonly ChartAsk[]): void;
  /** Really ends a chart's query: the batch is broken off, and what else it carried is asked again. */
  stop(chartId: number): void;
  dispose(): void;
}

/**
 * Keeps charts in step with the state: whatever is in view and would ask something else than it shows is asked, in one
 * request, in the moment of the change and before anything is drawn anew.
 */
export interface ChartFeed {
  /** What a chart asks now; the same object as long as nothing that concerns it changes. */
  payloadOf(chartId: number): ChartPayload | undefined;
  /** A chart type has arrived: its charts that are seen are asked for. */
  takeTypes(): void;
  /** These charts are in view, or are about to be. */
  see(chartIds: readonly number[]): void;
  /** A chart has left the screen: it is asked again when it returns. */
  leave(chartId: number): void;
  /** Keeps charts in step as if they were in view, until the answer is called. */
  hold(chartIds: readonly number[]): () => void;
  /** Asks charts past the cache, whatever they show: now those in view, the others when they come into view. */
  reload(chartIds: readonly number[]): void;
  /** Asks charts once more what nobody answered. */
  again(chartIds: readonly number[]): void;
  /** What a chart would ask if this were chosen in another one. */
  payloadUnder(
    chartId: number,
    brushed: { readonly chartId: number; readonly selection: CrossFilterSelection },
  ): ChartPayload | undefined;
  dispose(): void;
}

/** Lets the charts of a dashboard follow a brush while it is dragged over one of them. */
export interface BrushFeed {
  /** Somebody may soon drag over a chart: what would follow is brought to the page. */
  ready(chartId: number, choices: BrushChoices): void;
  /** So much is chosen by now; null where the drag was broken off. */
  move(chartId: number, choices: BrushChoices, chosen: ChosenSlices | null): void;
  /** The brush was let go: what charts show stays until their answers come. */
  settle(): void;
  dispose(): void;
}

/** A dashboard that is open: its state, and what asks for its charts' rows (made in `loading`). */
export interface OpenDashboard {
  readonly store: DashboardStore;
  readonly loader: ChartLoader;
  readonly feed: ChartFeed;
  readonly brushes: BrushFeed;
  /** Makes what takes most of a frame, at once or when frames have room for it. */
  readonly enterTurn: EnterDrawing;
}
