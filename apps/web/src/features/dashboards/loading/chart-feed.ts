import type { ChartDefinition } from '@powerset/chart-kit';
import { extraFormDataFor } from '../filters/index.ts';
import {
  type ChartAsk,
  type ChartFeed,
  type ChartLoader,
  type ChartPayload,
  type DashboardState,
  datasetIdOf,
} from '../state/index.ts';
import { type PayloadInput, toPayload } from './chart-payloads.ts';

export type FedState = Pick<
  DashboardState,
  | 'charts'
  | 'datasets'
  | 'filters'
  | 'bar'
  | 'crossMasks'
  | 'crossScopes'
  | 'ownStates'
  | 'metadata'
  | 'runs'
  | 'urlParams'
>;

export interface FeedParts {
  readonly getState: () => FedState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly loader: Pick<ChartLoader, 'askAll'>;
  readonly findDefinition: (key: string) => ChartDefinition | undefined;
  /** The first answer of each chart must not come from the cache. */
  readonly startsPastCache?: boolean;
}

interface Remembered {
  /** The parts of the state from which it was worked out. */
  readonly sources: readonly unknown[];
  readonly input: PayloadInput;
  readonly payload: ChartPayload | undefined;
}

export function createChartFeed(parts: FeedParts): ChartFeed {
  const { getState, subscribe, loader, findDefinition } = parts;
  const seen = new Set<number>();
  let holds: readonly (readonly number[])[] = [];
  const stale = new Set<number>();
  const remembered = new Map<number, Remembered>();
  let sources = sourcesOf(getState());

  /** The same list as long as all of its parts are the same. */
  const currentSources = () => {
    const now = sourcesOf(getState());
    if (!isSameList(now, sources)) sources = now;
    return sources;
  };
  const payloadOf = (chartId: number): ChartPayload | undefined => {
    const now = currentSources();
    const known = remembered.get(chartId);
    if (known?.sources === now) return known.payload;
    const input = inputOf(chartId, getState(), findDefinition);
    if (!input) return undefined;
    const payload = known && isSameInput(known.input, input) ? known.payload : toPayload(input);
    remembered.set(chartId, { sources: now, input, payload });
    return payload;
  };
  const toAsk = (chartId: number, isForced: boolean): readonly ChartAsk[] => {
    const payload = payloadOf(chartId);
    const run = getState().runs[chartId];
    const isPastCache = isForced || stale.has(chartId) || (!run && parts.startsPastCache === true);
    if (!payload || (!isPastCache && run?.key === payload.key)) return [];
    stale.delete(chartId);
    return [{ chartId, key: payload.key, request: payload.request, isForced: isPastCache }];
  };
  const ask = (chartIds: Iterable<number>, isForced = false) => {
    const asks = [...chartIds].flatMap((chartId) => toAsk(chartId, isForced));
    if (asks.length > 0) loader.askAll(asks);
  };
  let asked = sources;
  const stop = subscribe(() => {
    if (currentSources() === asked) return;
    asked = sources;
    ask(new Set([...seen, ...holds.flat()]));
  });
  return {
    payloadOf,
    see: (chartIds) => {
      for (const chartId of chartIds) seen.add(chartId);
      ask(chartIds);
    },
    leave: (chartId) => void seen.delete(chartId),
    hold: (chartIds) => {
      holds = [...holds, chartIds];
      ask(chartIds);
      return () => {
        holds = holds.filter((held) => held !== chartIds);
      };
    },
    reload: (chartIds) => {
      for (const chartId of chartIds) if (!seen.has(chartId)) stale.add(chartId);
      ask(
        chartIds.filter((chartId) => seen.has(chartId)),
        true,
      );
    },
    dispose: stop,
  };
}

/** Parts of the state that decide what charts ask. */
function sourcesOf(state: FedState): readonly unknown[] {
  const { charts, datasets, filters, bar, crossMasks, crossScopes, ownStates, metadata } = state;
  return [charts, datasets, filters, bar.applied, crossMasks, crossScopes, ownStates, metadata.color_scheme];
}

function inputOf(
  chartId: number,
  state: FedState,
  findDefinition: FeedParts['findDefinition'],
): PayloadInput | undefined {
  const chart = state.charts[chartId];
  const definition = chart && findDefinition(String(chart.form_data.viz_type ?? ''));
  if (!chart || !definition || chart.is_dataset_missing) return undefined;
  const masks = extraFormDataFor(chartId, {
    filters: state.filters,
    filterMasks: state.bar.applied,
    crossMasks: state.crossMasks,
    crossScopes: state.crossScopes,
  });
  return {
    chart,
    definition,
    dataset: state.datasets[datasetIdOf(chart) ?? -1],
    masks,
    ownState: state.ownStates[chartId],
    colorScheme: state.metadata.color_scheme,
    urlParams: state.urlParams,
  };
}

function isSameInput(left: PayloadInput, right: PayloadInput): boolean {
  return (
    left.chart === right.chart &&
    left.definition === right.definition &&
    left.dataset === right.dataset &&
    left.ownState === right.ownState &&
    left.colorScheme === right.colorScheme &&
    isSameList(left.masks, right.masks)
  );
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}
