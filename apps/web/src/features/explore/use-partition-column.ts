import { databaseEndpoints } from '@powerset/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { useExplore } from './explore-context.tsx';
import { partitionedPlace, readPartitionColumn } from './model/partition-column.ts';

/** The one partition column of the chart's table, or null. */
export function usePartitionColumn(): string | null {
  const place = partitionedPlace(useExplore().dataset);
  const query = useQuery({
    queryKey: ['table-extra', place],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: place
      ? ({ signal }) =>
          readPartitionColumn(() => api.callEndpoint(databaseEndpoints.tableExtra, { params: place, signal }))
      : skipToken,
  });
  return query.data ?? null;
}
