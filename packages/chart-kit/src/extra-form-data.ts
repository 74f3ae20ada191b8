import type { ChartForm } from './definitions.ts';
import { isRecord, textOf, toList, withFields } from './form-values.ts';
import { stepsInGrain } from './rolling-windows.ts';

/** What a filter or a chart's selection sends to other charts; keys are those of the wire. */
export type ExtraFormData = Readonly<Record<string, unknown>>;

/** Lists that add up over all masks. */
const appendKeys = [
  'adhoc_filters',
  'filters',
  'interactive_drilldown',
  'interactive_groupby',
  'interactive_highlight',
] as const;

/** Values that replace the chart's; the key on the left arrives, the one on the right is set. */
const overrideKeys: Readonly<Record<string, string>> = {
  granularity_sqla: 'granularity_sqla',
  time_column: 'granularity_sqla',
  granularity: 'granularity',
  time_grain: 'time_grain_sqla',
  time_grain_sqla: 'time_grain_sqla',
  time_range: 'time_range',
};

const extrasKeys = ['relative_start', 'relative_end'] as const;

/** Adds up masks in their order: lists are joined, single values of later masks win. */
export function mergeExtraFormData(masks: readonly ExtraFormData[]): ExtraFormData {
  const merged: Record<string, unknown> = {};
  for (const mask of masks) {
    for (const [key, value] of Object.entries(mask)) merged[key] = mergedValue(key, merged[key], value);
  }
  return merged;
}

function mergedValue(key: string, before: unknown, added: unknown): unknown {
  if (appendKeys.some((known) => known === key)) return [...toList(before), ...toList(added)];
  return key === 'custom_form_data' ? { ...toRecord(before), ...toRecord(added) } : added;
}

const toRecord = (value: unknown) => (isRecord(value) ? value : {});

export interface ExtraOptions {
  /** The dataset's main time column: takes a time range when the chart itself filters no time. */
  readonly mainTemporalColumn?: string | null;
}

/** The form of a chart under the filters of its dashboard. The given form stays as it is. */
export function applyExtraFormData(form: ChartForm, extra: ExtraFormData, options: ExtraOptions = {}): ChartForm {
  const appended = appendLists(form, extra);
  const overridden = withFields(appended, overrides(form, extra));
  return withTimeRange(overridden, extra, options);
}

function appendLists(form: ChartForm, extra: ExtraFormData): ChartForm {
  const lists = appendKeys
    .filter((key) => toList(extra[key]).length > 0)
    .map((key) => [key, [...toList(form[key]), ...toList(extra[key]).map(markExtra)]] as const);
  const custom = isRecord(extra.custom_form_data)
    ? { custom_form_data: { ...toRecord(form.custom_form_data), ...extra.custom_form_data } }
    : {};
  return withFields(form, { ...Object.fromEntries(lists), ...custom });
}

/** The mark tells a chart's own conditions from the dashboard's. */
const markExtra = (value: unknown): unknown => (isRecord(value) ? { ...value, isExtra: true } : value);

function overrides(form: ChartForm, extra: ExtraFormData): Record<string, unknown> {
  const fields = Object.entries(overrideKeys)
    .filter(([key]) => wordOf(extra, key) !== '')
    .map(([key, target]) => [target, extra[key]] as const);
  const extras = Object.fromEntries(
    extrasKeys.filter((key) => wordOf(extra, key) !== '').map((key) => [key, extra[key]]),
  );
  const hasExtras = Object.keys(extras).length > 0;
  const grain = wordOf(extra, 'time_grain_sqla') || wordOf(extra, 'time_grain');
  return {
    ...stepsInGrain(form, grain),
    ...Object.fromEntries(fields),
    ...(hasExtras ? { extras: { ...toRecord(form.extras), ...extras } } : {}),
  };
}

const isTemporalRange = (filter: unknown): filter is Readonly<Record<string, unknown>> =>
  isRecord(filter) && filter.expressionType !== 'SQL' && filter.operator === 'TEMPORAL_RANGE';

/** Whether a form has a time range of its own among its filters. */
export const hasTimeRange = (form: ChartForm): boolean => toList(form.adhoc_filters).some(isTemporalRange);

/** A dashboard's time range replaces the chart's own; a chart without one is filtered by its dataset's main time column. */
function withTimeRange(form: ChartForm, extra: ExtraFormData, options: ExtraOptions): ChartForm {
  const range = wordOf(extra, 'time_range');
  if (range === '') return form;
  const column = wordOf(extra, 'granularity_sqla') || wordOf(extra, 'time_column');
  const filters = toList(form.adhoc_filters);
  if (filters.some(isTemporalRange)) {
    const replaced = filters.map((filter) =>
      isTemporalRange(filter)
        ? { ...filter, comparator: range, isExtra: true, ...(column ? { subject: column } : {}) }
        : filter,
    );
    return withFields(form, { adhoc_filters: replaced });
  }
  if (textOf(form, 'granularity_sqla') !== '' || !options.mainTemporalColumn) return form;
  return withFields(form, { adhoc_filters: [...filters, temporalFilter(options.mainTemporalColumn, range)] });
}

function temporalFilter(subject: string, comparator: string) {
  return {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject,
    operator: 'TEMPORAL_RANGE',
    operatorId: 'TEMPORAL_RANGE',
    comparator,
    isExtra: true,
  };
}

/** Masks come from outside: anything but text is as good as nothing. */
const wordOf = (extra: ExtraFormData, key: string): string => (typeof extra[key] === 'string' ? extra[key] : '');
