import { type ChartTheme, darkChartTheme, lightChartTheme, parseColor } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';

type Triple = readonly [number, number, number];

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function toLinear(color: string): Triple {
  const rgb = parseColor(color);
  if (!rgb) throw new Error(`${color} is no colour`);
  return [linear(rgb.r / 255), linear(rgb.g / 255), linear(rgb.b / 255)];
}

const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map((color) => luminance(toLinear(color))).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** How eyes without red, green or blue cones see linear light (Machado, Oliveira and Fernandes 2009, full strength). */
const eyes: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: readonly Triple[], [r, g, b]: Triple) =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)));

/** Linear light to CIE L*a*b*, in which distances are differences that people see. */
function toLab(light: readonly number[]): Triple {
  const [r = 0, g = 0, b = 0] = light;
  const curve = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function nearestPair(colors: readonly string[], eye: string): number {
  const labs = colors.map((color) => toLab(times(eyes[eye] ?? [], toLinear(color))));
  const distances = labs.flatMap((one, index) =>
    labs.slice(index + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
  );
  return Math.min(...distances);
}

const themes: readonly (readonly [string, ChartTheme])[] = [
  ['light', lightChartTheme],
  ['dark', darkChartTheme],
];

describe.each(themes)('the colors of charts in the %s theme', (_, theme) => {
  it('stand out from the card by 3 to 1 at least, words by 4.5 to 1', () => {
    for (const color of [...theme.categorical, theme.accent, theme.success, theme.danger])
      expect(contrast(color, theme.card), color).toBeGreaterThanOrEqual(3);
    for (const color of [theme.text, theme.textSecondary])
      expect(contrast(color, theme.card), color).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.keys(eyes))('are told apart by eyes of the kind: %s', (eye) => {
    expect(nearestPair(theme.categorical.slice(0, 5), eye)).toBeGreaterThanOrEqual(12);
    expect(nearestPair(theme.categorical.slice(0, 8), eye)).toBeGreaterThanOrEqual(5);
  });
});
