import { chartTypes } from '@powerset/charts/types';
import { useQuery } from '@tanstack/react-query';

/** A chart type by its key, its code fetched where it is not here yet; `null` for one that is not known. */
export function useChartDefinition(key: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ['chart-type', key],
    queryFn: async () => (await chartTypes.load(key)) ?? null,
    initialData: () => chartTypes.find(key),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });
  return { definition: data, error, refetch };
}
