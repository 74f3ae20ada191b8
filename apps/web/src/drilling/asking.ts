import type { ChartForm } from '@powerset/chart-kit';
import {
  type ChartBatchLine,
  type ChartTableResult,
  chartDataEndpoints,
  datasetEndpoints,
  type QueryObject,
} from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError, api, streamBatch, toApiError } from '../api/index.ts';
import { tablesOf, toChartRequest } from '../chart-runs/index.ts';
import { t } from '../i18n/index.ts';
import type { DrillSubject } from './subject.ts';

type Asked = Pick<DrillSubject, 'datasource' | 'dashboardId' | 'chartId'>;

function toPayload({ datasource, dashboardId, chartId }: Asked, form: ChartForm, queries: readonly QueryObject[]) {
  // So the server knows through which dashboard, and from which chart of it, somebody looks.
  const through =
    dashboardId === null ? {} : { dashboardId, slice_id: 0, ...(chartId === null ? {} : { chart_id: chartId }) };
  return toChartRequest({ datasource, form: { ...form, ...through }, queries });
}

/** The answers to some questions of a chart's dataset. */
export async function ask(
  subject: Asked,
  { form, queries }: { readonly form: ChartForm; readonly queries: readonly QueryObject[] },
  signal: AbortSignal,
): Promise<readonly ChartTableResult[]> {
  let answer: ChartBatchLine | undefined;
  const payload = toPayload(subject, form, queries);
  const request = {
    requests: [{ key: 'drill', payload }],
    ...(subject.dashboardId === null ? {} : { dashboard_id: subject.dashboardId }),
  };
  await streamBatch(api, request, {
    signal,
    onLines: ([line]) => {
      answer = line;
    },
  });
  if (!answer) throw new ApiError({ status: 0, message: t('Network error.') });
  if ('error' in answer)
    throw toApiError({ status: answer.status, statusText: '', text: JSON.stringify(answer.error) });
  const broken = answer.results.find(({ error }) => error);
  if (broken?.error) throw new ApiError({ status: 400, message: broken.error });
  return answer.results;
}

export async function askTables(...given: Parameters<typeof ask>) {
  return tablesOf(await ask(...given));
}

/** The same rows as a file. */
export async function askFile(
  subject: Asked,
  given: { readonly form: ChartForm; readonly query: QueryObject; readonly format: 'csv' | 'xlsx' },
): Promise<Blob> {
  const request = toPayload(subject, given.form, [given.query]);
  const body = { ...request, result_format: given.format, result_type: 'drill_detail' };
  return (await api.openEndpoint(chartDataEndpoints.data, { body })).blob();
}

/** The columns of a chart's dataset by which it can be drilled. */
export function useDrillInfo({ datasource, dashboardId }: Asked, isEnabled = true) {
  return useQuery({
    queryKey: ['drill-info', datasource.id, dashboardId],
    enabled: isEnabled,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const query = dashboardId === null ? {} : { q: { dashboard_id: dashboardId } };
      const answer = await api.callEndpoint(datasetEndpoints.drillInfo, {
        params: { id: String(datasource.id) },
        query,
        signal,
      });
      return answer.result;
    },
  });
}
