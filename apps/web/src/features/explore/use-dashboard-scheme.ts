import { isRecord, textOf } from '@powerset/chart-kit';
import { dashboardEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/index.ts';
import type { OpenedFrom } from './explore-context.tsx';

/** The colour scheme of the dashboard that a chart was opened from; null where there is none that one may see. */
export function useDashboardScheme(dashboardId: number | null): OpenedFrom | null {
  const { data } = useQuery({
    queryKey: ['explore-dashboard', dashboardId],
    enabled: dashboardId !== null,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(dashboardEndpoints.get, { params: { id: dashboardId ?? '' }, signal })).result,
  });
  return useMemo(() => (data ? { colorScheme: schemeOf(data.json_metadata) } : null), [data]);
}

function schemeOf(metadata: string | null): string | null {
  try {
    const read: unknown = JSON.parse(metadata || '{}');
    return isRecord(read) ? textOf(read, 'color_scheme') || null : null;
  } catch {
    return null;
  }
}
