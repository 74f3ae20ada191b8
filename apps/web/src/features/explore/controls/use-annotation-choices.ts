import { type ChoiceEndpoint, columnsOf, isRecord, metricsOf, toList } from '@powerset/chart-kit';
import { annotationLayerEndpoints, chartEndpoints, columnLabel, metricLabel } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';

const vizTypes: Readonly<Record<string, string>> = { line: 'echarts_timeseries_line', table: 'table' };

/** Where the things that a layer of some source may be made of are asked for: kept layers, or charts of the right type. */
export function sourceEndpoint(sourceType: string): ChoiceEndpoint | undefined {
  if (sourceType === '') return undefined;
  const vizType = vizTypes[sourceType];
  const [endpoint, nameColumn] = vizType
    ? ([chartEndpoints.list, 'slice_name'] as const)
    : ([annotationLayerEndpoints.list, 'name'] as const);
  const filters = vizType ? { filters: [{ col: 'viz_type', opr: 'eq', value: vizType }] } : {};
  return {
    endpoint,
    query: { q: { ...filters, order_column: nameColumn, order_direction: 'asc', page_size: 200 } },
    toChoices: (answer) =>
      toList(isRecord(answer) ? answer.result : [])
        .filter(isRecord)
        .map((row) => ({ value: Number(row.id), label: String(row[nameColumn]) })),
  };
}

/** The columns in the answer of a table chart, as its form names them. */
export function useTableColumns(chartId: number | null) {
  return useQuery({
    queryKey: ['annotation-columns', chartId],
    enabled: chartId !== null,
    queryFn: async ({ signal }) => {
      const { result } = await api.callEndpoint(chartEndpoints.get, { params: { id: chartId ?? '' }, signal });
      const form: unknown = JSON.parse(result.params ?? '{}');
      return isRecord(form) ? columnsOfTable(form) : [];
    },
  });
}

function columnsOfTable(form: Readonly<Record<string, unknown>>): readonly string[] {
  const isRaw = form.query_mode === 'raw';
  const columns = columnsOf(form, isRaw ? 'all_columns' : 'groupby').map(columnLabel);
  return [...new Set([...columns, ...(isRaw ? [] : metricsOf(form, 'metrics').map(metricLabel))])];
}
