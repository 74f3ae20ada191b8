/** From zero to a round number above all values, unless an end is given. */
export function roundScale(
  values: readonly number[],
  { min, max }: { readonly min: number | null; readonly max: number | null },
): { readonly low: number; readonly high: number } {
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0]);
  const low = min ?? -roundUp(-least);
  const high = max ?? Math.max(roundUp(most), low);
  if (low < high) return { low: low + 0, high };
  return low === high ? { low: low + 0, high: low + 1 } : { low: high, high: low };
}

const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next number that people count to: 1, 1.2, 1.5, 2, … times a power of ten. */
export function roundUp(value: number): number {
  if (value === 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = steps.find((one) => one * power >= value * 0.999999) ?? 10;
  return Number((step * power).toPrecision(12));
}
