import {
  type AnnotationMark,
  type AnnotationSpan,
  annotationColor,
  type DrawContext,
  numberOfCell,
  valueOfLine,
  withAlpha,
} from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import { type Plot, valueExtent } from './series-plot.ts';
import { estimateTextWidth } from './text-widths.ts';

type Layer = Record<string, unknown>;

/** Annotations as ECharts draws them: lines beside the series, lines and bands across the plot. */
export function annotationLayers(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): readonly Layer[] {
  const place = { plot, context, named: namedSpans(model.marks, plot, context) };
  const lines = valueLines(model, plot, context);
  return model.marks.map((mark, index) => ({
    ...(lines.get(mark) ?? (mark.kind === 'line' ? lineMark(mark, plot, context) : spanMark(mark, place))),
    id: `annotation:${index}:${mark.layer.name}`,
  }));
}

const base = { type: 'line', symbol: 'none', silent: true, tooltip: { show: false }, z: 1, data: [] };

/** ECharts knows three styles by name; a long dash is given by its lengths. */
const dashOf = (style: string): string | readonly number[] => (style === 'longDashed' ? [10, 6] : style);

function lineMark(mark: AnnotationMark & { kind: 'line' }, plot: Plot, context: DrawContext<SeriesForm>): Layer {
  const { layer } = mark;
  const color = annotationColor(layer, context.theme.dataOther);
  const last = mark.points.at(-1);
  return {
    ...base,
    z: 4,
    data: mark.points.map(([x, y]) => pairOf(plot, placeOf(plot, x), y)),
    ...(layer.showMarkers ? { symbol: 'circle', symbolSize: 6, showSymbol: true } : {}),
    itemStyle: { color },
    lineStyle: { color, width: layer.hideLine ? 0 : Math.max(1, layer.width), type: dashOf(layer.style) },
    ...(layer.showLabel && last
      ? {
          markPoint: {
            symbol: 'circle',
            symbolSize: 1,
            animation: false,
            itemStyle: { color },
            label: { show: hasRoom(context), position: 'left', ...textStyle(mark.name, context) },
            data: [{ coord: pairOf(plot, placeOf(plot, last[0]), last[1]) }],
          },
        }
      : {}),
  };
}

type LineMark = Extract<AnnotationMark, { kind: 'line' }>;

/** Lines at a value run across the whole plot, and are named where their names have room: at their end, else at their beginning. */
function valueLines(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): ReadonlyMap<unknown, Layer> {
  const drawn = new Map<unknown, Layer>();
  if (model.marks.length === 0) return drawn;
  const named: { readonly px: number; readonly place: string }[] = [];
  const [low, high] = valueExtent(plot, context.form);
  const length = plot.isHorizontal ? context.width - 120 : context.height - 40;
  for (const mark of model.marks) {
    const value = mark.kind === 'line' && !mark.layer.showMarkers ? valueOfLine(mark.layer) : null;
    if (mark.kind !== 'line' || value === null) continue;
    const px = (value / Math.max(high - low, Number.MIN_VALUE)) * length;
    const text = lineText(mark, value, plot);
    const apart = plot.isHorizontal ? estimateTextWidth(text, 11) + 8 : 15;
    const places = plot.isHorizontal ? ['end'] : ['insideEndTop', 'insideStartTop'];
    const place = places.find((one) => named.every((other) => other.place !== one || Math.abs(other.px - px) >= apart));
    if (place && mark.layer.showLabel) named.push({ px, place });
    drawn.set(mark, valueLine(mark, { value, text, place, plot, context }));
  }
  return drawn;
}

/** `Target · €50k`, unless the name says it. */
function lineText({ name }: LineMark, value: number, plot: Plot): string {
  const figure = plot.shortFormat(value);
  return name.includes(figure) ? name : `${name} · ${figure}`;
}

interface ValueLine {
  readonly value: number;
  readonly text: string;
  /** Where its name has room; none where others stand. */
  readonly place: string | undefined;
  readonly plot: Plot;
  readonly context: DrawContext<SeriesForm>;
}

function valueLine({ layer }: LineMark, { value, text, place, plot, context }: ValueLine): Layer {
  const color = annotationColor(layer, context.theme.note);
  const width = layer.hideLine ? 0 : Math.max(1, layer.width);
  const ground = { backgroundColor: withAlpha(context.theme.card, 0.8), padding: [1, 3], borderRadius: 3 };
  const own = { rotate: 0, position: place ?? 'insideEndTop', ...textStyle(text, context), ...ground };
  const isShown = isWithinAxis(value, plot, context);
  const x = plot.axisType === 'category' ? 0 : (ends(plot)[0] ?? null);
  return {
    ...base,
    silent: false,
    // An invisible point, so that the axis reaches the line.
    data: isShown && x !== null ? [pairOf(plot, x, value)] : [],
    lineStyle: { width: 0 },
    markLine: {
      symbol: 'none',
      animation: false,
      lineStyle: { color, width, type: dashOf(layer.style) },
      emphasis: { lineStyle: { width: width + 1 } },
      data: isShown
        ? [
            {
              ...(plot.isHorizontal ? { xAxis: value } : { yAxis: value }),
              label: { ...own, show: place !== undefined && layer.showLabel && hasRoom(context) },
              emphasis: { label: { ...own, show: true, color: context.theme.text } },
            },
          ]
        : [],
    },
  };
}

/** Whoever gave the axis ends sees no line beyond them; a logarithm has none at zero. */
function isWithinAxis(value: number, plot: Plot, { form }: DrawContext<SeriesForm>): boolean {
  const [low, high] = form.truncateYAxis ? form.y_axis_bounds : [null, null];
  return (plot.decades === null || value > 0) && value >= (low ?? value) && value <= (high ?? value);
}

/** The names of lines across lying bars stand above them. */
export function roomForLines({ marks }: SeriesModel, plot: Plot): number {
  const isNamed = (mark: AnnotationMark) => mark.layer.showLabel && valueOfLine(mark.layer) !== null;
  return plot.isHorizontal && marks.some(isNamed) ? 16 : 0;
}

type SpanMark = Exclude<AnnotationMark, { kind: 'line' }>;

function spanMark(mark: SpanMark, place: LabelPlace): Layer {
  return mark.kind === 'events'
    ? { ...base, silent: false, markLine: eventLines(mark, place) }
    : {
        ...base,
        silent: false,
        markArea: bands(mark, place),
        // On a category axis a span inside one place has no width of its own and takes the place's.
        ...(place.plot.axisType === 'category' ? { markLine: narrowBands(mark, place) } : {}),
      };
}

const hasRoom = (context: DrawContext<SeriesForm>) => context.width >= 280 && context.height >= 130;
const titleText = (span: AnnotationSpan) => [span.title, ...span.descriptions].join('\n');

const textStyle = (text: string, { theme }: DrawContext<SeriesForm>) => ({
  // By function, since braces would be read as placeholders of a template.
  formatter: () => text,
  color: theme.textSecondary,
  fontSize: 11,
  fontWeight: 500,
});

/** Labels that are not wanted show while the pointer is on their mark, then with what describes it. */
function labelOf(mark: SpanMark, span: AnnotationSpan, context: DrawContext<SeriesForm>) {
  const { theme } = context;
  const ground = {
    backgroundColor: theme.raised,
    borderColor: theme.border,
    borderWidth: 1,
    borderRadius: 4,
    padding: [4, 6],
  };
  return {
    label: { show: mark.layer.showLabel && hasRoom(context), ...textStyle(span.title, context) },
    emphasis: { label: { show: true, ...textStyle(titleText(span), context), color: theme.text, ...ground } },
  };
}

function eventLines(mark: SpanMark, place: LabelPlace): Layer {
  const { layer } = mark;
  const { plot, context } = place;
  const color = annotationColor(layer, context.theme.note);
  return {
    symbol: 'none',
    animation: false,
    lineStyle: {
      color,
      width: Math.max(1, layer.width),
      type: layer.style === 'solid' ? 'dashed' : dashOf(layer.style),
    },
    emphasis: { lineStyle: { width: Math.max(1, layer.width) + 1 } },
    data: insideSpans(mark.spans, plot).map((span) => ({
      ...axisOf(plot, placeOf(plot, span.start)),
      ...lineLabels(mark, span, place),
    })),
  };
}

interface LabelPlace {
  readonly plot: Plot;
  readonly context: DrawContext<SeriesForm>;
  /** The spans whose names have room. */
  readonly named: ReadonlySet<AnnotationSpan>;
}

function lineLabels(mark: SpanMark, span: AnnotationSpan, { plot, context, named }: LabelPlace): Layer {
  const { label, emphasis } = labelOf(mark, span, context);
  const place = plot.isHorizontal
    ? { position: 'insideEndTop', rotate: 0 }
    : { position: 'end', rotate: 0, distance: 0, ...besideLine(plot, span.start) };
  const isFree = label.show && named.has(span);
  return { label: { ...label, ...place, show: isFree }, emphasis: { label: { ...emphasis.label, ...place } } };
}

/** Names of all layers share one line: those that would stand on another show while the pointer is on their mark only. */
function namedSpans(
  marks: readonly AnnotationMark[],
  plot: Plot,
  context: DrawContext<SeriesForm>,
): ReadonlySet<AnnotationSpan> {
  const labelled = marks.flatMap((mark) =>
    mark.kind !== 'line' && mark.layer.showLabel
      ? insideSpans(mark.spans, plot).map((span) => ({ span, isEvent: mark.kind === 'events' }))
      : [],
  );
  if (plot.isHorizontal || labelled.length === 0) return new Set(labelled.map(({ span }) => span));
  const [first = 0, last = 1] = ends(plot);
  const pxOf = (x: number) => ((x - first) / Math.max(1, last - first)) * Math.max(1, context.width - 56);
  const places = labelled.map(({ span, isEvent }) => {
    const width = estimateTextWidth(span.title, 11) + 10;
    const isLeftOf = isEvent && !isNearStart(plot, span.start);
    const from = pxOf(Math.max(first, span.start)) - (isLeftOf ? width : 0);
    return { span, from, to: from + width };
  });
  const named = new Set<AnnotationSpan>();
  const taken: { readonly from: number; readonly to: number }[] = [];
  for (const place of places.sort((a, b) => a.span.start - b.span.start)) {
    if (taken.some((other) => place.from < other.to && other.from < place.to)) continue;
    named.add(place.span);
    taken.push(place);
  }
  return named;
}

const isOnePlace = (span: AnnotationSpan, plot: Plot) => placeOf(plot, span.start) === placeOf(plot, span.end);

function narrowBands(mark: SpanMark, place: LabelPlace): Layer {
  const { layer } = mark;
  const { plot, context } = place;
  const length = plot.isHorizontal ? context.height - 16 : context.width - 48;
  return {
    symbol: 'none',
    animation: false,
    lineStyle: {
      color: layer.color ? withAlpha(layer.color, layer.opacity < 1 ? layer.opacity : 0.12) : context.theme.band,
      width: Math.max(2, length / Math.max(1, plot.xs.length)),
      type: 'solid',
    },
    data: insideSpans(mark.spans, plot)
      .filter((span) => isOnePlace(span, plot))
      .map((span) => ({
        ...axisOf(plot, placeOf(plot, span.start)),
        ...lineLabels(mark, span, place),
      })),
  };
}

function bands(mark: SpanMark, { plot, context, named }: LabelPlace): Layer {
  const { layer } = mark;
  const { theme } = context;
  const share = layer.opacity < 1 ? layer.opacity : 0.12;
  return {
    animation: false,
    data: wideSpans(mark, plot).map((span) => {
      const { label, emphasis } = labelOf(mark, span, context);
      const isFree = label.show && named.has(span);
      return [
        {
          ...axisOf(plot, placeOf(plot, span.start)),
          itemStyle: { color: layer.color ? withAlpha(layer.color, share) : theme.band },
          label: { ...label, position: 'insideTopLeft', show: isFree },
          emphasis: { label: { ...emphasis.label, position: 'insideTopLeft' } },
        },
        axisOf(plot, placeOf(plot, span.end)),
      ];
    }),
  };
}

const wideSpans = (mark: SpanMark, plot: Plot) =>
  insideSpans(mark.spans, plot).filter((span) => plot.axisType !== 'category' || !isOnePlace(span, plot));

/** What lies wholly outside the axis would stand at its edge, and is left out. */
function insideSpans(spans: readonly AnnotationSpan[], plot: Plot): readonly AnnotationSpan[] {
  const [low, high] = ends(plot);
  return low === undefined || high === undefined ? [] : spans.filter((span) => span.end >= low && span.start <= high);
}

/** The first and the last position of the axis as numbers; none on an axis of names. */
function ends(plot: Plot): readonly number[] {
  const isNumber = (x: Plot['xs'][number]) => numberOfCell(x) !== null;
  const found = [plot.xs.find(isNumber), plot.xs.findLast(isNumber)];
  return found.flatMap((x) => (x === undefined ? [] : (numberOfCell(x) ?? [])));
}

const pairOf = (plot: Plot, x: number, y: number) => (plot.isHorizontal ? [y, x] : [x, y]);
const axisOf = (plot: Plot, x: number) => (plot.isHorizontal ? { yAxis: x } : { xAxis: x });

/** On a category axis a moment stands at the step in which it lies. */
function placeOf(plot: Plot, x: number): number {
  if (plot.axisType !== 'category') return x;
  return Math.max(
    0,
    plot.xs.findLastIndex((value) => (numberOfCell(value) ?? Number.NaN) <= x),
  );
}

/** The name of an event stands at the left of its line, unless the line is near the left edge. */
function besideLine(plot: Plot, x: number): Layer {
  const isNear = isNearStart(plot, x);
  return { align: isNear ? 'left' : 'right', offset: [isNear ? 6 : -6, 8] };
}

function isNearStart(plot: Plot, x: number): boolean {
  const [first = 0, last = 1] = ends(plot);
  return (x - first) / Math.max(1, last - first) < 0.3;
}
