import { type ChartTheme, findScheme, mixColors } from '@powerset/chart-kit';

/** Colours along a range of values. */
export interface ValueScale {
  readonly low: number;
  readonly high: number;
  readonly colors: readonly string[];
  readonly colorOf: (value: number) => string;
}

interface ScaleGiven {
  readonly scheme: string;
  readonly theme: ChartTheme;
  readonly low: number;
  readonly high: number;
  /** How many of a one-sided scheme's first colours are left out: they are too faint for lines. */
  readonly skipped?: number;
  /** So many colours instead of a smooth change. */
  readonly steps?: number;
}

/**
 * The colours of a linear scheme over a range. A diverging one has its middle at zero where the range lies on both sides
 * of it, and both ends as far from it.
 */
export function valueScale({ scheme, theme, low, high, steps, skipped = 0 }: ScaleGiven): ValueScale {
  const { colors: known, kind } = findScheme('sequential', scheme, theme);
  const all = kind === 'diverging' ? known : known.slice(Math.min(skipped, known.length - 2));
  const colors = steps === undefined ? all : stepsOf(all, Math.min(50, Math.max(2, Math.round(steps))));
  const reach = Math.max(-low, high);
  const isCentred = kind === 'diverging' && low < 0 && high > 0;
  const [from, to] = isCentred ? [-reach, reach] : [low, high];
  const shareOf = (value: number) => (to > from ? Math.min(1, Math.max(0, (value - from) / (to - from))) : 0.5);
  const colorOf = (value: number) => {
    const share = shareOf(value);
    if (steps !== undefined)
      return colors[Math.min(colors.length - 1, Math.floor(share * colors.length))] ?? theme.accent;
    return between(colors, share);
  };
  return { low: from, high: to, colors, colorOf };
}

const stepsOf = (colors: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => between(colors, at / (count - 1)));

function between(colors: readonly string[], share: number): string {
  const at = share * (colors.length - 1);
  const below = Math.min(colors.length - 2, Math.floor(at));
  const [from, to] = [colors[Math.max(0, below)], colors[Math.max(0, below) + 1]];
  if (from === undefined) return '#888888';
  return to === undefined ? from : mixColors(from, to, at - below);
}

/** The least and the greatest of some values; null where there are none. */
export function extentOf(values: readonly (number | null)[]): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}
