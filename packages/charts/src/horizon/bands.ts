import type { Strip } from './strips.ts';

export const bandCount = 3;

export interface BandBox {
  readonly top: number;
  readonly height: number;
  /** Where each time stands. */
  readonly xs: readonly number[];
}

export interface Band {
  /** Corners of one surface. */
  readonly points: readonly (readonly [number, number])[];
  /** 0 is the nearest to the baseline. */
  readonly level: number;
  readonly isBelow: boolean;
}

/**
 * The surfaces of a strip: how far values lie above the baseline, folded into bands of one height each, and from the same
 * edge upwards how far they lie below it.
 */
export function bandsOf(strip: Strip, box: BandBox): readonly Band[] {
  if (strip.reach === 0) return [];
  const runs = runsOf(strip);
  return [false, true].flatMap((isBelow) =>
    Array.from({ length: bandCount }, (_, level) => level).flatMap((level) =>
      runs.flatMap((run) => {
        const heights = run.map((at) => foldedHeight(strip, at, { level, isBelow }));
        return heights.some((height) => height > 0) ? [{ level, isBelow, points: surface(run, heights, box) }] : [];
      }),
    ),
  );
}

/** Stretches without gaps. */
function runsOf({ values }: Strip): readonly (readonly number[])[] {
  const runs: number[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    if (at === 0 || values[at - 1] === null || runs.length === 0) runs.push([]);
    runs.at(-1)!.push(at);
  });
  return runs;
}

/** How much of a band a value fills, 0 to 1. */
function foldedHeight({ values, baseline, reach }: Strip, at: number, band: Pick<Band, 'level' | 'isBelow'>): number {
  const distance = ((values[at] ?? baseline) - baseline) / reach;
  const folded = (band.isBelow ? -distance : distance) * bandCount - band.level;
  return Math.min(1, Math.max(0, folded));
}

function surface(run: readonly number[], heights: readonly number[], { top, height, xs }: BandBox) {
  const bottom = top + height;
  // Tenths of a pixel are exact enough, and short where the picture is written as text.
  const round = (px: number) => Math.round(px * 10) / 10;
  const xOf = (at: number) => round(xs[at] ?? 0);
  const [first = 0, last = 0] = [run[0], run.at(-1)];
  // A single moment is a thin column.
  const half = first === last ? 1.5 : 0;
  const above = run.map((at, index) => [xOf(at), round(bottom - (heights[index] ?? 0) * height)] as const);
  const [start, end] = [above[0]!, above.at(-1)!];
  return half > 0
    ? ([
        [start[0] - half, bottom],
        [start[0] - half, start[1]],
        [start[0] + half, start[1]],
        [start[0] + half, bottom],
      ] as const)
    : [[start[0], bottom] as const, ...above, [end[0], bottom] as const];
}
