import {
  type DrawContext,
  defaultTranslate,
  formatNumber,
  formatTime,
  formatTimeTitle,
  msg,
  spanText,
} from '@powerset/chart-kit';
import { comparedDays } from '../shared/compared-days.ts';
import type { TrendForm } from './form.ts';
import type { EarlierPoint, Trend, TrendPoint } from './trend.ts';

type Context = DrawContext<TrendForm>;

/** The form's words about the comparison, else the period that the change is against; and of which period it is, if not of the latest. */
export function suffixOf(model: Trend, context: Context): string {
  const { translate = defaultTranslate } = context;
  const { comparedWith, partial, suffix } = model;
  if (!comparedWith) return suffix;
  const period = periodOf(comparedWith, context);
  const measured = partial && dateOf(partial.measured, context);
  if (suffix) return measured ? `${suffix} (${measured})` : suffix;
  return measured
    ? translate(msg('{{measured}} vs {{period}}'), { measured, period })
    : translate(msg('vs {{period}}'), { period });
}

/** What the figure says, in whole sentences: its window, and what its change is against. */
export function explainTrend(
  model: Trend,
  context: Context,
  format: (value: number | null) => string,
): readonly string[] {
  return [
    windowSentence(model, context),
    meantSentence(model, context),
    partialSentence(model, context),
    changeSentence(model, context, format),
    daysSentence(model, context),
  ].filter((sentence) => sentence !== null);
}

/** The figure and its period in one sentence, and those that explain it. */
export function trendStatement(
  model: Trend,
  context: Context,
  { text, explanations }: { readonly text: string; readonly explanations: readonly string[] },
): string {
  if (!model.latest) return '';
  const { translate = defaultTranslate, verboseNames } = context;
  const values = {
    name: verboseNames[model.metric] ?? model.metric,
    value: text,
    period: dateOf(model.latest, context),
  };
  return [translate(msg('{{name}}: {{value}} for {{period}}.'), values), ...explanations].join(' ');
}

const windowTexts: Readonly<Record<string, string>> = {
  sum: msg('Sum over {{span}}, up to {{period}}.'),
  mean: msg('Mean over {{span}}, up to {{period}}.'),
  std: msg('Standard deviation over {{span}}, up to {{period}}.'),
  cumsum: msg('Total of all up to {{period}}.'),
};

function windowSentence({ window, latest }: Trend, context: Context): string | null {
  const text = window && windowTexts[window.type];
  if (!text || !latest) return null;
  const { translate = defaultTranslate, form } = context;
  const span = window.periods === null ? '' : spanText(window.periods, form.time_grain_sqla, translate);
  return translate(text, { span, period: dateOf(latest, context) });
}

function meantSentence({ window }: Trend, { translate = defaultTranslate }: Context): string | null {
  if (!window?.meant) return null;
  const span = spanText(window.meant.periods, window.meant.grain, translate);
  return translate(msg('The chart’s own window of {{span}} does not fit this time grain.'), { span });
}

function partialSentence({ partial, change }: Trend, context: Context): string | null {
  if (!partial) return null;
  const { translate = defaultTranslate } = context;
  const values = { period: dateOf(partial.latest, context), measured: dateOf(partial.measured, context) };
  return change === null
    ? translate(msg('{{period}} is not whole.'), values)
    : translate(msg('{{period}} is not whole: the change is that of {{measured}}.'), values);
}

function changeSentence(
  { latest, comparedWith, change }: Trend,
  context: Context,
  format: (value: number | null) => string,
): string | null {
  if (!latest || !comparedWith || change === null) return null;
  const { translate = defaultTranslate } = context;
  const values = {
    change: formatNumber('.1%', Math.abs(change), context.locale),
    value: format(comparedWith.value),
    period: periodOf(comparedWith, context),
  };
  if (change === 0) return translate(msg('As much as for {{period}}.'), values);
  return change > 0
    ? translate(msg('{{change}} more than {{value}} for {{period}}.'), values)
    : translate(msg('{{change}} less than {{value}} for {{period}}.'), values);
}

/** Which stretches were cut alike, where the comparison is to date. */
function daysSentence({ comparedWith }: Trend, context: Context): string | null {
  const isStretch = context.form.compare_calendar !== 'weekday';
  const days = isStretch && comparedWith?.offset ? comparedDays(context, comparedWith.offset) : null;
  return days && `${(context.translate ?? defaultTranslate)(msg('{{now}} to {{earlier}}'), days)}.`;
}

/** Its moment, to the day where weekdays are compared; else the phrase that named it. */
function periodOf({ ms, value, offset }: EarlierPoint, context: Context): string {
  const { translate = defaultTranslate } = context;
  if (ms === null) return offset === null ? '' : translate(offset);
  const { form } = context;
  const isByWeekday = offset !== null && form.compare_calendar === 'weekday' && form.time_grain_sqla === 'P1D';
  return isByWeekday && form.time_format === 'smart_date'
    ? formatTimeTitle(ms, 'P1D', context)
    : dateOf({ ms, value }, context);
}

const dateOf = (point: TrendPoint, { form, locale }: Context) =>
  formatTime(form.time_format, point.ms, { grain: form.time_grain_sqla, locale });
