import { type ChartTheme, findScheme, mixColors } from '@powerset/chart-kit';

/** The colour of a value on a linear scheme between two values; the middle where they are one. */
export function linearColors(
  scheme: string | null,
  [low, high]: readonly [number, number],
  theme: ChartTheme,
): (value: number) => string {
  const { colors } = findScheme('sequential', scheme, theme);
  return (value) => {
    const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
    const at = share * (colors.length - 1);
    const step = Math.min(colors.length - 2, Math.floor(at));
    return mixColors(colors[Math.max(0, step)] ?? theme.accent, colors[step + 1] ?? theme.accent, at - step);
  };
}

/** The least and the greatest of some numbers. */
export function extentOf(values: readonly number[]): readonly [number, number] {
  return values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
