import {
  cssOfSavedColor,
  type DrawContext,
  formatNumber,
  formatTime,
  isGoodChange,
  isRecord,
} from '@powerset/chart-kit';
import { bigNumberFormat } from '../shared/big-number-format.ts';
import { type BigNumberSizes, bigNumberSizes } from '../shared/big-number-sizes.ts';
import { estimateFigureWidth } from '../shared/text-widths.ts';
import { explainTrend, suffixOf, trendStatement } from './explain.ts';
import type { TrendForm } from './form.ts';
import type { Trend, TrendPoint } from './trend.ts';

export interface Spark {
  readonly width: number;
  readonly height: number;
  /** SVG paths of the line and of the area under it. */
  readonly line: string;
  readonly area: string;
  readonly end: readonly [number, number] | null;
  readonly color: string;
  /** How thick the line is: one of more points than pixels would be a band. */
  readonly stroke: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

export interface TrendOptions {
  readonly text: string;
  readonly sizes: BigNumberSizes;
  readonly change: {
    readonly text: string;
    readonly direction: 'up' | 'down' | 'same';
    /** Null where nothing has changed. */
    readonly isGood: boolean | null;
  } | null;
  readonly suffix: string;
  /** Over what the figure is taken, and what it is compared with, in words. */
  readonly explanations: readonly string[];
  /** All of it in words: the alternative text. */
  readonly statement: string;
  readonly timestamp: string;
  readonly spark: Spark | null;
  readonly isUpright: boolean;
  /** Too narrow for the words beside the line: the line stands beside the figure alone. */
  readonly isNarrow: boolean;
}

const narrowWidth = 190;
const narrowFigure = 20;

export function toOptions(model: Trend, context: DrawContext<TrendForm>): TrendOptions {
  const { form, width, height } = context;
  const format = bigNumberFormat(context, model.metric, 'number');
  const text = format(model.latest?.value ?? null);
  const isUpright = height > 150;
  const isNarrow = !isUpright && width < narrowWidth;
  const wanted = bigNumberSizes(form, {
    width: width * (isUpright || !hasLine(model, form) ? 1 : 0.7),
    height: isUpright ? height * 0.62 : height,
    text,
  });
  const sizes = isNarrow ? { ...wanted, figure: Math.min(wanted.figure, narrowFigure) } : wanted;
  const timeFormat = form.time_format;
  const grain = form.time_grain_sqla;
  const explanations = explainTrend(model, context, format);
  return {
    text,
    sizes,
    isUpright,
    isNarrow,
    change: changeOf(model, context),
    suffix: suffixOf(model, context),
    explanations,
    statement: trendStatement(model, context, { text, explanations }),
    timestamp:
      form.show_timestamp && model.latest
        ? formatTime(timeFormat, model.latest.ms, { grain, locale: context.locale })
        : '',
    spark: sparkOf(model, context, {
      isUpright,
      isNarrow,
      text,
      sizes,
      format: (point) =>
        `${formatTime(timeFormat, point.ms, { grain, locale: context.locale })}: ${format(point.value)}`,
    }),
  };
}

function changeOf({ change }: Trend, { form, locale }: DrawContext<TrendForm>): TrendOptions['change'] {
  if (change === null) return null;
  const text = formatNumber('.1%', Math.abs(change), locale);
  if (change === 0) return { text, direction: 'same', isGood: null };
  return { text, direction: change > 0 ? 'up' : 'down', isGood: isGoodChange(form, change) };
}

interface SparkGiven {
  readonly isUpright: boolean;
  readonly isNarrow: boolean;
  readonly text: string;
  readonly sizes: BigNumberSizes;
  readonly format: (point: TrendPoint) => string;
}

const hasLine = (model: Trend, form: TrendForm) =>
  form.show_trend_line && model.points.filter((point) => point.value !== null).length > 1;

/** In a row of key figures the line is at the right; in a tall card it is below, as wide as the card. */
function sparkOf(model: Trend, context: DrawContext<TrendForm>, given: SparkGiven): Spark | null {
  const { form, width, height } = context;
  const drawn = model.points.filter((point): point is TrendPoint & { value: number } => point.value !== null);
  if (!hasLine(model, form)) return null;
  const free = width - estimateFigureWidth(given.text, given.sizes.figure) - (given.isNarrow ? 18 : 40);
  const size = given.isUpright
    ? { width, height: height * 0.38 }
    : { width: Math.min(free, width * 0.4), height: Math.max(24, Math.min(height * 0.6, 36)) };
  return size.width < 40 ? null : drawSpark(drawn, size, { context, format: given.format, span: model.span });
}

const inset = 3;

function drawSpark(
  points: readonly (TrendPoint & { value: number })[],
  size: { readonly width: number; readonly height: number },
  given: {
    readonly context: DrawContext<TrendForm>;
    readonly format: (point: TrendPoint) => string;
    readonly span: Trend['span'];
  },
): Spark {
  const { form, theme } = given.context;
  const values = points.map((point) => point.value);
  const isFromZero = form.start_y_axis_at_zero;
  const low = Math.min(...(isFromZero ? [0] : []), ...values);
  const high = Math.max(...(isFromZero ? [0] : []), ...values);
  const [first, last] = given.span ?? [points[0]!.ms, points.at(-1)!.ms];
  const xOf = (ms: number) => inset + ((ms - first) / Math.max(1, last - first)) * (size.width - 2 * inset);
  const yOf = (value: number) => size.height - inset - ((value - low) / (high - low || 1)) * (size.height - 2 * inset);
  const marks = points.map((point) => ({
    x: round(xOf(point.ms)),
    y: round(yOf(point.value)),
    text: given.format(point),
  }));
  const line = marks.map((mark, index) => `${index === 0 ? 'M' : 'L'}${mark.x} ${mark.y}`).join('');
  const end = marks.at(-1)!;
  // What lies below zero is filled up to it.
  const ground = round(isFromZero && low < 0 ? yOf(0) : size.height);
  return {
    ...size,
    line,
    points: marks,
    stroke: marks.length > size.width ? 0.75 : 1.5,
    area: `${line}L${end.x} ${ground}L${marks[0]!.x} ${ground}Z`,
    end: [end.x, end.y],
    color: sparkColor(form.color_picker) ?? theme.categorical[0] ?? theme.accent,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The reference's default colour stands for "not chosen": the theme's first data colour reads in both themes. */
function sparkColor(value: unknown): string | undefined {
  const isDefault = isRecord(value) && value.r === 0 && value.g === 122 && value.b === 135;
  return isDefault ? undefined : cssOfSavedColor(value);
}
