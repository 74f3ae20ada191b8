import { roundUp } from '../shared/round-scale.ts';
import { estimateTextWidth, fitNames } from '../shared/text-widths.ts';
import type { Sectors } from './sectors.ts';

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** From the middle to where a value ends. */
  readonly radiusOf: (value: number) => number;
  /** Where a sector begins and ends, clockwise from the right as the canvas counts. */
  readonly anglesOf: (at: number) => readonly [number, number];
  readonly names: readonly RimName[];
  /** Values of the circles that help reading. */
  readonly rings: readonly number[];
}

export interface RimName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
}

export interface CircleGiven {
  readonly model: Sectors;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly isAreaTrue: boolean;
}

export const rimSize = 11;
const away = 8;
const longestName = 90;

/** The circle as large as its space allows beside the names on its rim. */
export function layoutCircle({ model, box, isAreaTrue }: CircleGiven): Circle {
  const { sectors } = model;
  const hasNames = box.width >= 150 && box.height >= 120;
  const widest = Math.max(0, ...sectors.map(({ name }) => estimateTextWidth(name, rimSize)));
  const nameRoom = hasNames ? Math.min(widest + away, longestName, box.width * 0.22) : 2;
  const radius = Math.max(4, Math.min(box.width / 2 - nameRoom, box.height / 2 - (hasNames ? 16 : 2)));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const most = Math.max(...sectors.flatMap(({ total, earlier }) => [total, ...earlier.map((value) => value ?? 0)]), 0);
  const radiusOf = (value: number) => {
    const share = most === 0 ? 0 : Math.max(0, value) / most;
    // An area grows with the square of its radius.
    return radius * (isAreaTrue ? Math.sqrt(share) : share);
  };
  const turn = (2 * Math.PI) / Math.max(1, sectors.length);
  const anglesOf = (at: number) => [at * turn - Math.PI / 2, (at + 1) * turn - Math.PI / 2] as const;
  const middle = { x, y, radius, anglesOf, room: nameRoom - away };
  return {
    x,
    y,
    radius,
    radiusOf,
    anglesOf,
    names: hasNames ? rimNames(model, middle) : [],
    rings: radius >= 70 && most > 0 ? ringsOf(most, isAreaTrue) : [],
  };
}

/** Three round values, the circles of which stand apart. */
function ringsOf(most: number, isAreaTrue: boolean): readonly number[] {
  const step = roundUp(most / 4);
  const counts = isAreaTrue ? [1, 2, 3, 4] : [1, 2, 3];
  return counts.map((count) => Number((step * count).toPrecision(12))).filter((value) => value <= most);
}

interface Rim extends Pick<Circle, 'x' | 'y' | 'radius' | 'anglesOf'> {
  readonly room: number;
}

/** Each so many-th name, so that neighbours do not touch. */
function rimNames({ sectors }: Sectors, { x, y, radius, anglesOf, room }: Rim): readonly RimName[] {
  const texts = fitNames(
    sectors.map(({ name }) => name),
    sectors.map(() => Math.max(room, 24)),
    rimSize,
  );
  const widest = Math.max(12, ...texts.map((text) => estimateTextWidth(text, rimSize)));
  const around = 2 * Math.PI * (radius + away);
  // Names beside the circle need their height, those above and below it their width.
  const every = Math.max(1, Math.ceil((sectors.length * Math.max(15, widest * 0.75)) / around));
  return texts.flatMap((text, at) => {
    if (at % every !== 0 || (at > 0 && sectors.length - at < every)) return [];
    const [from, to] = anglesOf(at);
    const angle = (from + to) / 2;
    const across = Math.cos(angle);
    const side = across > 0 ? 'left' : 'right';
    return [
      {
        text,
        x: x + across * (radius + away),
        y: y + Math.sin(angle) * (radius + away),
        align: Math.abs(across) < 0.25 ? ('center' as const) : side,
      },
    ];
  });
}
