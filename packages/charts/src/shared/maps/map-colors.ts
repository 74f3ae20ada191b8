import {
  type ChartTheme,
  type ColorBreakpoint,
  cssOfSavedColor,
  findScheme,
  parseColor,
  type SavedColor,
} from '@powerset/chart-kit';

/** Red, green, blue and opacity, 0 to 255. */
export type Rgba = readonly [number, number, number, number];

/** A colour and what it means. */
export interface LegendEntry {
  readonly color: string;
  readonly label: string;
}

const alphaOf = (css: string): number => {
  const alpha = /^rgba\(.*,\s*([\d.]+)\s*\)$/.exec(css)?.[1];
  return Math.round(Math.min(1, alpha === undefined ? 1 : Number(alpha)) * 255);
};

/** A CSS colour in bytes; grey where it cannot be read. */
export function rgbaOf(css: string): Rgba {
  const { r, g, b } = parseColor(css) ?? { r: 128, g: 128, b: 128 };
  return [r, g, b, alphaOf(css)];
}

/** A colour as its picker saves it. */
export function rgbaOfSaved(color: SavedColor | null, otherwise: string): Rgba {
  return rgbaOf(cssOfSavedColor(color) ?? otherwise);
}

export const cssOf = ([r, g, b, a]: Rgba): string => `rgba(${r},${g},${b},${Number((a / 255).toFixed(3))})`;

export const withOpacity = ([r, g, b, a]: Rgba, share: number): Rgba => [r, g, b, Math.round(a * share)];

/** The colours of a linear scheme, low to high. On a dark ground low is dark too, so that much stands out from little. */
export function rampOf(scheme: string, theme: ChartTheme): readonly Rgba[] {
  return findScheme('sequential', scheme, theme).colors.map(rgbaOf);
}

/** The colour of a share of a ramp, mixed of its neighbours. */
export function colorAt(ramp: readonly Rgba[], share: number): Rgba {
  const at = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * (ramp.length - 1);
  const [low, high] = [ramp[Math.floor(at)]!, ramp[Math.ceil(at)]!];
  const part = at - Math.floor(at);
  const mix = (index: 0 | 1 | 2 | 3) => Math.round(low[index] + (high[index] - low[index]) * part);
  return [mix(0), mix(1), mix(2), mix(3)];
}

/** A ramp of so many colours out of any number. */
export function rampOfLength(colors: readonly Rgba[], length: number): readonly Rgba[] {
  return Array.from({ length }, (_, at) => colorAt(colors, length === 1 ? 1 : at / (length - 1)));
}

/** From nearly the ground to the colour itself: the ramp of a single colour. */
export function rampOfColor(color: Rgba): readonly Rgba[] {
  return [0.18, 0.4, 0.6, 0.8, 1].map((share) => withOpacity(color, share));
}

/** The index of the first breakpoint that a value lies in; -1 for none. */
export function breakpointOf(value: number | null, breakpoints: readonly ColorBreakpoint[]): number {
  if (value === null || Number.isNaN(value)) return -1;
  return breakpoints.findIndex(({ minValue, maxValue }) => value >= minValue && value <= maxValue);
}

/** What the breakpoints' colours mean. */
export function breakpointEntries(
  breakpoints: readonly ColorBreakpoint[],
  format: (value: number) => string,
): readonly LegendEntry[] {
  return breakpoints.map(({ minValue, maxValue, color }) => ({
    color: cssOfSavedColor(color) ?? '',
    label: `${format(minValue)} – ${format(maxValue)}`,
  }));
}

/** Four bytes for each mark. */
export function packColors(count: number, colorOf: (index: number) => Rgba): Uint8Array {
  const bytes = new Uint8Array(count * 4);
  for (let index = 0; index < count; index += 1) bytes.set(colorOf(index), index * 4);
  return bytes;
}

/** The colour of a mark. */
export function colorOfMark(colors: Rgba | Uint8Array, index: number): Rgba {
  if (!(colors instanceof Uint8Array)) return colors;
  return [colors[index * 4]!, colors[index * 4 + 1]!, colors[index * 4 + 2]!, colors[index * 4 + 3]!];
}
