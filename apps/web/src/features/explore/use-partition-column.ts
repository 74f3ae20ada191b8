import { databaseEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { useExplore } from './explore-context.tsx';
import { partitionedPlace, readPartitionColumn, type TableExtra } from './model/partition-column.ts';

/** The one partition column of the chart's table, or null. */
export function usePartitionColumn(): string | null {
  const place = partitionedPlace(useExplore().dataset);
  const query = useQuery({
    queryKey: ['table-extra', place],
    enabled: place !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) =>
      readPartitionColumn(() =>
        api.callEndpoint<TableExtra>(databaseEndpoints.tableExtra, { params: { ...place }, signal }),
      ),
  });
  return query.data ?? null;
}
