import { versionFigureEndpoints, type WireChartFigures } from '@powerset/contract';
import { useEffect, useState } from 'react';
import { api, errorText } from '../api/index.ts';

/** What came of one chart, or why nothing did. */
export type FoundChart = { readonly figures: WireChartFigures } | { readonly failure: string };

interface Asked {
  readonly dashboardId: number;
  readonly before: number;
  readonly after: number;
  readonly charts: readonly number[];
}

/** A few at once: each is two queries. */
const atOnce = 3;

/** Asks for the figures of charts, a few at a time; all that is under way ends with the page, or when it is stopped. */
export function useChartFigures({ dashboardId, before, after, charts }: Asked) {
  const [found, setFound] = useState<ReadonlyMap<number, FoundChart>>(new Map());
  const [round, setRound] = useState(0);
  const [isStopped, setIsStopped] = useState(false);
  const wanted = charts.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round asks again what has not come
  useEffect(() => {
    if (isStopped) return;
    const abort = new AbortController();
    const { signal } = abort;
    const waiting =
      wanted === ''
        ? []
        : wanted
            .split(',')
            .map(Number)
            .filter((id) => !isFound(found.get(id)));
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
        const chart = id;
        const one = await ask({ dashboardId, before, after, chart }, signal);
        if (!signal.aborted) setFound((all) => new Map(all).set(chart, one));
      }
    };
    for (let at = 0; at < atOnce; at += 1) void work();
    return () => abort.abort();
  }, [wanted, dashboardId, before, after, round, isStopped]);
  return {
    found,
    isStopped,
    stop: () => setIsStopped(true),
    again: () => {
      setIsStopped(false);
      setRound(round + 1);
    },
  };
}

const isFound = (one: FoundChart | undefined): boolean => one !== undefined && 'figures' in one;

async function ask(
  { dashboardId: id, before, after, chart }: Omit<Asked, 'charts'> & { readonly chart: number },
  signal: AbortSignal,
): Promise<FoundChart> {
  try {
    const { result } = await api.callEndpoint(versionFigureEndpoints.dashboardChart, {
      params: { id, number: after, chart },
      query: { against: String(before) },
      signal,
    });
    return { figures: result };
  } catch (error) {
    return { failure: errorText(error) };
  }
}
