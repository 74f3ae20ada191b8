import { type ChartTheme, findScheme, mixColors } from '@powerset/chart-kit';

/** Colours of values between the least and the greatest. */
export interface AreaScale {
  readonly low: number;
  readonly high: number;
  readonly colorOf: (value: number) => string;
  /** Colours at even steps from low to high, for the legend. */
  readonly steps: readonly string[];
}

const legendSteps = 9;
/** Where on a scheme the least value stands, so that it is told from no value. */
const palest = 0.12;

/** Null where there is no value. A scheme of two sides has its middle at zero where values lie on both. */
export function scaleOf(values: readonly number[], schemeId: string, theme: ChartTheme): AreaScale | null {
  const [least, most] = extentOf(values);
  if (least > most) return null;
  const { kind, colors } = findScheme('sequential', schemeId, theme);
  const reach = Math.max(-least, most);
  const isTwoSided = kind === 'diverging' && least < 0 && most > 0;
  const [from, to] = isTwoSided ? [-reach, reach] : [least, most];
  const start = kind === 'diverging' ? 0 : palest;
  const colorOf = (value: number) =>
    colorAt(colors, to > from ? start + ((1 - start) * (value - from)) / (to - from) : 1);
  const steps = Array.from({ length: legendSteps }, (_, at) =>
    colorOf(least + ((most - least) * at) / (legendSteps - 1)),
  );
  return { low: least, high: most, colorOf, steps };
}

function colorAt(colors: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (colors.length - 1);
  const before = Math.min(Math.floor(at), colors.length - 2);
  return mixColors(colors[before]!, colors[before + 1]!, at - before);
}

function extentOf(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
