import type { DataMask, DataMasks } from './data-mask.ts';
import { defaultMask, isNoValue, maskValue, toMask } from './mask-values.ts';
import { type FilterEntry, isFilter, isRecord, type NativeFilter } from './native-filters.ts';

/** Masks as the filter bar holds them: what is chosen, and what the charts follow. */
export interface FilterBarState {
  readonly draft: DataMasks;
  readonly applied: DataMasks;
}

/** Sets a mask; the rest stays. */
export function updateMask(masks: DataMasks, mask: DataMask): DataMasks {
  return { ...masks, [mask.id]: mask };
}

/** Clears a mask. */
export function clearMask(masks: DataMasks, id: string): DataMasks {
  const { [id]: _gone, ...rest } = masks;
  return rest;
}

/** Masks of a dashboard that opens: what the address or a link says, else each filter's default. */
export function initialMasks(entries: readonly FilterEntry[], given: DataMasks = {}): DataMasks {
  return Object.fromEntries(
    entries.filter(isFilter).map((filter) => {
      const known = given[filter.id];
      return [filter.id, known ? { ...known, id: filter.id } : defaultMask(filter)];
    }),
  );
}

/** Whether a mask that was kept still says what this filter would: another type or column makes it another question. */
export function fitsFilter(filter: NativeFilter, { extraFormData }: DataMask): boolean {
  const { filters, time_range, granularity_sqla, time_grain_sqla } = extraFormData;
  const says = (value: unknown, type: NativeFilter['filterType']) => value === undefined || filter.filterType === type;
  const columns = Array.isArray(filters) ? filters.map((one: unknown) => (isRecord(one) ? one.col : undefined)) : [];
  const own = ['filter_select', 'filter_range'].includes(filter.filterType)
    ? filter.targets[0]?.column?.name
    : undefined;
  return (
    columns.every((column) => column === own) &&
    says(time_range, 'filter_time') &&
    says(granularity_sqla, 'filter_timecolumn') &&
    says(time_grain_sqla, 'filter_timegrain')
  );
}

/** Masks after the configuration changed: a filter on the same column keeps its value, in the new filter's way. */
export function rebuildMasks(
  masks: DataMasks,
  before: readonly FilterEntry[],
  after: readonly FilterEntry[],
): DataMasks {
  const known = new Map(before.filter(isFilter).map((filter) => [filter.id, filter]));
  return Object.fromEntries(
    after.filter(isFilter).map((filter) => {
      const old = known.get(filter.id);
      const isKept = old !== undefined && isSameQuestion(old, filter) && !isNoValue(maskValue(masks[filter.id]));
      return [filter.id, isKept ? toMask(filter, maskValue(masks[filter.id])) : defaultMask(filter)];
    }),
  );
}

function isSameQuestion(left: NativeFilter, right: NativeFilter): boolean {
  return left.filterType === right.filterType && JSON.stringify(left.targets) === JSON.stringify(right.targets);
}

/** The masks of a link or of kept filter state, whatever became of them: what is no mask is left out. */
export function readMasks(value: unknown): DataMasks {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, entry]) => {
      if (!isRecord(entry)) return [];
      const part = (key: string) => (isRecord(entry[key]) ? entry[key] : {});
      const mask = { id, extraFormData: part('extraFormData'), filterState: part('filterState') };
      return [[id, { ...mask, ownState: part('ownState') }]];
    }),
  );
}

export function chooseDraft(state: FilterBarState, mask: DataMask): FilterBarState {
  return { ...state, draft: updateMask(state.draft, mask) };
}

/** What was chosen takes effect. */
export function applyDraft(state: FilterBarState): FilterBarState {
  return { draft: state.draft, applied: state.draft };
}

/** Every filter loses its value, defaults too; charts follow on Apply. */
export function clearAll(state: FilterBarState, entries: readonly FilterEntry[]): FilterBarState {
  const draft = Object.fromEntries(entries.filter(isFilter).map((filter) => [filter.id, toMask(filter, null)]));
  return { ...state, draft };
}

/** Something was chosen that is not in effect yet. */
export function hasPendingChange({ draft, applied }: FilterBarState): boolean {
  const ids = new Set([...Object.keys(draft), ...Object.keys(applied)]);
  return [...ids].some((id) => JSON.stringify(effectOf(draft[id])) !== JSON.stringify(effectOf(applied[id])));
}

function effectOf(mask: DataMask | undefined) {
  return [mask?.extraFormData ?? {}, mask?.filterState.value ?? null];
}

/** Filters that need a value and have none. */
export function missingRequired(entries: readonly FilterEntry[], draft: DataMasks): readonly NativeFilter[] {
  return entries
    .filter(isFilter)
    .filter((filter) => filter.controlValues.enableEmptyFilter === true && isNoValue(maskValue(draft[filter.id])));
}

/** Apply can be pressed: something changed and nothing required is empty. */
export function canApply(state: FilterBarState, entries: readonly FilterEntry[]): boolean {
  return hasPendingChange(state) && missingRequired(entries, state.draft).length === 0;
}

export function countValues(entries: readonly FilterEntry[], masks: DataMasks): number {
  return entries.filter(isFilter).filter((filter) => !isNoValue(maskValue(masks[filter.id]))).length;
}

/** Values chosen beforehand by the address: `preselect_filters`, by filter id or name. */
export function withPreselected(masks: DataMasks, entries: readonly FilterEntry[], preselected: unknown): DataMasks {
  if (!isRecord(preselected)) return masks;
  return entries.filter(isFilter).reduce((current, filter) => {
    const value = preselected[filter.id] ?? preselected[filter.name];
    if (value === undefined) return current;
    const list = Array.isArray(value) ? value : [value];
    const chosen = filter.filterType === 'filter_time' ? String(list[0]) : maskValue({ filterState: { value: list } });
    return updateMask(current, toMask(filter, chosen));
  }, masks);
}
