import type { DrawContext } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import { type Plot, stacksOf, totalsOf, valueExtent } from './series-plot.ts';
import { tellingLabels } from './telling-labels.ts';
import { estimateTextWidth } from './text-widths.ts';

const labelHeight = 13;

/** How much of its place a bar fills, and how broad it gets at most. */
const barShare = 0.66;
const broadestBar = 44;

/** Values of thinner bars would stand across their neighbours. */
const thinnestBar = 6;

/** The breadth that each bar of a position has for its label. */
function roomAcross(plot: Plot, { width, height }: DrawContext<SeriesForm>): number {
  const lanes = plot.stack === null ? plot.series.length : stacksOf(plot.series).size;
  const length = plot.isHorizontal ? height - 40 : width - 56;
  return length / Math.max(1, plot.xs.length) / Math.max(1, lanes);
}

/** Whether a text fits into its part of a stacked bar, in its length and beside the bars of its neighbours. */
export function segmentFitter(plot: Plot, context: DrawContext<SeriesForm>): (text: string, value: number) => boolean {
  const [low, high] = valueExtent(plot, context.form);
  // Lying bars leave room for the names of their positions.
  const length = Math.max(1, plot.isHorizontal ? context.width * 0.62 : context.height - 56);
  const across = Math.min(broadestBar, roomAcross(plot, context) * barShare);
  // A few short values among bars without any would look like a fault: breadth is asked of the longest.
  const widest = widthsOf(plot).inside;
  const pxPerUnit = length / Math.max(Number.MIN_VALUE, high - low);
  return (text, value) => {
    const textWidth = estimateTextWidth(text, 11);
    const along = Math.abs(value) * pxPerUnit;
    return plot.isHorizontal
      ? across >= labelHeight - 2 && along >= textWidth + 6
      : across >= widest && along >= labelHeight;
  };
}

const knownFormats = new WeakMap<Plot, Plot['format']>();

/** How marks say their values; found once, as every series asks. */
export function markFormat(plot: Plot): Plot['format'] {
  const known = knownFormats.get(plot);
  if (known) return known;
  const totals = plot.stack === null ? [] : [...stacksOf(plot.series).values()].flatMap((stack) => totalsOf(stack));
  const values = plot.series.flatMap((series) => series.values);
  const format = tellingLabels([...values, ...totals], plot.shortFormat, plot.locale);
  knownFormats.set(plot, format);
  return format;
}

interface Widths {
  /** Of the values in the bars, and of those at their ends, where stacks say what they come to. */
  readonly inside: number;
  readonly ends: number;
}

const knownWidths = new WeakMap<Plot, Widths>();

/** The widest texts of a plot; measured once, as every series asks. */
function widthsOf(plot: Plot): Widths {
  const known = knownWidths.get(plot);
  if (known) return known;
  const say = markFormat(plot);
  const widest = (values: readonly (number | null)[]) =>
    values.reduce<number>((most, value) => Math.max(most, estimateTextWidth(say(value), 11)), 0);
  const inside = widest(plot.series.flatMap((series) => series.values));
  const stacks = [...stacksOf(plot.series).values()];
  const ends = plot.stack === null ? inside : widest(stacks.flatMap((stack) => totalsOf(stack)));
  const widths = { inside, ends };
  knownWidths.set(plot, widths);
  return widths;
}

export interface BarLabelPlace {
  readonly rotate: 0 | 90;
  /** Only one of so many bars says its value. */
  readonly every: number;
}

const all = () => true;

/** Whether the bar at a position says its value: where not all have room the longest do, apart from each other. */
export function longestApart(plot: Plot, every: number): (position: number) => boolean {
  if (every <= 1) return all;
  const known = knownLongest.get(plot);
  if (known) return known;
  const lengths =
    plot.stack === null
      ? plot.xs.map((_, at) => plot.series.reduce((most, { values }) => Math.max(most, Math.abs(values[at] ?? 0)), 0))
      : totalsOf(plot.series).map(Math.abs);
  const order = lengths.map((_, at) => at).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const taken = new Uint8Array(lengths.length);
  const said = new Set<number>();
  const half = Math.floor(every / 2);
  const isHidden = (at: number) =>
    lengths.slice(Math.max(0, at - half), at + half + 1).some((one) => one > lengths[at]!);
  for (const at of order) {
    // Beside a longer bar the text would stand across it.
    if (taken[at] || isHidden(at)) continue;
    said.add(at);
    taken.fill(1, Math.max(0, at - every + 1), at + every);
  }
  const isSaid = (position: number) => said.has(position);
  knownLongest.set(plot, isSaid);
  return isSaid;
}

const knownLongest = new WeakMap<Plot, (position: number) => boolean>();

/** How values stand at the ends of bars: lying, upright where bars are narrow, or only some; null where none has room. */
export function barLabelPlace(plot: Plot, context: DrawContext<SeriesForm>): BarLabelPlace | null {
  const across = roomAcross(plot, context);
  const widest = widthsOf(plot).ends;
  if (plot.isHorizontal) {
    const isRoomy = plot.isRank || (across >= thinnestBar && widest <= context.width * 0.3);
    return isRoomy ? { rotate: 0, every: Math.max(1, Math.ceil(labelHeight / across)) } : null;
  }
  if (widest <= across) return { rotate: 0, every: 1 };
  const lanes = plot.stack === null ? plot.series.length : stacksOf(plot.series).size;
  if (lanes === 1) return { rotate: 0, every: Math.ceil((widest + 4) / across) };
  return across >= labelHeight - 2 ? { rotate: 90, every: 1 } : null;
}

/** Space between one value along a line and the next. */
const gapAlong = 12;

/** Of the points of a line only each so many-th says its value, counted from the last, so that none stands at another's heel. */
export function lineLabelStep(plot: Plot, { width }: DrawContext<SeriesForm>): number {
  const perPoint = (width - 56) / Math.max(1, plot.xs.length);
  return Math.max(1, Math.ceil((widthsOf(plot).ends + gapAlong) / perPoint));
}

/** Room for the longest value at one end of the bars. */
export function endLabelRoom(plot: Plot, context: DrawContext<SeriesForm>): number {
  return barLabelPlace(plot, context) === null ? 0 : widthsOf(plot).ends + 12;
}
