import type { ChartForm } from '@powerset/chart-kit';
import { exploreEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api, awaitUndeclared } from '../../api/index.ts';
import { type ExploreAddress, namesSomething, toStartQuery } from './model/address.ts';
import type { ExploreDataset } from './model/dataset.ts';

export interface ExploreSlice {
  readonly slice_id: number;
  readonly slice_name: string;
  readonly description: string | null;
  readonly owners: readonly number[];
  readonly form_data: ChartForm;
  readonly certified_by: string | null;
  readonly is_managed_externally: boolean;
  /** When it was saved, in epoch seconds. */
  readonly last_modified_time: number;
}

export interface ExploreStart {
  readonly dataset: ExploreDataset;
  readonly form_data: ChartForm;
  readonly slice: ExploreSlice | null;
  readonly message: string | null;
  readonly metadata: {
    readonly owners: readonly string[];
    readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string }[];
    readonly changed_on_humanized: string;
  } | null;
}

/** A saved chart as it stands now. */
export async function loadSavedChart(chartId: number): Promise<ExploreSlice | null> {
  const query = { slice_id: chartId };
  return (await awaitUndeclared<{ result: ExploreStart }>(api.callEndpoint(exploreEndpoints.get, { query }))).result
    .slice;
}

/** What the server starts this address from. */
export function useExploreStart(address: ExploreAddress, visit: string) {
  return useQuery({
    queryKey: ['explore-start', visit],
    enabled: namesSomething(address),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const query = toStartQuery(address);
      const { result } = await awaitUndeclared<{ result: ExploreStart }>(
        api.callEndpoint(exploreEndpoints.get, { query, signal }),
      );
      return { ...result, form_data: { ...result.form_data, ...address.givenForm } };
    },
  });
}
