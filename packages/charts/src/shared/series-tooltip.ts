import {
  type DrawContext,
  defaultTranslate,
  formatNumber,
  formatTime,
  formatTimeTitle,
  numberOfCell,
  periodWords,
} from '@powerset/chart-kit';
import { showsForecasts } from './series-forecasts.ts';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import { calculationOf, type Plot, type PlotSeries } from './series-plot.ts';
import { type TooltipContent, type TooltipRow, tooltipHtml } from './tooltip-html.ts';

interface Hit {
  readonly seriesId?: string;
  readonly dataIndex?: number;
}

const maxRows = 12;

/** The formatter of ECharts: from what is under the pointer to the raised card. */
export function seriesTooltip(
  model: SeriesModel,
  plot: Plot,
  context: DrawContext<SeriesForm>,
): (params: unknown) => string {
  return (params) => {
    // ECharts passes one hit or a list of them, by trigger.
    const hits = (Array.isArray(params) ? params : [params]) as readonly Hit[];
    const ids = new Set(hits.map((hit) => hit.seriesId));
    const index = hits.find((hit) => hit.dataIndex !== undefined)?.dataIndex ?? 0;
    const shown = plot.series.filter((entry) => ids.has(entry.id));
    return shown.length === 0 ? '' : tooltipHtml(tooltipContent({ model, plot, context, shown, index }), context.theme);
  };
}

interface TooltipRequest {
  readonly model: SeriesModel;
  readonly plot: Plot;
  readonly context: DrawContext<SeriesForm>;
  readonly shown: readonly PlotSeries[];
  readonly index: number;
}

/** Title, rows by value, total of stacks and parts, change of a comparison. */
export function tooltipContent({ model, plot, context, shown, index }: TooltipRequest): TooltipContent {
  const present = shown.filter((entry) => (entry.values[index] ?? null) !== null);
  const toldOf = (entry: PlotSeries) => entry.values[index] ?? forecastAt(entry, plot, index)?.value ?? null;
  const told = shown.filter((entry) => toldOf(entry) !== null);
  const isByValue = plot.stack === null || context.form.tooltipSortByMetric;
  const sorted = isByValue ? [...told].sort((a, b) => (toldOf(b) ?? 0) - (toldOf(a) ?? 0)) : [...told].reverse();
  const shareOf = sharesAt(present, { model, plot, context, shown, index });
  const rows = sorted.slice(0, maxRows).map(
    (entry): TooltipRow => ({
      color: entry.color,
      label: entry.name + comparedDays(entry, index, { plot, context }),
      value: valueText(entry, plot, index) + shareOf(entry),
      isFaded: entry.isDimmed,
    }),
  );
  const left = sorted.length - rows.length;
  const translate = context.translate ?? defaultTranslate;
  const title = tooltipTitle({ model, plot, context, index });
  const period = plot.partial.has(index) ? translate('{{period}}, not whole', { period: title }) : title;
  return {
    title: [period, calculationOf(plot, context)].filter(Boolean).join(' · '),
    rows,
    ...(left > 0 ? { more: translate('{{count}} more', { count: left }) } : {}),
    ...footOf(present, { model, plot, context, shown, index }),
  };
}

/** What is observed, what is expected with its bounds, or both: `2.1M, ŷ = 2.3M (2.2M, 2.4M)`. */
function valueText(entry: PlotSeries, plot: Plot, index: number): string {
  const observed = entry.values[index] ?? null;
  const forecast = forecastAt(entry, plot, index);
  if (!forecast) return (entry.format ?? plot.format)(observed);
  const { value, lower, upper } = forecast;
  const expected = `ŷ = ${plot.format(value)} (${plot.format(lower)}, ${plot.format(upper)})`;
  return observed === null ? expected : `${plot.format(observed)}, ${expected}`;
}

function forecastAt({ source: { forecast } }: PlotSeries, { stack }: Plot, index: number) {
  const value = forecast?.values[index] ?? null;
  if (!forecast || value === null || !showsForecasts(stack)) return null;
  return { value, lower: forecast.lower[index] ?? null, upper: forecast.upper[index] ?? null };
}

function tooltipTitle({ model, plot, context, index }: Omit<TooltipRequest, 'shown'>): string {
  const x = plot.xs[index] ?? null;
  if (model.axis.kind !== 'temporal') return plot.labels[index] ?? '';
  const ms = numberOfCell(x) ?? Number.NaN;
  const code = context.form.tooltipTimeFormat;
  return code === 'smart_date'
    ? formatTimeTitle(ms, model.axis.grain, context)
    : formatTime(code, ms, { grain: model.axis.grain, locale: context.locale });
}

/** On which day the earlier value was, or in which stretch, where a calendar was chosen to find it. */
function comparedDays(
  { source }: PlotSeries,
  index: number,
  { plot, context }: Pick<TooltipRequest, 'plot' | 'context'>,
) {
  const periods = context.answers?.[0]?.compared_periods;
  const period = source.offset === null ? undefined : periods?.find(({ offset }) => offset === source.offset);
  if (!period) return '';
  const { days, from_dttm: from, to_dttm: to } = period;
  const x = numberOfCell(plot.xs[index]);
  const grain = context.form.time_grain_sqla;
  if (days !== null && x !== null) return ` · ${formatTimeTitle(x - days * 86_400_000, grain, context)}`;
  return from === null || to === null ? '' : ` · ${periodWords([from, to], context)}`;
}

const isSummable = (plot: Plot) => plot.addsUp && plot.stack !== 'Expand';

/** In a stack each part also says what share of the whole it is. */
function sharesAt(present: readonly PlotSeries[], { plot, context, index }: TooltipRequest) {
  const own = present.filter((entry) => entry.source.offset === null);
  const total = own.reduce((sum, entry) => sum + Math.abs(entry.values[index] ?? 0), 0);
  const isWanted = plot.stack === 'Stack' && context.form.showTooltipPercentage;
  const isSaid = isWanted && own.length > 1 && total > 0 && isSummable(plot);
  return (entry: PlotSeries) =>
    isSaid && entry.source.offset === null
      ? ` (${formatNumber('.1%', Math.abs(entry.values[index] ?? 0) / total, context.locale)})`
      : '';
}

function footOf(present: readonly PlotSeries[], request: TooltipRequest): Pick<TooltipContent, 'foot'> {
  const { plot, context, index } = request;
  const translate = context.translate ?? defaultTranslate;
  const own = present.filter((entry) => entry.source.offset === null);
  const earlier = present.filter((entry) => entry.source.offset !== null);
  if (own.length === 1 && earlier.length === 1) return changeFoot(own[0]!, earlier[0]!, request);
  const isOneMetric = new Set(own.map((entry) => entry.source.metric)).size === 1;
  if (!context.form.showTooltipTotal) return {};
  if (own.length < 2 || !isSummable(plot) || (!isOneMetric && plot.stack === null)) return {};
  const total = own.reduce((sum, entry) => sum + (entry.values[index] ?? 0), 0);
  return { foot: { label: translate('Total'), value: plot.format(total) } };
}

function changeFoot(
  own: PlotSeries,
  earlier: PlotSeries,
  { context, index }: TooltipRequest,
): Pick<TooltipContent, 'foot'> {
  const before = earlier.values[index] ?? 0;
  const now = own.values[index] ?? 0;
  if (before === 0) return {};
  const change = (now - before) / Math.abs(before);
  const translate = context.translate ?? defaultTranslate;
  const color = change < 0 ? context.theme.danger : context.theme.success;
  return { foot: { label: translate('Change'), value: formatNumber('+.1%', change, context.locale), color } };
}
