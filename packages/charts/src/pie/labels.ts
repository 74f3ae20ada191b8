import { estimateFigureWidth, fitNames } from '../shared/text-widths.ts';

/** What the label of a slice says: the name may be cut, figures never are. */
export interface SliceLabel {
  readonly name: string;
  readonly figures: readonly string[];
  /** Where the middle of its slice is, from the top and clockwise, in radians. */
  readonly angle: number;
}

export interface PlacedLabels {
  readonly outer: number;
  /** How far from the circle the labels' lines end. */
  readonly lineLength: number;
  /** Of each label; none where even its figures have no room. */
  readonly lines: readonly (readonly string[])[];
}

/** The free space around the middle of the circle. */
interface Half {
  readonly width: number;
  readonly height: number;
}

export const labelSize = 11;
export const labelHeight = 14;
/** The level part of the line to a label, and the gap behind it. */
export const levelLength = 6;
export const labelGap = 4;
/** The circle gives way to its labels as far as this. */
const smallestOuter = 56;
/** Of names that are cut, so much is seen at least: the most that the circle leaves them. */
const longName = 200;
const middleName = 130;
const shortName = 56;
/** Beside a legend a circle of less than this share of what it could be is too high a price for whole names. */
const leastForNames = 0.86;
/** Nothing else says the names: the circle gives way further. */
const leastWithoutLegend = 0.5;
/** Fewer lines are worth this much of the circle. */
const nearlyBest = 0.9;

/** Half-bold, as they are drawn; a little is kept free at the edge, since widths are estimates. */
const widthOf = (text: string) => Math.ceil(estimateFigureWidth(text, labelSize));
const edge = 3;
/** Labels of several lines stand farther off: above and below the circle their corner would touch it. */
const lineLengthOf = (count: number) => Math.max(8, (labelHeight / 2) * count);
/** A value with its share behind it. */
export const inOneFigure = (figures: readonly string[]): string =>
  figures.length === 2 ? `${figures[0]} (${figures[1]})` : (figures[0] ?? '');

/** How a label may be written: in one line, its figures below its name, each figure in a line of its own, with the first figure alone. */
const forms: readonly Way[] = [
  ({ name, figures }) => [{ name, figure: inOneFigure(figures) }],
  ({ name, figures }) => [
    { name, figure: '' },
    { name: '', figure: inOneFigure(figures) },
  ],
  ({ name, figures }) => [{ name, figure: '' }, ...figures.map((figure) => ({ name: '', figure }))],
  ({ name, figures }) => [
    { name, figure: '' },
    { name: '', figure: figures.at(-1) ?? '' },
  ],
];

const wholeForms = forms.slice(0, -1);
/** A name that is cut has a line of its own. */
const cutForms = forms.slice(1, -1);

type Way = (label: SliceLabel) => readonly Line[];

interface Line {
  readonly name: string;
  readonly figure: string;
}

const behind = ({ name, figure }: Line) => (name !== '' && figure !== '' ? ': ' : '');

/** Without what has nothing to say. */
const written = (lines: readonly Line[]) => lines.filter(({ name, figure }) => name !== '' || figure !== '');

/** The least width of a line whose name has so much room. */
function leastWidth(line: Line, nameRoom: number, measure: Measure): number {
  const tail = line.figure === '' ? 0 : measure(`${behind(line)}${line.figure}`);
  return line.name === '' ? tail : Math.min(measure(line.name), nameRoom) + tail;
}

type Measure = (text: string) => number;

/** Each text is measured once, however many ways of writing it are tried. */
function measurer(): Measure {
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? widthOf(text);
    known.set(text, width);
    return width;
  };
}

/** The largest circle beside which each label has the room that it needs where it stands. */
function outerBeside(
  labels: readonly SliceLabel[],
  half: Half,
  { way, room, measure }: { readonly way: Way; readonly room: number; readonly measure: Measure },
) {
  const lines = labels.map((label) => written(way(label)));
  const count = Math.max(1, ...lines.map(({ length }) => length));
  const away = lineLengthOf(count);
  // Where labels crowd is known once the circle is; they do sooner beside a small one.
  const across = reachAcross(labels, smallestOuter + away, count);
  return labels.reduce((least, label, index) => {
    const along = Math.abs(Math.cos(label.angle));
    const width = Math.max(0, ...(lines[index] ?? []).map((line) => leastWidth(line, room, measure)));
    const beside = half.width - edge - levelLength - labelGap - width;
    const above = half.height - (labelHeight / 2) * count;
    const byWidth = beside < 0 ? 0 : beside / Math.max(0.01, across[index] ?? 1) - away;
    return Math.min(least, byWidth, above / Math.max(0.01, along) - away);
  }, Number.POSITIVE_INFINITY);
}

/**
 * Labels beside a circle, which gets as large as they allow, each where its slice is. Names are whole where the circle
 * stays nearly as large as asked, or at all where no legend says them; else they are cut, and figures stand below them.
 */
export function placeLabels(
  labels: readonly SliceLabel[],
  { asked, half, hasLegend }: { readonly asked: number; readonly half: Half; readonly hasLegend: boolean },
): PlacedLabels {
  const small = Math.min(asked, smallestOuter);
  const measure = measurer();
  const tryWith = (room: number, ways: readonly Way[], least: number) => {
    const tries = ways.map((way) => ({
      way,
      outer: Math.min(asked, outerBeside(labels, half, { way, room, measure })),
    }));
    const best = Math.max(...tries.map(({ outer }) => outer));
    return best >= least ? tries.find(({ outer }) => outer >= best * nearlyBest) : undefined;
  };
  const readable = Math.max(small, asked * (hasLegend ? leastForNames : leastWithoutLegend));
  const chosen = tryWith(Number.POSITIVE_INFINITY, wholeForms, hasLegend ? readable : small) ??
    tryWith(longName, cutForms, readable) ??
    tryWith(middleName, cutForms, readable) ??
    tryWith(shortName, cutForms, small) ??
    tryWith(shortName / 2, forms.slice(1), small) ?? { way: forms.at(-1)!, outer: small };
  const outer = Math.max(small, chosen.outer);
  const count = Math.max(1, ...labels.map((label) => written(chosen.way(label)).length));
  const lineLength = lineLengthOf(count);
  return {
    outer,
    lineLength,
    lines: linesOf(labels, chosen.way, roomsOf(labels, { outer, lineLength, half, count })),
  };
}

interface Placing {
  readonly outer: number;
  readonly lineLength: number;
  readonly half: Half;
  /** How many lines the highest label has. */
  readonly count: number;
}

/** The width that is left for each label. */
function roomsOf(labels: readonly SliceLabel[], { outer, lineLength, half, count }: Placing): readonly number[] {
  const reach = outer + lineLength;
  const free = half.width - levelLength - labelGap - edge;
  return reachAcross(labels, reach, count).map((across) => free - reach * across);
}

/** How far each label stands off the middle, as a share of its distance: where several crowd on a side, they are pushed out as far as its side. */
function reachAcross(labels: readonly SliceLabel[], reach: number, count: number): readonly number[] {
  const isRight = ({ angle }: SliceLabel) => Math.sin(angle) >= 0;
  const crowded = [true, false].map((side) => {
    const heights = labels
      .filter((label) => isRight(label) === side)
      .map(({ angle }) => reach * Math.cos(angle))
      .sort((a, b) => a - b);
    return heights.some((height, at) => at > 0 && height - heights[at - 1]! < labelHeight * count);
  });
  return labels.map((label) => (crowded[isRight(label) ? 0 : 1] ? 1 : Math.abs(Math.sin(label.angle))));
}

function linesOf(labels: readonly SliceLabel[], way: Way, rooms: readonly number[]): readonly (readonly string[])[] {
  const lines = labels.map((label) => written(way(label)));
  const nameRooms = lines.map((own, index) => {
    const named = own.find(({ name }) => name !== '');
    return named ? rooms[index]! - widthOf(`${behind(named)}${named.figure}`) : 0;
  });
  const names = fitNames(
    labels.map(({ name }) => name),
    nameRooms,
    labelSize,
  );
  return lines.map((own, index) => {
    if (own.some(({ figure }) => widthOf(figure) > rooms[index]!)) return [];
    return own
      .map((line) => {
        const name = line.name === '' ? '' : names[index]!;
        return name === '' ? line.figure : `${name}${behind(line)}${line.figure}`;
      })
      .filter((text) => text !== '');
  });
}

/** The part of a ring that a slice takes. */
export interface Segment {
  readonly inner: number;
  readonly outer: number;
  readonly share: number;
}

/** Labels inside their slices: in as few lines as fit whole; figures alone where most names do not fit and a legend says them. */
export function labelsInside(
  labels: readonly SliceLabel[],
  segments: readonly Segment[],
  hasLegend: boolean,
): readonly (readonly string[])[] {
  const whole = labels.map((label, index) => linesInside(label, segments[index]!));
  const figures = labels.map((label, index) => linesInside({ ...label, name: '' }, segments[index]!));
  const count = (lines: readonly (readonly string[])[]) => lines.filter(({ length }) => length > 0).length;
  return hasLegend && count(whole) * 2 < count(figures) ? figures : whole;
}

function linesInside(label: SliceLabel, segment: Segment): readonly string[] {
  const middle = (segment.inner + segment.outer) / 2;
  const breadth =
    segment.share < 0.5
      ? 2 * middle * Math.sin(Math.PI * segment.share)
      : 2 * Math.sqrt(segment.outer ** 2 - middle ** 2);
  const depth = (segment.outer - segment.inner) * 0.96;
  const [across, along] = [Math.abs(Math.sin(label.angle)), Math.abs(Math.cos(label.angle))];
  const fits = (texts: readonly string[]) => {
    const width = Math.max(0, ...texts.map(widthOf)) + 4;
    const height = texts.length * labelHeight;
    return width * across + height * along <= depth && width * along + height * across <= breadth;
  };
  const texts = wholeForms
    .map((way) => written(way(label)).map((line) => `${line.name}${behind(line)}${line.figure}`))
    .filter((lines) => lines.length > 0);
  return texts.find(fits) ?? [];
}
