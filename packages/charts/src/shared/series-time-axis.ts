import { type DrawContext, dayAndMonth, monthName, numberOfCell, timeFormatter } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import type { Plot } from './series-plot.ts';
import { estimateTextWidth } from './text-widths.ts';
import { type TimeTick, timeTicks } from './time-ticks.ts';

type Axis = Record<string, unknown>;

/** How the labels of the positions are written. */
export const labelStyle = (context: DrawContext<SeriesForm>) => ({
  color: context.theme.textSecondary,
  fontSize: 11,
  fontWeight: 500,
  rotate: context.form.xAxisLabelRotation ?? 0,
  hideOverlap: context.form.xAxisLabelInterval !== '0',
  margin: 8,
});

/** For axes of time alone: names from the data may hold the signs that ECharts takes for a style. */
export const strongStyle = ({ theme }: DrawContext<SeriesForm>) => ({
  rich: { strong: { fontWeight: 600, fontSize: 11, color: theme.text } },
});

/** The text of a tick, in bold where a larger step of time begins. */
export const strongText = (tick: TimeTick | undefined) => {
  if (!tick) return '';
  return tick.isStrong ? `{strong|${tick.text}}` : tick.text;
};

/** Whether the axis of times chooses its words itself. */
export const isAdaptive = (context: DrawContext<SeriesForm>) => context.form.x_axis_time_format === 'smart_date';

/** An axis of times, labelled where the calendar has its borders. */
export function timeAxis(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): Axis {
  const times = plot.xs.map(numberOfCell).filter((ms): ms is number => ms !== null);
  const [min, max] = [times[0] ?? 0, times.at(-1) ?? 0];
  if (min === max) return momentAxis(min, plot, context);
  const plain = { ...labelStyle(context), rich: null, alignMinLabel: 'left', alignMaxLabel: 'right' };
  const style = { ...plain, ...strongStyle(context) };
  const isLong = max - min > longestTimeAxis;
  const range = { type: isLong ? 'value' : 'time', min, max };
  if (labelsEachStep(context, times.length)) return { ...range, axisLabel: { ...plain, ...eachStep(times, plot) } };
  if (!isAdaptive(context)) {
    return {
      ...range,
      axisLabel: {
        ...plain,
        formatter: timeFormatter(context.form.x_axis_time_format, model.axis.grain, context.locale),
      },
    };
  }
  if (context.form.zoomable)
    return {
      ...range,
      axisLabel: {
        ...style,
        formatter: isLong ? timeFormatter('%Y', null, context.locale) : zoomedTimeFormat(context.locale),
      },
    };
  const width = Math.max(60, context.width - 56);
  const ticks = timeTicks({ min, max, width, grain: model.axis.unit, locale: context.locale });
  const byTime = new Map(ticks.labels.map((tick) => [tick.ms, tick]));
  return {
    ...range,
    axisTick: {
      show: true,
      length: 4,
      lineStyle: { color: context.theme.axis },
      customValues: [...ticks.minor, ...byTime.keys()],
    },
    axisLabel: {
      ...style,
      ...alignAtEnds(ticks.labels, (ms) => ((ms - min) / (max - min)) * width, width),
      customValues: [...byTime.keys()],
      formatter: (ms: number) => strongText(byTime.get(ms)),
    },
  };
}

/** A label stands under the middle of its tick; only at the very ends of the axis it leans inwards. */
function alignAtEnds(ticks: readonly TimeTick[], placeOf: (ms: number) => number, width: number): Axis {
  const [first, last] = [ticks[0], ticks.at(-1)];
  const half = (tick: TimeTick) => estimateTextWidth(tick.text, 11) / 2;
  return {
    alignMinLabel: first && placeOf(first.ms) < half(first) ? 'left' : null,
    alignMaxLabel: last && width - placeOf(last.ms) < half(last) ? 'right' : null,
  };
}

/** Over longer ranges ECharts' axis of times looks through every day; numbers do as well. */
const longestTimeAxis = 500 * 365.25 * 86_400_000;

/** A single moment stands in the middle. */
function momentAxis(ms: number, plot: Plot, context: DrawContext<SeriesForm>): Axis {
  return {
    type: 'time',
    min: ms - 1,
    max: ms + 1,
    axisLabel: { ...labelStyle(context), rich: null, customValues: [ms], formatter: () => plot.labels[0] ?? '' },
  };
}

/** While zooming the labels must follow the window, so ECharts chooses them. */
const zoomedTimeFormat = (locale: string) => (ms: number) => {
  const date = new Date(ms);
  if (ms % 86_400_000 !== 0) return date.toISOString().slice(11, ms % 60_000 === 0 ? 16 : 19);
  if (date.getUTCDate() > 1) return dayAndMonth(ms, locale);
  return date.getUTCMonth() === 0 ? `{strong|${date.getUTCFullYear()}}` : monthName(ms, 'short', locale);
};

/** So many labels in a row are the most that anybody asks for on purpose. */
const mostLabels = 200;

/** Whether each step of time has its label, as the form has it; a row of hundreds is thinned all the same. */
export function labelsEachStep({ form }: DrawContext<SeriesForm>, steps: number): boolean {
  return steps <= mostLabels && (form.xAxisLabelInterval === '0' || form.force_max_interval === true);
}

function eachStep(times: readonly number[], plot: Plot): Axis {
  const names = new Map(times.map((ms, index) => [ms, plot.labels[index] ?? '']));
  return { customValues: times, formatter: (ms: number) => names.get(ms) ?? '' };
}
