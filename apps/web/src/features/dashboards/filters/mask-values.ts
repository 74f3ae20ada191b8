import type { DataMask, FilterState } from './data-mask.ts';
import { isRecord, type NativeFilter } from './native-filters.ts';

/** What a filter holds: nothing, a list (values, column, grain), a pair of ends, or a text. */
export type FilterValue = readonly (string | number | boolean | null)[] | string | null;

/** The mask that a filter writes for a value. */
export function toMask(filter: NativeFilter, value: FilterValue): DataMask {
  const state = toState(filter, value);
  return { id: filter.id, extraFormData: toExtraFormData(filter, value), filterState: state, ownState: {} };
}

export function isNoValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 'No filter') return true;
  return Array.isArray(value) && value.every((item) => item === null || item === undefined) && !isListOfNull(value);
}

/** NULL can be chosen as a value; a range open at both ends is none. */
function isListOfNull(value: readonly unknown[]): boolean {
  return value.length === 1 && value[0] === null;
}

/** The value in a mask, whoever wrote it. */
export function maskValue(mask: Pick<DataMask, 'filterState'> | undefined): FilterValue {
  const value = mask?.filterState.value;
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(toScalar) : null;
}

function toScalar(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function toState(filter: NativeFilter, value: FilterValue): FilterState {
  if (isNoValue(value)) return { value: filter.filterType === 'filter_time' ? undefined : null };
  return { value, label: toLabel(filter, value) };
}

function toExtraFormData(filter: NativeFilter, value: FilterValue): Readonly<Record<string, unknown>> {
  if (isNoValue(value)) return filter.controlValues.enableEmptyFilter === true ? nothingPasses(filter) : {};
  const column = filter.targets[0]?.column?.name ?? '';
  switch (filter.filterType) {
    case 'filter_time':
      return { time_range: value };
    case 'filter_timecolumn':
      return { granularity_sqla: Array.isArray(value) ? value[0] : value };
    case 'filter_timegrain':
      return { time_grain_sqla: Array.isArray(value) ? value[0] : value };
    case 'filter_range':
      return { filters: rangeFilters(column, value) };
    default:
      return { filters: [{ col: column, op: filter.controlValues.inverseSelection ? 'NOT IN' : 'IN', val: value }] };
  }
}

/** A value is required and there is none: no row passes. Time filters rather pass all. */
function nothingPasses(filter: NativeFilter): Readonly<Record<string, unknown>> {
  if (filter.filterType !== 'filter_select' && filter.filterType !== 'filter_range') return {};
  return { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] };
}

function rangeFilters(column: string, value: FilterValue) {
  const [low, high] = Array.isArray(value) ? value : [];
  return [
    ...(typeof low === 'number' ? [{ col: column, op: '>=', val: low }] : []),
    ...(typeof high === 'number' ? [{ col: column, op: '<=', val: high }] : []),
  ];
}

/** How a value reads on a pill. */
export function toLabel(filter: NativeFilter, value: FilterValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (filter.filterType === 'filter_range') {
    const [low, high] = value;
    if (low === null || low === undefined) return `x ≤ ${high}`;
    return high === null || high === undefined ? `x ≥ ${low}` : `${low} ≤ x ≤ ${high}`;
  }
  const names = value.map((item) => (item === null ? '<NULL>' : String(item))).join(', ');
  return filter.controlValues.inverseSelection ? `${names} (excluded)` : names;
}

/** The mask that a filter has before anyone touches it. */
export function defaultMask(filter: NativeFilter): DataMask {
  const { extraFormData, filterState, ownState } = filter.defaultDataMask;
  const value = maskValue({ filterState: filterState ?? {} });
  if (!isNoValue(value)) return toMask(filter, value);
  const mask = toMask(filter, null);
  return {
    ...mask,
    extraFormData: { ...mask.extraFormData, ...(isRecord(extraFormData) ? extraFormData : {}) },
    ownState: ownState ?? {},
  };
}
