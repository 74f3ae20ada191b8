import { chartTypes } from '@powerset/charts/types';
import type { ResultTable } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import type { ExploreDataset } from './model/dataset.ts';
import { inTimeOrder, toLongQuery } from './model/long-rows.ts';
import { type ChartRun, fetchQueries } from './use-chart-run.ts';

export interface ResultRows {
  readonly table: ResultTable | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The rows behind the chart: one per group. Where the chart's own answer is spread into columns they are asked for again. */
export function useResultRows(dataset: ExploreDataset, run: ChartRun, isWanted: boolean): ResultRows {
  const { drawn } = run;
  const definition = drawn ? chartTypes.find(drawn.form.viz_type) : undefined;
  // What a plugin asks is shown as it came.
  const long = drawn && definition && !definition.asked ? toLongQuery(definition.toQueries(drawn.form)[0]) : undefined;
  const query = useQuery({
    queryKey: ['result-rows', dataset.id, drawn?.results[0]?.cache_key, JSON.stringify(long)],
    enabled: isWanted && long !== undefined && run.status !== 'loading',
    retry: false,
    queryFn: async ({ signal }) => {
      const tables = await fetchQueries(dataset, { queries: long ? [long] : [], form: drawn?.form ?? {} }, signal);
      return tables[0] ? inTimeOrder(tables[0]) : null;
    },
  });
  if (!long)
    return { table: drawn?.tables[0], isLoading: run.status === 'loading', error: null, retry: () => undefined };
  return {
    table: query.data ?? undefined,
    isLoading: query.isFetching || run.status === 'loading',
    error: query.isFetching ? null : query.error,
    retry: () => void query.refetch(),
  };
}
