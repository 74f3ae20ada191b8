import { modernForm } from '@powerset/charts/older-types';
import {
  exploreEndpoints,
  type WireExplore,
  type WireExploreChart,
  type WireExploreMetadata,
} from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { type ExploreAddress, namesSomething, toStartQuery } from './model/address.ts';
import type { ExploreDataset } from './model/dataset.ts';

export type ExploreSlice = Pick<
  WireExploreChart,
  | 'slice_id'
  | 'slice_name'
  | 'description'
  | 'owners'
  | 'form_data'
  | 'certified_by'
  | 'is_managed_externally'
  | 'last_modified_time'
>;

export type ExploreStart = Pick<WireExplore, 'form_data' | 'message'> & {
  readonly dataset: ExploreDataset;
  readonly slice: ExploreSlice | null;
  readonly metadata: Pick<WireExploreMetadata, 'owners' | 'dashboards' | 'changed_on_humanized'> | null;
};

/** A saved chart as it stands now. */
export async function loadSavedChart(chartId: number): Promise<ExploreSlice | null> {
  const query = { slice_id: chartId };
  const { slice } = (await api.callEndpoint(exploreEndpoints.get, { query })).result;
  return slice && { ...slice, form_data: modernForm(slice.form_data) };
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
      const { result } = await api.callEndpoint(exploreEndpoints.get, { query, signal });
      const { slice } = result;
      return {
        ...result,
        form_data: modernForm({ ...result.form_data, ...address.givenForm }),
        slice: slice && { ...slice, form_data: modernForm(slice.form_data) },
      };
    },
  });
}
