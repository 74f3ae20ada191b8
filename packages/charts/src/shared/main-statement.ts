import {
  type DrawContext,
  defaultTranslate,
  formatNumber,
  formatTime,
  msg,
  numberOfCell,
  readShownAs,
} from '@powerset/chart-kit';
import { partialPeriods } from './partial-periods.ts';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import type { Plot, PlotSeries } from './series-plot.ts';

interface Given {
  readonly model: SeriesModel;
  readonly plot: Plot;
  readonly context: DrawContext<SeriesForm>;
}

/** What a chart of series says above all, in one sentence by rule: its largest and how it changed. Empty where there is nothing to say. */
export function seriesStatement(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): string {
  const given = { model, plot, context };
  if (plot.series.some(({ source }) => isShownAsRank(context.form, source.metric))) return '';
  const own = plot.series.filter(({ source }) => source.offset === null);
  return model.axis.kind === 'temporal' ? courseOf(own, given) : largestOf(own, given);
}

/** The largest rank is no largest of anything. */
export function isShownAsRank(form: Pick<SeriesForm, 'table_calculations'>, metric: string): boolean {
  return readShownAs(form.table_calculations[metric])?.type === 'rank';
}

interface Point {
  readonly value: number;
  readonly at: number;
}

/** The values of whole periods: half a month is no low. */
function wholePoints({ values, source }: PlotSeries, { model, plot, context }: Given): readonly Point[] {
  // With a forecast the last observed period is not the last one.
  const observed = plot.xs.slice(0, values.findLastIndex((value) => value !== null) + 1);
  const { timeBounds, now } = context;
  const partial = source.forecast
    ? partialPeriods(observed, { grain: model.axis.grain, timeBounds, now })
    : plot.partial;
  // All others together are not the largest of anything.
  const isOwn = (at: number) => at !== plot.othersAt && !partial.has(at);
  return values.flatMap((value, at) => (value === null || !isOwn(at) ? [] : [{ value, at }]));
}

const greatest = (points: readonly Point[]) =>
  points.reduce<Point | undefined>((most, point) => (most && most.value >= point.value ? most : point), undefined);

const sumOf = (series: PlotSeries) => series.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function courseOf(own: readonly PlotSeries[], { model, plot, context }: Given): string {
  const [first, ...others] = own;
  if (!first) return '';
  const largest = others.reduce((most, series) => (sumOf(series) > sumOf(most) ? series : most), first);
  const points = wholePoints(largest, { model, plot, context });
  const [start, last, most] = [points[0], points.at(-1), greatest(points)];
  if (!start || !last || !most) return '';
  const { translate = defaultTranslate, locale } = context;
  const periodOf = ({ at }: Point) =>
    formatTime('smart_date', numberOfCell(plot.xs[at]) ?? Number.NaN, { grain: model.axis.grain, locale });
  const values = {
    name: largest.name,
    count: own.length,
    value: plot.format(last.value),
    period: periodOf(last),
    start: periodOf(start),
    most: plot.format(most.value),
    mostPeriod: periodOf(most),
    change: changeText(start.value, last.value, context.locale),
  };
  const sentences = [
    others.length === 0
      ? translate(msg('{{name}}: {{value}} for {{period}}.'), values)
      : translate(msg('Of {{count}} series {{name}} is the largest: {{value}} for {{period}}.'), values),
    changeSentence(start, last, (text) => translate(text, values)),
    most.at === last.at ? '' : translate(msg('Its peak was {{most}} for {{mostPeriod}}.'), values),
  ];
  return sentences.filter(Boolean).join(' ');
}

const changeText = (from: number, to: number, locale: string) =>
  from === 0 ? '' : formatNumber('.1%', Math.abs((to - from) / Math.abs(from)), locale);

function changeSentence(start: Point, last: Point, say: (text: string) => string): string {
  if (start.at === last.at || start.value === 0) return '';
  if (start.value === last.value) return say(msg('That is as much as for {{start}}.'));
  return last.value > start.value
    ? say(msg('That is {{change}} more than for {{start}}.'))
    : say(msg('That is {{change}} less than for {{start}}.'));
}

function largestOf(own: readonly PlotSeries[], given: Given): string {
  const { model, plot, context } = given;
  const tops = own.flatMap((series) => {
    const top = greatest(wholePoints(series, given));
    return top ? [{ series, ...top }] : [];
  });
  const [first, ...others] = tops;
  if (!first) return '';
  const { translate = defaultTranslate } = context;
  const most = others.reduce((best, top) => (top.value > best.value ? top : best), first);
  const values = {
    name: most.series.name,
    label: plot.labels[most.at] ?? '',
    count: plot.xs.length,
    value: plot.format(most.value),
    share: shareOf(most.series, most.value, given),
  };
  if (tops.length > 1) return translate(msg('Largest is {{value}}: {{name}} for {{label}}.'), values);
  // The first few of many are all that came.
  if (model.limitReached !== null) return translate(msg('{{label}} is the largest shown: {{value}}.'), values);
  return values.share
    ? translate(msg('{{label}} is the largest of {{count}}: {{value}}, {{share}} of all.'), values)
    : translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
}

/** What of all the largest is; nothing where the values add up to nothing that says something. */
function shareOf({ values }: PlotSeries, most: number, { plot, context }: Given): string {
  const all = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const isWhole = plot.addsUp && all > 0 && values.every((value) => (value ?? 0) >= 0);
  return isWhole ? formatNumber('.1%', most / all, context.locale) : '';
}
