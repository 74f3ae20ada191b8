export interface AxisScale {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
}

type Extent = readonly [low: number, high: number];

/**
 * Scales of two axes on which zero, and each line of the grid, stands at the same height: as many steps below zero and above
 * it on both, as large as they have to be on each. Of all such pairs the one that leaves the values the most room.
 */
export function alignZeros(
  extents: readonly [Extent, Extent],
  mostSteps: number,
): readonly [AxisScale, AxisScale] | null {
  const whole = extents.map(([low, high]) => (low === 0 && high === 0 ? ([0, 1] as const) : ([low, high] as const)));
  let best: { readonly used: number; readonly scales: readonly [AxisScale, AxisScale] } | null = null;
  for (let steps = mostSteps; steps >= 2; steps -= 1)
    for (let below = 0; below <= steps; below += 1) {
      const [first, second] = whole.map((extent) => scaleOf(extent, below, steps - below));
      if (!first || !second) continue;
      const used = usedShare(whole[0]!, first) + usedShare(whole[1]!, second);
      if (best === null || used > best.used + 1e-9) best = { used, scales: [first, second] };
    }
  return best?.scales ?? null;
}

const usedShare = ([low, high]: Extent, { min, max }: AxisScale) => (high - low) / (max - min);

function scaleOf([low, high]: Extent, below: number, above: number): AxisScale | null {
  if ((below === 0 && low < 0) || (above === 0 && high > 0)) return null;
  const interval = roundStep(Math.max(above === 0 ? 0 : high / above, below === 0 ? 0 : -low / below));
  if (!Number.isFinite(interval) || interval <= 0) return null;
  return { min: below === 0 ? 0 : -below * interval, max: above * interval, interval };
}

/** The next round number. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const times = [1, 2, 2.5, 5, 10].find((one) => value <= one * power * (1 + 1e-9)) ?? 10;
  return Number((times * power).toPrecision(12));
}
