import { useQuery } from '@tanstack/react-query';

const loadAdvice = () => import('@powerset/charts/suggestions');

/** What ranks chart types, once it is here. */
export function useChartAdvice(): Awaited<ReturnType<typeof loadAdvice>> | undefined {
  return useQuery({ queryKey: ['chart-advice'], queryFn: loadAdvice, staleTime: Number.POSITIVE_INFINITY }).data;
}
