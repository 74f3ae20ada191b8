import { averageGrainMs, type ChartNote, numberOfCell, readChartNotes, withAlpha } from '@powerset/chart-kit';
import type { SeriesOptions } from './series-options.ts';
import type { Plot, PlotSeries } from './series-plot.ts';
import { estimateTextWidth, fitText } from './text-widths.ts';

type Layer = Record<string, unknown>;

/** A note with its place among the positions that are drawn. */
export interface PlacedNote {
  /** Its place in the form's list. */
  readonly index: number;
  readonly note: ChartNote;
  readonly from: number;
  /** The same position unless it is a span of several. */
  readonly to: number;
  /** The series at whose value it stands, where it is drawn and has a value. */
  readonly series: PlotSeries | null;
  readonly value: number | null;
}

/** The room of one line of names above the plot. */
const laneHeight = 17;
const longestName = 168;

/** A note that is drawn, with where its name stands: its middle from the top of the picture, and its length. */
export interface DrawnNote {
  readonly placed: PlacedNote;
  readonly nameY: number;
  readonly nameWidth: number;
  readonly isLeft: boolean;
}

export interface NotedOptions extends SeriesOptions {
  readonly drawnNotes: readonly DrawnNote[];
}

/** Adds a form's notes to the drawing: their names stand in lines above the plot, so that they cover neither each other nor the data. */
export function withNotes(options: SeriesOptions): NotedOptions {
  const { plot, context } = options;
  const placed = placeNotes(readChartNotes(context.form), plot, context.form.time_grain_sqla);
  if (placed.length === 0) return { ...options, drawnNotes: [] };
  const grid = gridOf(options);
  const lanes = layNames(placed, options);
  const count = [...lanes.values()].reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  const given = { options, lanes, count, top: grid.top };
  // The options of all charts of series hold a list here.
  const series = options.option.series as readonly Layer[];
  return {
    ...options,
    drawnNotes: placed.map((note) => ({
      placed: note,
      nameY: nameHeight(note, given),
      nameWidth: lanes.has(note) ? nameWidth(note, context.width) : 0,
      isLeft: lanes.get(note)?.isLeft ?? false,
    })),
    option: {
      ...options.option,
      grid: { ...grid, top: grid.top + count * laneHeight + (count > 0 ? 4 : 0) },
      series: [...series, notesLayer(placed, given)],
    },
  };
}

/** All charts of series give their plot these ends. */
const gridOf = ({ option }: SeriesOptions) =>
  option.grid as { readonly top: number; readonly left: number; readonly right: number };

/** Notes at the steps in which they lie; those outside of what is drawn are left out. */
export function placeNotes(notes: readonly ChartNote[], plot: Plot, grain: string | null): readonly PlacedNote[] {
  const xs = plot.xs.map((x) => numberOfCell(x) ?? Number.NaN);
  const [first, last] = [xs[0], xs.at(-1)];
  if (first === undefined || last === undefined || Number.isNaN(first)) return [];
  const end = last + lengthOfLast(xs, grain);
  return notes.flatMap((note, index) => {
    const until = note.end ?? note.at;
    const isOutside = until < first || note.at > last + (end > last ? end - last - 1 : 0);
    if (isOutside) return [];
    const from = stepOf(xs, Math.max(note.at, first));
    const to = stepOf(xs, Math.max(until, first));
    const series = note.end === null ? (plot.series.find(({ name }) => name === note.series) ?? null) : null;
    const value = series ? heightOf(series, from, plot) : null;
    return [{ index, note, from, to, series: value === null ? null : series, value }];
  });
}

/** A period lasts until the next would begin. */
function lengthOfLast(xs: readonly number[], grain: string | null): number {
  const [before, last] = [xs.at(-2), xs.at(-1)!];
  const average = averageGrainMs(grain);
  if (average === undefined) return 0;
  return before === undefined ? average : Math.max(average, Math.min(last - before, average * 1.1));
}

const stepOf = (xs: readonly number[], x: number) =>
  Math.max(
    0,
    xs.findLastIndex((one) => one <= x),
  );

/** Where a series' value is drawn: in a stack on those below it. */
function heightOf(series: PlotSeries, at: number, { stack, series: all }: Plot): number | null {
  const own = series.values[at] ?? null;
  if (stack === null || own === null) return own;
  if (stack === 'Stream') return null;
  const below = all.slice(0, all.indexOf(series)).filter(({ stackId }) => stackId === series.stackId);
  const isNegative = own < 0;
  return below.reduce((sum, one) => {
    const value = one.values[at] ?? 0;
    return value < 0 === isNegative ? sum + value : sum;
  }, own);
}

interface Lane {
  readonly lane: number;
  readonly isLeft: boolean;
}

interface NamePlace extends Lane {
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** A line of names for each note that finds one: no name on another, nor across the line that leads to another. */
export function layNames(placed: readonly PlacedNote[], options: SeriesOptions): ReadonlyMap<PlacedNote, Lane> {
  const { plot, context } = options;
  const { width, height } = context;
  const most = mostLanes(width, height);
  const names = new Map<PlacedNote, NamePlace>();
  if (plot.isHorizontal || most === 0) return names;
  const { left, right } = gridOf(options);
  const room = Math.max(60, width - 46 - left - right);
  const steps = plot.axisType === 'category' ? plot.xs.length : Math.max(1, plot.xs.length - 1);
  const xOf = (step: number) => ((step + (plot.axisType === 'category' ? 0.5 : 0)) / steps) * room;
  // From the right, so that the line to a name that stands higher does not cross the names beside it.
  for (const note of [...placed].sort((a, b) => b.from - a.from || b.index - a.index)) {
    const x = xOf(note.from);
    const length = nameWidth(note, width) + 12;
    const taken = [...names.values()];
    const found = [false, true]
      .flatMap((isLeft) =>
        Array.from({ length: most }, (_, lane) => {
          const [from, to] = isLeft ? [x - length, x] : [x, x + length];
          return { lane, isLeft, x, from, to };
        }),
      )
      .find(
        (place) => place.from >= -40 && place.to <= room + right - 4 && taken.every((other) => isApart(place, other)),
      );
    if (found) names.set(note, found);
  }
  return names;
}

const mostLanes = (width: number, height: number) => {
  if (width < 280 || height < 130) return 0;
  if (height < 200) return 1;
  return height < 320 ? 2 : 3;
};

function isApart(one: NamePlace, other: NamePlace): boolean {
  if (one.lane === other.lane) return one.to <= other.from || one.from >= other.to;
  const [low, high] = one.lane < other.lane ? [one, other] : [other, one];
  return high.x <= low.from || high.x >= low.to;
}

const nameWidth = ({ note }: PlacedNote, width: number) =>
  Math.min(estimateTextWidth(note.text.split('\n')[0]!, 11), longestName, width * 0.4);

interface Given {
  readonly options: SeriesOptions;
  readonly lanes: ReadonlyMap<PlacedNote, Lane>;
  readonly count: number;
  /** Where the plot and what names its axes would begin without notes. */
  readonly top: number;
}

function notesLayer(placed: readonly PlacedNote[], given: Given): Layer {
  const { plot } = given.options;
  const spans = placed.filter(({ from, to }) => from !== to);
  return {
    id: 'notes',
    type: 'line',
    symbol: 'none',
    data: [],
    tooltip: { show: false },
    z: 5,
    markLine: {
      animation: false,
      symbol: 'none',
      data: placed.map((one) => (plot.isHorizontal ? lyingLine(one, given) : standingLine(one, given))),
    },
    markArea: { animation: false, silent: true, data: spans.map((one) => band(one, given)) },
  };
}

/** A line without a name ends below the names of the others. */
function nameHeight(note: PlacedNote, { lanes, count, top }: Given): number {
  const lane = lanes.get(note);
  return top + (lane ? count - lane.lane - 0.5 : count) * laneHeight;
}

const colorOf = ({ note, series }: PlacedNote, { options }: Given) =>
  note.color ?? series?.color ?? options.context.theme.note;

function lineStyle(note: PlacedNote, given: Given): Layer {
  const color = colorOf(note, given);
  return {
    lineStyle: { color, width: 1, type: note.series || note.from !== note.to ? 'solid' : 'dashed' },
  };
}

/** From the axis, or from its point, up to its name. */
function standingLine(note: PlacedNote, given: Given): readonly Layer[] {
  const { options, lanes, count, top } = given;
  const { plot } = options;
  const lane = lanes.get(note);
  const x = placeOf(note.from, plot);
  const isPoint = note.value !== null;
  return [
    {
      coord: [x, isPoint ? note.value : Number.POSITIVE_INFINITY],
      symbol: isPoint ? 'circle' : 'none',
      symbolSize: 7,
      ...lineStyle(note, given),
      ...labels(note, given, lane),
    },
    {
      coord: [x, note.value ?? Number.POSITIVE_INFINITY],
      y: count === 0 ? top + 4 : nameHeight(note, given),
      symbol: 'none',
    },
  ];
}

const placeOf = (step: number, plot: Plot) =>
  plot.axisType === 'category' ? step : (numberOfCell(plot.xs[step]) ?? 0);

function labels(note: PlacedNote, given: Given, lane: Lane | undefined): Layer {
  const { options } = given;
  const { theme, width } = options.context;
  const isLeft = lane?.isLeft ?? note.from > options.plot.xs.length / 2;
  const [first = ''] = note.note.text.split('\n');
  const place = {
    position: 'end',
    distance: 0,
    rotate: 0,
    align: isLeft ? 'right' : 'left',
    offset: [isLeft ? -5 : 5, 0],
    fontSize: 11,
    fontWeight: 500,
  };
  return {
    label: {
      ...place,
      show: lane !== undefined,
      verticalAlign: 'middle',
      // By function, since braces would be read as placeholders of a template.
      formatter: () => fitText(first, Math.min(longestName, width * 0.4), 11),
      color: theme.textSecondary,
    },
    emphasis: {
      lineStyle: { width: 2 },
      label: {
        ...place,
        show: true,
        verticalAlign: 'top',
        formatter: () => note.note.text,
        width: Math.min(240, width * 0.6),
        overflow: 'break',
        color: theme.text,
        backgroundColor: theme.raised,
        borderColor: theme.borderStrong,
        borderWidth: 1,
        borderRadius: 4,
        padding: [4, 6],
      },
    },
  };
}

/** Across lying bars; the name stands at the line's end. */
function lyingLine(note: PlacedNote, given: Given): Layer {
  const all = labels(note, given, undefined) as { readonly label: Layer; readonly emphasis: { readonly label: Layer } };
  const place = { position: 'insideEndTop', align: 'right', offset: [0, 0], verticalAlign: 'bottom' };
  return {
    yAxis: note.from,
    ...lineStyle(note, given),
    label: { ...all.label, ...place, show: given.options.context.width >= 280 },
    emphasis: { ...all.emphasis, label: { ...all.emphasis.label, ...place } },
  };
}

function band(note: PlacedNote, given: Given): readonly Layer[] {
  const { plot, context } = given.options;
  const axis = plot.isHorizontal ? 'yAxis' : 'xAxis';
  const color = note.note.color ? withAlpha(note.note.color, 0.12) : context.theme.band;
  return [{ [axis]: placeOf(note.from, plot), itemStyle: { color } }, { [axis]: placeOf(note.to, plot) }];
}
