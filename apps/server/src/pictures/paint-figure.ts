import { Path2D } from '@napi-rs/canvas';
import type { ChartTheme } from '@powerset/chart-kit';
import { isRecord } from '@powerset/chart-kit';
import type { Pen } from './surface.ts';
import { fitText } from './words.ts';

/** What a figure's drawing says of itself; each part may be absent. */
interface DrawnFigure {
  readonly text: string;
  readonly below: readonly string[];
  readonly color: string | undefined;
  readonly sizePx: number;
  readonly linePx: number;
  readonly spark: {
    readonly width: number;
    readonly height: number;
    readonly line: string;
    readonly area: string;
    readonly color: string;
  } | null;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual);

/** The figure in a model and its drawing, where they are those of a figure. */
export function readFigure(model: unknown, options: unknown): DrawnFigure | null {
  if (!isRecord(options) || !isRecord(options.sizes)) return null;
  const said = isRecord(model) ? model : {};
  const text = textOf(options.text) || textOf(said.text);
  if (!text) return null;
  const { change, comparison, spark } = options;
  return {
    text,
    below: [textOf(said.subheader), comparisonText(comparison), changeText(change, options.suffix)].filter(Boolean),
    color: textOf(options.color) || undefined,
    sizePx: numberOf(options.sizes.figure, 24),
    linePx: numberOf(options.sizes.line, 12),
    spark: readSpark(spark),
  };
}

const arrows: Readonly<Record<string, string>> = { up: '↑', down: '↓', same: '' };

function comparisonText(comparison: unknown): string {
  if (!isRecord(comparison)) return '';
  return `${arrows[textOf(comparison.direction)] ?? ''} ${textOf(comparison.change)} ${textOf(comparison.rest)}`.trim();
}

function changeText(change: unknown, suffix: unknown): string {
  if (!isRecord(change)) return '';
  return `${arrows[textOf(change.direction)] ?? ''} ${textOf(change.text)} ${textOf(suffix)}`.trim();
}

function readSpark(spark: unknown): DrawnFigure['spark'] {
  if (!isRecord(spark) || typeof spark.line !== 'string') return null;
  return {
    width: numberOf(spark.width, 0),
    height: numberOf(spark.height, 0),
    line: spark.line,
    area: textOf(spark.area),
    color: textOf(spark.color),
  };
}

interface Space {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

/** The figure, the words below it, and its line at the right or, where there is room, at the foot. */
export function paintFigure(pen: Pen, figure: DrawnFigure, { width, height, theme }: Space): void {
  const { spark } = figure;
  const isBelow = spark !== null && spark.width >= width * 0.9;
  const textWidth = spark && !isBelow ? width - spark.width - 8 : width;
  pen.textBaseline = 'alphabetic';
  pen.font = `600 ${figure.sizePx}px ${theme.font}`;
  pen.fillStyle = figure.color ?? theme.text;
  pen.fillText(fitText(pen, figure.text, textWidth), 0, figure.sizePx);
  pen.font = `400 ${figure.linePx}px ${theme.font}`;
  pen.fillStyle = theme.textTertiary;
  for (const [index, line] of figure.below.entries())
    pen.fillText(fitText(pen, line, textWidth), 0, figure.sizePx + (index + 1) * figure.linePx * 1.5);
  if (spark) paintSpark(pen, spark, isBelow ? { x: 0, y: height - spark.height } : { x: width - spark.width, y: 0 });
}

function paintSpark(
  pen: Pen,
  spark: NonNullable<DrawnFigure['spark']>,
  { x, y }: { readonly x: number; readonly y: number },
) {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = spark.color;
  pen.globalAlpha = 0.1;
  pen.fill(new Path2D(spark.area));
  pen.globalAlpha = 1;
  pen.strokeStyle = spark.color;
  pen.lineWidth = 1.5;
  pen.stroke(new Path2D(spark.line));
  pen.restore();
}
