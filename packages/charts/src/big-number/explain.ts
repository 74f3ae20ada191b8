import { type DrawContext, defaultTranslate, formatNumber, formatTime, msg, spanText } from '@powerset/chart-kit';
import type { TrendForm } from './form.ts';
import type { Trend, TrendPoint } from './trend.ts';

type Context = DrawContext<TrendForm>;

/** The form's words about the comparison, else the period that the change is against; and of which period it is, if not of the latest. */
export function suffixOf(model: Trend, context: Context): string {
  const { translate = defaultTranslate } = context;
  const { comparedWith, partial, suffix } = model;
  if (!comparedWith) return suffix;
  const period = dateOf(comparedWith, context);
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
    change: formatNumber('.1%', Math.abs(change)),
    value: format(comparedWith.value),
    period: dateOf(comparedWith, context),
  };
  if (change === 0) return translate(msg('As much as for {{period}}.'), values);
  return change > 0
    ? translate(msg('{{change}} more than {{value}} for {{period}}.'), values)
    : translate(msg('{{change}} less than {{value}} for {{period}}.'), values);
}

const dateOf = (point: TrendPoint, { form, locale }: Context) =>
  formatTime(form.time_format, point.ms, { grain: form.time_grain_sqla, locale });
