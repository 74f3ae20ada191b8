import { estimateFigureWidth, estimateTextWidth, fitNames, fitText } from '../shared/text-widths.ts';
import type { StepLabel } from './labels.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
  readonly isFigure: boolean;
}

export interface PlacedStep {
  readonly bar: Rect;
  /** Where the step narrows to the next: the corners of both bars. */
  readonly join: readonly (readonly [number, number])[];
  readonly texts: readonly PlacedText[];
}

export interface FunnelLayout {
  readonly steps: readonly PlacedStep[];
  /** What the column of percentages is headed with. */
  readonly heading: PlacedText | null;
}

export interface LayoutGiven {
  readonly values: readonly number[];
  readonly labels: readonly StepLabel[];
  readonly space: Rect;
  /** The part of a step over which it narrows, 0 to 0.8. */
  readonly gap: number;
  readonly heading: string;
}

export const textSize = 12;
const line = 15;
const between = 12;
const thickest = 72;

/** Steps one below the other, the names on one side and the figures on the other; in a narrow space over the bars. */
export function layoutUpright(given: LayoutGiven): FunnelLayout {
  const { values, labels, space } = given;
  const columns = columnsOf(labels, space.width);
  const isBeside = columns.bars >= Math.max(72, space.width * 0.3) && space.height / values.length >= line - 2;
  if (!isBeside) return layoutOver(given);
  const hasHeading = columns.share > 0 && given.heading !== '' && space.height >= 150;
  const top = hasHeading ? 18 : 0;
  const cross = { from: space.x + columns.name, length: columns.bars };
  const spans = spansOf(values.length, { from: space.y + top, length: space.height - top, gap: given.gap });
  const bars = barsOf(values, spans, cross);
  const right = space.x + space.width;
  const rooms = labels.map(() => columns.name - between);
  const names = fitNames(
    labels.map(({ name }) => name),
    rooms,
    textSize,
  );
  const shareWidth = columns.share > 0 ? columns.share + 8 : 0;
  return {
    heading: hasHeading ? { text: given.heading, x: right, y: space.y + 6, align: 'right', isFigure: false } : null,
    steps: bars.map((bar, at) => {
      const y = bar.y + bar.height / 2;
      const label = labels[at];
      return placed(bars, at, [
        { text: names[at] ?? '', x: space.x, y, align: 'left', isFigure: false },
        { text: label?.value ?? '', x: right - shareWidth, y, align: 'right', isFigure: true },
        { text: label?.share ?? '', x: right, y, align: 'right', isFigure: true },
      ]);
    }),
  };
}

/** How wide the columns are: names at most a third, figures as they need. */
function columnsOf(labels: readonly StepLabel[], width: number) {
  const widest = (texts: readonly string[], measure: (text: string, size: number) => number) =>
    Math.ceil(texts.reduce((most, text) => Math.max(most, measure(text, textSize)), 0));
  const name = Math.min(
    widest(
      labels.map((label) => label.name),
      estimateTextWidth,
    ) * 1.04,
    width * (labels.some(({ value, share }) => value !== '' || share !== '') ? 0.36 : 0.6),
  );
  const value = widest(
    labels.map((label) => label.value),
    estimateFigureWidth,
  );
  const share = widest(
    labels.map((label) => label.share),
    estimateFigureWidth,
  );
  const figures = value + share + (value > 0 && share > 0 ? 8 : 0);
  const padded = (size: number) => (size > 0 ? size + between : 0);
  return { name: padded(name), share, bars: width - padded(name) - padded(figures) };
}

/** Each label in a line of its own over its bar, or none where the lines have no room. */
function layoutOver({ values, labels, space, gap }: LayoutGiven): FunnelLayout {
  const cell = space.height / Math.max(1, values.length);
  const hasText = cell >= line + 6 && space.width >= 60;
  const lead = hasText ? line : 0;
  const spans = spansOf(values.length, { from: space.y, length: space.height, gap: hasText ? 0 : gap }).map(
    ({ from, length }) => ({ from: from + lead, length: Math.max(2, length - lead - (hasText ? 3 : 0)) }),
  );
  const bars = barsOf(values, spans, { from: space.x, length: space.width });
  const texts = labels.map(({ name, value, share }) => {
    const figures = [value, share].filter(Boolean).join(' · ');
    const room = space.width - estimateFigureWidth(figures, textSize) - 10;
    return [fitText(name, Math.max(0, room), textSize), figures].filter(Boolean).join('  ');
  });
  return {
    heading: null,
    steps: bars.map((bar, at) => {
      const label = { text: texts[at] ?? '', x: space.x + space.width / 2, y: bar.y - line / 2 };
      const step = placed(bars, at, hasText ? [{ ...label, align: 'center', isFigure: false }] : []);
      // Between lines of text a join would lie under letters.
      return hasText ? { ...step, join: [] } : step;
    }),
  };
}

/** Steps side by side, each with its name above and its figures below. */
export function layoutLying({ values, labels, space, gap }: LayoutGiven): FunnelLayout {
  const cell = space.width / Math.max(1, values.length);
  const isShown = cell >= 30 && space.height >= 90;
  const hasNames = isShown && labels.some(({ name }) => name !== '');
  const figures = labels.map(({ value, share }) => [value, share].filter(Boolean));
  const mostLines = Math.max(0, ...figures.map(({ length }) => length));
  const widest = Math.max(0, ...figures.flat().map((text) => estimateFigureWidth(text, textSize)));
  const lines = isShown && widest <= cell + 4 ? mostLines : 0;
  const [top, bottom] = [hasNames ? line + 4 : 0, lines * line + (lines > 0 ? 4 : 0)];
  const cross = { from: space.y + top, length: Math.max(4, space.height - top - bottom) };
  const bars = barsOf(values, spansOf(values.length, { from: space.x, length: space.width, gap }), cross).map(turned);
  const names = fitNames(
    labels.map(({ name }) => name),
    labels.map(() => cell - 6),
    textSize,
  );
  return {
    heading: null,
    steps: bars.map((bar, at) => {
      const middle = bar.x + bar.width / 2;
      const below = figures[at]!.slice(0, lines).map((text, row) => ({
        text,
        x: middle,
        y: space.y + space.height - (lines - row - 0.5) * line,
        align: 'center' as const,
        isFigure: true,
      }));
      const name = hasNames ? (names[at] ?? '') : '';
      return placed(bars, at, [
        { text: name, x: middle, y: space.y + line / 2, align: 'center', isFigure: false },
        ...below,
      ]);
    }),
  };
}

interface Span {
  readonly from: number;
  readonly length: number;
}

/** Where steps stand along the process: all as thick, with the same room between them, the whole in the middle of its space. */
function spansOf(count: number, { from, length, gap }: Span & { readonly gap: number }): readonly Span[] {
  const perStep = gap / (1 - gap);
  const full = length / Math.max(1, count + (count - 1) * perStep);
  const thick = Math.min(full, thickest);
  const room = Math.min(thick * perStep, thickest);
  const start = from + (length - count * thick - (count - 1) * room) / 2;
  return Array.from({ length: count }, (_, at) => ({ from: start + at * (thick + room), length: thick }));
}

/** Bars as long as their values, from zero, in the middle of their space. */
function barsOf(values: readonly number[], spans: readonly Span[], cross: Span): readonly Rect[] {
  const most = Math.max(...values, Number.MIN_VALUE);
  return spans.map((span, at) => {
    const value = values[at] ?? 0;
    // A hairline shows that there is a step even where next to nothing is left.
    const width = value === 0 ? 0 : Math.max(1, (value / most) * cross.length);
    return { x: cross.from + (cross.length - width) / 2, y: span.from, width, height: span.length };
  });
}

const turned = ({ x, y, width, height }: Rect): Rect => ({ x: y, y: x, width: height, height: width });

function placed(bars: readonly Rect[], at: number, texts: readonly PlacedText[]): PlacedStep {
  const bar = bars[at]!;
  const next = bars[at + 1];
  return {
    bar,
    join: next ? joinOf(bar, next) : [],
    texts: texts.filter(({ text }) => text !== ''),
  };
}

function joinOf(bar: Rect, next: Rect): PlacedStep['join'] {
  if (next.x === bar.x && next.y === bar.y) return [];
  if (next.y >= bar.y + bar.height - 0.01)
    return [
      [bar.x, bar.y + bar.height],
      [bar.x + bar.width, bar.y + bar.height],
      [next.x + next.width, next.y],
      [next.x, next.y],
    ];
  return [
    [bar.x + bar.width, bar.y],
    [next.x, next.y],
    [next.x, next.y + next.height],
    [bar.x + bar.width, bar.y + bar.height],
  ];
}
