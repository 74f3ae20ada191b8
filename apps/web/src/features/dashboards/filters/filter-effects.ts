import type { ChartTableResult, QueryObject } from '@powerset/contract';
import { chartsReachedBy, type MaskSources } from './cross-filters.ts';
import type { DataMask, DataMasks } from './data-mask.ts';
import { isNoValue, maskValue } from './mask-values.ts';
import { isFilter, isRecord, type NativeFilter } from './native-filters.ts';
import type { ChartConfigurations } from './scopes.ts';

/**
 * What becomes of a filter at one chart: `waiting` until the chart has its answer, `rejected` where the answer says that
 * it could not be applied or nothing was asked for, `pending` when it was chosen and not applied yet.
 */
export type EffectState = 'applied' | 'waiting' | 'rejected' | 'pending' | 'out-of-scope' | 'unset';

/** Why a filter in scope narrows nothing. */
export type RejectionReason = 'column-missing' | 'no-time-column' | 'no-time-axis' | 'not-asked';

export interface FilterEffect {
  /** The filter's id, or that of the chart whose marks were chosen. */
  readonly id: string;
  /** Null for a selection of marks. */
  readonly filter: NativeFilter | null;
  /** What is in force. */
  readonly mask: DataMask | undefined;
  readonly state: EffectState;
  readonly reason: RejectionReason | null;
  /** Columns that the chart's dataset lacks. */
  readonly missing: readonly string[];
  /** Another value than the one in force was chosen and not applied yet. */
  readonly isPending: boolean;
}

/** What the server said of a chart's filters with one of its answers. */
export type AnswerFilters = Pick<ChartTableResult, 'rejected_filters' | 'from_dttm' | 'to_dttm' | 'chart_layer'>;

export interface EffectInput extends MaskSources {
  readonly chartId: number;
  /** Values as they are chosen in the bar. */
  readonly draft: DataMasks;
  /** What the chart asks; undefined when it asks nothing. */
  readonly queries: readonly QueryObject[] | undefined;
  /** The chart's last answers, and whether they are those to what it asks now. */
  readonly answers: readonly AnswerFilters[];
  readonly isAnswered: boolean;
}

/** What each filter of the dashboard, and each selection in another chart, does to a chart. */
export function filterEffects(input: EffectInput): readonly FilterEffect[] {
  const native = input.filters.filter(isFilter).map((filter) => nativeEffect(filter, input));
  const selections = Object.values(input.crossMasks)
    .filter((mask) => mask.id !== String(input.chartId))
    .map((mask) => {
      const reached = chartsReachedBy(mask.id, input.crossScopes);
      const isInScope = reached.includes(input.chartId);
      return { ...base(mask), ...(isInScope ? judge(mask, input) : outOfScope) };
    });
  return [...native, ...selections];
}

const outOfScope = { state: 'out-of-scope' } as const;
const applied = { state: 'applied' } as const;

function base(mask: DataMask): FilterEffect {
  return { id: mask.id, filter: null, mask, state: 'applied', reason: null, missing: [], isPending: false };
}

function nativeEffect(filter: NativeFilter, input: EffectInput): FilterEffect {
  const mask = input.filterMasks[filter.id];
  const draft = input.draft[filter.id];
  const isPending = JSON.stringify(maskValue(draft)) !== JSON.stringify(maskValue(mask));
  const effect = { ...base({ ...noMask, id: filter.id }), filter, mask, isPending };
  if (!filter.chartsInScope?.includes(input.chartId)) return { ...effect, ...outOfScope };
  if (mask && narrows(mask)) return { ...effect, ...judge(mask, input) };
  return { ...effect, state: isPending ? 'pending' : 'unset' };
}

const noMask: Omit<DataMask, 'id'> = { extraFormData: {}, filterState: {}, ownState: {} };

/** A value that is required and missing narrows too: no row passes. */
function narrows({ filterState, extraFormData }: DataMask): boolean {
  return !isNoValue(maskValue({ filterState })) || Object.keys(extraFormData).length > 0;
}

type Judgement = Pick<FilterEffect, 'state'> & Partial<Pick<FilterEffect, 'reason' | 'missing'>>;

const rejected = (reason: RejectionReason, missing: readonly string[] = []): Judgement => ({
  state: 'rejected',
  reason,
  missing,
});

/** Whether what a mask in scope asks for is in what the chart asks, and whether the server could do it. */
function judge({ extraFormData }: DataMask, input: EffectInput): Judgement {
  const { queries, answers, isAnswered } = input;
  if (!queries) return { state: 'waiting' };
  const refused = refusedBy(answers);
  const columns = columnsOf(extraFormData.filters);
  const missing = columns.filter((column) => refused.has(column));
  if (missing.length > 0) return rejected('column-missing', missing);
  if (columns.some((column) => !queries.some((query) => columnsOf(query.filters).includes(column))))
    return rejected('not-asked');
  const reason = timeRejection(extraFormData, queries, { refused, answers, isAnswered });
  if (reason) return rejected(reason);
  return isAnswered ? applied : { state: 'waiting' };
}

/** Columns that an answer did without; of a chart of layers those that none of its layers has. */
function refusedBy(answers: readonly AnswerFilters[]): ReadonlySet<string> {
  const columns = answers.map(({ rejected_filters: filters }) => new Set(filters.map(({ column }) => column)));
  const all = new Set(columns.flatMap((ofAnswer) => [...ofAnswer]));
  const layers = columns.filter((_, at) => answers[at]?.chart_layer?.fault === null);
  if (layers.length === 0) return all;
  return new Set([...all].filter((column) => layers.every((ofLayer) => ofLayer.has(column))));
}

/** The columns that conditions are about. */
function columnsOf(filters: unknown): readonly string[] {
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter: unknown) => (isRecord(filter) && typeof filter.col === 'string' ? [filter.col] : []));
}

type Told = Pick<EffectInput, 'answers' | 'isAnswered'> & { readonly refused: ReadonlySet<string> };

function timeRejection(
  extra: DataMask['extraFormData'],
  queries: readonly QueryObject[],
  told: Told,
): RejectionReason | null {
  if (typeof extra.time_range === 'string') return rangeRejection(extra.time_range, queries, told);
  const { granularity_sqla: column, time_grain_sqla: grain } = extra;
  if (typeof column === 'string' && !queries.some((query) => isOnTime(query, column))) return 'no-time-axis';
  if (typeof grain === 'string' && !queries.some((query) => isInSteps(query, grain))) return 'no-time-axis';
  return null;
}

function rangeRejection(range: string, queries: readonly QueryObject[], told: Told): RejectionReason | null {
  const conditions = queries
    .flatMap((query) => query.filters ?? [])
    .filter((filter) => filter.op === 'TEMPORAL_RANGE' && filter.val === range);
  if (conditions.length > 0)
    return conditions.every(({ col }) => typeof col === 'string' && told.refused.has(col)) ? 'no-time-column' : null;
  const isAsked = queries.some((query) => query.time_range === range && query.granularity);
  const isBounded = told.answers.some((answer) => answer.from_dttm !== null || answer.to_dttm !== null);
  return isAsked && (isBounded || !told.isAnswered) ? null : 'no-time-column';
}

/** The column decides which rows or points in time a query is about. */
function isOnTime(query: QueryObject, column: string): boolean {
  const isCounted = Boolean(query.time_range) || query.is_timeseries === true;
  const ranges = (query.filters ?? []).filter((filter) => filter.op === 'TEMPORAL_RANGE');
  return (query.granularity === column && isCounted) || columnsOf(ranges).includes(column);
}

function isInSteps(query: QueryObject, grain: string): boolean {
  const isAxis = (column: unknown) => isRecord(column) && column.timeGrain === grain;
  return (
    (query.columns ?? []).some(isAxis) || (query.is_timeseries === true && query.extras?.time_grain_sqla === grain)
  );
}

/** What a filter's sign on a card says at once. */
export interface EffectCounts {
  readonly applied: number;
  /** Filters in scope with a value that the chart could not take. */
  readonly rejected: number;
  /** Whether anything is filtered on the dashboard, or about to be, that there is something to say of. */
  readonly isWorthSaying: boolean;
}

export function countEffects(effects: readonly FilterEffect[]): EffectCounts {
  const count = (...states: readonly EffectState[]) => effects.filter(({ state }) => states.includes(state)).length;
  const hasDistant = effects.some(({ state, mask }) => state === 'out-of-scope' && mask && narrows(mask));
  return {
    // What was asked for counts from the moment it is asked, so that the number does not flicker.
    applied: count('applied', 'waiting'),
    rejected: count('rejected'),
    isWorthSaying: hasDistant || count('applied', 'waiting', 'rejected', 'pending') > 0,
  };
}

export interface ReachInput extends Pick<MaskSources, 'filters' | 'crossMasks'> {
  readonly crossScopes: ChartConfigurations;
  readonly chartId: number;
  /** Columns of the chart's dataset, where they are known. */
  readonly columns: readonly { readonly column_name: string; readonly is_dttm: boolean }[] | undefined;
}

/** Whether a filter, or the marks chosen in another chart, can narrow a chart: it is in scope, and its dataset has what is asked for. */
export function isReachedBy(id: string, { filters, crossMasks, crossScopes, chartId, columns }: ReachInput): boolean {
  const has = (name: string | undefined) => !columns || columns.some((column) => column.column_name === name);
  const mask = crossMasks[id];
  if (mask) {
    const isInScope = chartsReachedBy(id, crossScopes).includes(chartId);
    return isInScope && columnsOf(mask.extraFormData.filters).every(has);
  }
  const filter = filters.filter(isFilter).find((one) => one.id === id);
  if (!filter?.chartsInScope?.includes(chartId)) return false;
  const isOnColumn = filter.filterType === 'filter_select' || filter.filterType === 'filter_range';
  return isOnColumn ? has(filter.targets[0]?.column?.name) : !columns || columns.some((column) => column.is_dttm);
}
