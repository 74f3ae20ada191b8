import type { ChartDefinition, ChartForm } from '@powerset/chart-kit';
import { extraFormDataFor, toCrossMask, updateMask } from '../filters/index.ts';
import {
  type ChartAsk,
  type ChartFeed,
  type ChartLoader,
  type ChartPayload,
  type DashboardState,
  datasetIdOf,
} from '../state/index.ts';
import { createAskedQueries } from './asked-queries.ts';
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
  /** The queries of a chart could not be had. */
  readonly onUnplanned?: (chartId: number, error: unknown) => void;
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
  const { getState, subscribe, loader } = parts;
  const seen = new Set<number>();
  let holds: readonly (readonly number[])[] = [];
  const stale = new Set<number>();
  const wanted = () => new Set([...seen, ...holds.flat()]);
  const { payloadOf, currentSources, forget } = rememberPayloads(parts, (chartId) => {
    if (wanted().has(chartId)) ask([chartId]);
  });
  const unanswered = new Set<number>();
  const toAsk = (chartId: number, isForced: boolean): readonly ChartAsk[] => {
    const payload = payloadOf(chartId);
    const run = getState().runs[chartId];
    const isPastCache = isForced || stale.has(chartId) || (!run && parts.startsPastCache === true);
    if (!payload || (!isPastCache && !unanswered.has(chartId) && run?.key === payload.key)) return [];
    unanswered.delete(chartId);
    stale.delete(chartId);
    return [{ chartId, key: payload.key, request: payload.request, isForced: isPastCache }];
  };
  const ask = (chartIds: Iterable<number>, isForced = false) => {
    const asks = [...chartIds].flatMap((chartId) => toAsk(chartId, isForced));
    if (asks.length > 0) loader.askAll(asks);
  };
  let asked = currentSources();
  const stop = subscribe(() => {
    const now = currentSources();
    if (now === asked) return;
    asked = now;
    ask(wanted());
  });
  return {
    payloadOf,
    takeTypes: () => ask(wanted()),
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
      const isUnplanned = (chartId: number) => payloadOf(chartId) === undefined;
      for (const chartId of chartIds) if (!seen.has(chartId) || isUnplanned(chartId)) stale.add(chartId);
      for (const chartId of chartIds.filter(isUnplanned)) forget(chartId);
      ask(
        chartIds.filter((chartId) => seen.has(chartId)),
        true,
      );
    },
    again: (chartIds) => {
      for (const chartId of chartIds) unanswered.add(chartId);
      ask(chartIds.filter((chartId) => seen.has(chartId)));
    },
    payloadUnder: (chartId, { chartId: from, selection }) => {
      const state = getState();
      const mask = toCrossMask(from, selection);
      const crossMasks = mask ? updateMask(state.crossMasks, mask) : state.crossMasks;
      const input = inputOf(chartId, { ...state, crossMasks }, parts.findDefinition);
      return input && !input.definition.asked ? toPayload(input) : undefined;
    },
    dispose: stop,
  };
}

/** What each chart asks as the state is now, worked out anew only where something changed; told when queries that were asked for are here. */
function rememberPayloads({ getState, findDefinition, onUnplanned }: FeedParts, onArrived: (chartId: number) => void) {
  const remembered = new Map<number, Remembered>();
  let sources = sourcesOf(getState());
  const queries = createAskedQueries({
    onArrived: (chartId) => {
      remembered.delete(chartId);
      onArrived(chartId);
    },
    onFailed: (chartId, error) => onUnplanned?.(chartId, error),
  });
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
    const { asked } = input.definition;
    const plan = asked && ((form: ChartForm) => queries.find(chartId, asked, form));
    const payload = known && isSameInput(known.input, input) ? known.payload : toPayload(input, plan);
    remembered.set(chartId, { sources: now, input, payload });
    return payload;
  };
  /** Queries that could not be had are asked for anew. */
  const forget = (chartId: number) => {
    queries.forget(chartId);
    remembered.delete(chartId);
  };
  return { payloadOf, currentSources, forget };
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
