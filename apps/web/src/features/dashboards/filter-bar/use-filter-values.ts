import {
  applyExtraFormData,
  type ChartForm,
  isRecord,
  mergeExtraFormData,
  readQueryForm,
  toFilterFields,
} from '@powerset/chart-kit';
import { type ChartDataResult, chartDataEndpoints, type QueryObject } from '@powerset/contract';
import { type PastedFinds, toasts } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { type Bucket, defaultRowLimit, type NativeFilter } from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';
import { lookUpWords, maxLookedUp } from './pasted-values.ts';

export type FilterCell = string | number | boolean | null;
type FilterRow = ChartDataResult['data'][number];

function toCell(value: unknown): FilterCell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** What the filters that this one hangs on let through. */
function useParentFields(
  filter: NativeFilter,
): Pick<QueryObject, 'filters' | 'extras' | 'time_range' | 'granularity' | 'url_params'> {
  const urlParams = useDashboard((state) => state.urlParams);
  const draft = useDashboard((state) => state.bar.draft);
  const timeColumn = useDashboard((state) => state.datasets[filter.targets[0]?.datasetId ?? -1]?.main_dttm_col);
  return useMemo(() => {
    const masks = filter.cascadeParentIds.map((id) => draft[id]?.extraFormData ?? {});
    const own: ChartForm = {
      viz_type: 'table',
      adhoc_filters: filter.adhoc_filters ?? [],
      ...(filter.time_range ? { time_range: filter.time_range } : {}),
      ...(filter.granularity_sqla ? { granularity_sqla: filter.granularity_sqla } : {}),
    };
    const form = applyExtraFormData(own, mergeExtraFormData(masks));
    const { filters, extras } = toFilterFields(readQueryForm(form));
    const granularity = typeof form.granularity_sqla === 'string' ? form.granularity_sqla : timeColumn;
    const isTimed = typeof form.time_range === 'string' && form.time_range !== 'No filter' && granularity;
    const time = isTimed ? { time_range: String(form.time_range), granularity } : {};
    const address = Object.keys(urlParams).length > 0 ? { url_params: { ...urlParams } } : {};
    return { filters: [...(filters ?? [])], extras: { ...extras }, ...time, ...address };
  }, [filter, draft, timeColumn, urlParams]);
}

/** Which filter asks, and where: its dataset may be open to its readers only there. */
interface Asking {
  readonly filter: NativeFilter;
  readonly dashboardId: number;
}

async function fetchRows(asking: Asking, query: QueryObject, signal: AbortSignal): Promise<readonly FilterRow[]> {
  return (await fetchAll(asking, [query], signal))[0] ?? [];
}

/** The rows of each query, in their order. */
async function fetchAll(
  { filter, dashboardId }: Asking,
  queries: readonly QueryObject[],
  signal: AbortSignal,
): Promise<readonly (readonly FilterRow[])[]> {
  const answer = await api.callEndpoint(chartDataEndpoints.data, {
    body: {
      datasource: { id: filter.targets[0]?.datasetId ?? 0, type: 'table' },
      queries,
      form_data: { type: 'NATIVE_FILTER', native_filter_id: filter.id, dashboardId },
      result_format: 'json',
      result_type: 'full',
    },
    signal,
  });
  return answer.result.map((one) => ('colnames' in one ? one.data : []));
}

export interface FilterValues {
  readonly values: readonly FilterCell[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly reload: () => void;
}

/** Values that a filter offers, at most a thousand; typed text is looked for in the database when the filter says so. */
export function useFilterValues(filter: NativeFilter, search: string): FilterValues {
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const [target] = filter.targets;
  const column = target?.column?.name;
  const fields = useParentFields(filter);
  const isAscending = filter.controlValues.sortAscending !== false;
  const searches = filter.controlValues.searchAllOptions === true && search.trim() !== '';
  const query: QueryObject = {
    ...fields,
    columns: column ? [column] : [],
    metrics: filter.sortMetric ? [filter.sortMetric] : [],
    filters: [
      ...(fields.filters ?? []),
      ...(searches && column ? [{ col: column, op: 'CONTAINS', val: search.trim() }] : []),
    ],
    orderby: [[filter.sortMetric || (column ?? ''), isAscending]],
    row_limit: defaultRowLimit,
  };
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['filter-values', target?.datasetId, query],
    enabled: target?.datasetId !== undefined && column !== undefined,
    queryFn: ({ signal }) => fetchRows({ filter, dashboardId }, query, signal),
    staleTime: 60_000,
    placeholderData: (last) => last,
  });
  const values = useMemo(() => (data ?? []).map((row) => toCell(row[column ?? ''])), [data, column]);
  return { values, isLoading: isFetching, error, reload: () => void refetch() };
}

/** Looks pasted words up among all values that a filter has, also beyond those that it offers. */
export function useLookUp(filter: NativeFilter): (words: readonly string[]) => Promise<PastedFinds> {
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const fields = useParentFields(filter);
  const [target] = filter.targets;
  const column = target?.column?.name ?? '';
  const typeGeneric = useDashboard(
    (state) => state.datasets[target?.datasetId ?? -1]?.columns.find((one) => one.column_name === column)?.type_generic,
  );
  return async (words) => {
    const ask = async (values: readonly FilterCell[]) => {
      const rows = await fetchRows(
        { filter, dashboardId },
        {
          ...fields,
          columns: [column],
          metrics: [],
          filters: [...(fields.filters ?? []), { col: column, op: 'IN', val: [...values] }],
          row_limit: maxLookedUp,
        },
        new AbortController().signal,
      );
      return rows.map((row) => toCell(row[column]));
    };
    try {
      return await lookUpWords(words, typeGeneric ?? undefined, ask);
    } catch (error) {
      toasts.danger(errorText(error));
      return { values: [], missing: [], unasked: words };
    }
  };
}

export interface FilterEnds {
  readonly min: number | null;
  readonly max: number | null;
  readonly error: Error | null;
  readonly reload: () => void;
}

/** The least and greatest value of a filter's column. */
export function useFilterEnds(filter: NativeFilter): FilterEnds {
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const [target] = filter.targets;
  const column = target?.column?.name;
  const fields = useParentFields(filter);
  const end = (aggregate: 'MIN' | 'MAX', label: string) => ({
    expressionType: 'SIMPLE' as const,
    aggregate,
    column: { column_name: column ?? '' },
    label,
  });
  const query: QueryObject = { ...fields, columns: [], metrics: [end('MIN', 'min'), end('MAX', 'max')], row_limit: 1 };
  const { data, error, refetch } = useQuery({
    queryKey: ['filter-ends', target?.datasetId, query],
    enabled: target?.datasetId !== undefined && column !== undefined,
    queryFn: ({ signal }) => fetchRows({ filter, dashboardId }, query, signal),
    staleTime: 60_000,
  });
  const [row] = data ?? [];
  return { min: toNumber(row, 'min'), max: toNumber(row, 'max'), error, reload: () => void refetch() };
}

function toNumber(row: FilterRow | undefined, name: string): number | null {
  const value = isRecord(row) ? Number(row[name] ?? Number.NaN) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

const noCounts: readonly number[] = [];

/** How many rows lie in each bucket, counted by the engine once the charts have their answers; the last takes its end in. */
export function useBucketCounts(filter: NativeFilter, buckets: readonly Bucket[]): readonly number[] {
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const [target] = filter.targets;
  const column = target?.column?.name;
  const fields = useParentFields(filter);
  const isBusy = useDashboard((state) => Object.values(state.runs).some((run) => run.status === 'loading'));
  const queries = buckets.map(
    ({ from, to }, index): QueryObject => ({
      ...fields,
      columns: [],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }],
      filters: [
        ...(fields.filters ?? []),
        { col: column ?? '', op: '>=', val: from },
        { col: column ?? '', op: index === buckets.length - 1 ? '<=' : '<', val: to },
      ],
      row_limit: 1,
    }),
  );
  const { data } = useQuery({
    queryKey: ['filter-buckets', target?.datasetId, queries],
    enabled: !isBusy && target?.datasetId !== undefined && column !== undefined && buckets.length > 0,
    queryFn: ({ signal }) => fetchAll({ filter, dashboardId }, queries, signal),
    staleTime: 60_000,
    placeholderData: (last) => last,
  });
  return useMemo(() => data?.map(([row]) => toNumber(row, 'count') ?? 0) ?? noCounts, [data]);
}
