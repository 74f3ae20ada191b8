import { estimateFigureWidth, estimateTextWidth } from '../shared/text-widths.ts';

export interface Dial {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly ring: number;
  /** Where the figure stands below the middle, and its size; null where it has no room. */
  readonly figure: { readonly y: number; readonly size: number } | null;
  readonly nameY: number;
  readonly axisSize: number;
}

export interface List {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** As many values as have room. */
  readonly rows: number;
}

export interface DialGiven {
  readonly width: number;
  readonly height: number;
  readonly angles: readonly [number, number];
  readonly fontSize: number;
  /** The only value, or none where several stand in a list. */
  readonly figure: string | null;
  readonly name: string;
  readonly entries: readonly { readonly name: string; readonly value: string }[];
  /** Rings that lie inside each other. */
  readonly rings: number;
  readonly hasBands: boolean;
  /** The ends of rings are round and stand out of their arc. */
  readonly hasCaps: boolean;
}

export const rowHeight = 18;
export const bandWidth = 4;
export const bandGap = 2;

/** The dial as large as its space allows, and beside or below it the list of its values. */
export function layoutDial(given: DialGiven): { readonly dial: Dial; readonly list: List | null } {
  const { width, height, entries } = given;
  if (entries.length === 0) return { dial: dialIn(given, { x: 0, y: 0, width, height }), list: null };
  const wanted = Math.max(
    ...entries.map(({ name, value }) => estimateTextWidth(name, 12) + estimateFigureWidth(value, 12) + markAndGaps),
  );
  if (width >= height * 1.25 && width >= 220) {
    const size = Math.min(wanted, width * 0.45);
    const rows = Math.min(entries.length, Math.floor(height / rowHeight));
    const dial = dialIn(given, { x: 0, y: 0, width: width - size - 12, height });
    return { dial, list: { x: width - size, y: (height - rows * rowHeight) / 2, width: size, rows } };
  }
  const rows = Math.min(entries.length, Math.floor((height * 0.4) / rowHeight));
  if (rows === 0 || width < 90) return { dial: dialIn(given, { x: 0, y: 0, width, height }), list: null };
  const size = Math.min(wanted + 12, width);
  const room = height - rows * rowHeight - 6;
  return {
    dial: dialIn(given, { x: 0, y: 0, width, height: room }),
    list: { x: (width - size) / 2, y: room + 6, width: size, rows },
  };
}

const markAndGaps = 30;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function dialIn(given: DialGiven, box: Box): Dial {
  const { angles, fontSize, figure, name, rings, hasBands, hasCaps } = given;
  const reach = extentsOf(angles);
  const isOpen = reach.bottom < 0.98;
  const figureAt = isOpen ? Math.max(0.27, reach.bottom + 0.05) : 0.34;
  const nameHeight = figure !== null && name !== '' && box.height >= 130 ? 16 : 0;
  const share = rings > 1 ? Math.min(0.42, 0.1 + 0.05 * rings) : 0.14;
  const arcBottom = Math.min(1, reach.bottom + (hasCaps ? share * 0.4 : 0));
  const bottom = figure === null ? arcBottom : Math.max(arcBottom, figureAt + 0.17);
  const inset = 2 + (hasBands ? bandWidth + bandGap : 0);
  const radius = Math.max(
    4,
    Math.min(
      (box.width - 2 * inset) / (reach.left + reach.right),
      (box.height - 2 * inset - (isOpen ? nameHeight : 0)) / (reach.top + bottom),
    ),
  );
  const size =
    figure === null
      ? 0
      : Math.min(fontSize * 1.6, radius * 0.36, (radius * (isOpen ? 1.15 : 0.75)) / estimateFigureWidth(figure, 1));
  return {
    x: box.x + box.width / 2 + (radius * (reach.left - reach.right)) / 2,
    y: box.y + (box.height - (isOpen ? nameHeight : 0) + radius * (reach.top - bottom)) / 2,
    radius,
    ring: Math.max(2, radius * share),
    figure: size >= 8 ? { y: radius * figureAt, size } : null,
    nameY: nameHeight > 0 ? radius * figureAt + size * 0.6 + 9 : 0,
    axisSize: Math.max(9, Math.min(fontSize * 0.75, 14)),
  };
}

/** How far an arc reaches from its middle to each side, in radii; the middle itself is part of it. */
function extentsOf([start, end]: readonly [number, number]) {
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const turns = Array.from({ length: 17 }, (_, at) => (at - 8) * 90).filter((angle) => angle > low && angle < high);
  const points = [low, high, ...turns].map((degrees) => (degrees * Math.PI) / 180);
  const most = (of: (angle: number) => number) => points.reduce((far, angle) => Math.max(far, of(angle)), 0.12);
  return {
    left: most((angle) => -Math.cos(angle)),
    right: most(Math.cos),
    top: most(Math.sin),
    bottom: most((angle) => -Math.sin(angle)),
  };
}

/** Each so many-th label of the scale, so that none stands on another; the ends alone where the dial is small. */
export function labelStep(
  dial: Dial,
  {
    splits,
    angles,
    widest,
  }: { readonly splits: number; readonly angles: readonly [number, number]; readonly widest: number },
): number | null {
  if (dial.radius < 60) return null;
  const length = ((dial.radius - dial.ring - 14) * Math.abs(angles[0] - angles[1]) * Math.PI) / 180;
  const most = Math.floor(length / (widest + 14));
  const fitting = Array.from({ length: splits }, (_, at) => at + 1).filter((step) => splits % step === 0);
  return fitting.find((step) => splits / step <= most) ?? splits;
}
