import type { ChartTheme } from '@powerset/chart-kit';
import type { ChartSize } from './chart-sizes.ts';
import type { SmallKind } from './selected-chart.ts';
import type { Part, SmallChart } from './small-charts.ts';

/** An element of an ECharts custom series. */
type Element = Readonly<Record<string, unknown>>;

export interface StampGiven {
  readonly kind: SmallKind;
  readonly colors: readonly string[];
  readonly steps: number;
  readonly series: number;
  /** Of all places: charts beside each other have one scale. */
  readonly scale: readonly [low: number, high: number];
  readonly isRing: boolean;
  readonly background: string;
  readonly radius: number;
  readonly format: (value: number | null) => string;
  readonly theme: ChartTheme;
}

const padding = 6;

/** A chart at the size of a stamp, around a middle at 0, 0. */
export function drawStamp(chart: SmallChart, size: ChartSize, given: StampGiven): readonly Element[] {
  const { width, height } = size;
  const ground = {
    type: 'rect',
    shape: { x: -width / 2, y: -height / 2, width, height, r: Math.min(given.radius, width / 2, height / 2) },
    style: { fill: given.background },
  };
  return [ground, ...drawers[given.kind](chart.parts, inner(size), given)];
}

const inner = ({ width, height }: ChartSize): ChartSize => ({
  width: Math.max(8, width - 2 * padding),
  height: Math.max(8, height - 2 * padding),
});

type Drawer = (parts: readonly Part[], size: ChartSize, given: StampGiven) => readonly Element[];

const drawers: Readonly<Record<SmallKind, Drawer>> = {
  pie: drawPie,
  bars: drawBars,
  lines: drawLines,
  number: drawNumber,
};

function drawPie(parts: readonly Part[], { width, height }: ChartSize, given: StampGiven): readonly Element[] {
  const r = Math.min(width, height) / 2;
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  let before = -Math.PI / 2;
  return parts
    .filter(({ value }) => value > 0)
    .map(({ series, value }) => {
      const startAngle = before;
      before += (value / whole) * 2 * Math.PI;
      return {
        type: 'sector',
        shape: { cx: 0, cy: 0, r0: given.isRing ? r * 0.5 : 0, r, startAngle, endAngle: before, clockwise: true },
        style: { fill: given.colors[series], stroke: given.theme.card, lineWidth: parts.length > 1 ? 1 : 0 },
      };
    });
}

/** Where a value stands, from the top of the stamp's middle. */
const levelIn = ({ height }: ChartSize, [low, high]: StampGiven['scale']) => {
  const span = high - low || 1;
  return (value: number) => height / 2 - ((value - low) / span) * height;
};

function drawBars(parts: readonly Part[], size: ChartSize, given: StampGiven): readonly Element[] {
  const level = levelIn(size, given.scale);
  const band = size.width / given.steps;
  const thin = (band * 0.8) / given.series;
  const bars = parts.map(({ series, step, value }) => {
    const [one, other] = [level(0), level(value)];
    const x = -size.width / 2 + step * band + band * 0.1 + series * thin;
    const shape = { x, y: Math.min(one, other), width: Math.max(0.5, thin), height: Math.abs(one - other) };
    return { type: 'rect', shape, style: { fill: given.colors[series] } };
  });
  return [...bars, baseline(level(0), size, given.theme)];
}

const baseline = (y: number, { width }: ChartSize, theme: ChartTheme): Element => ({
  type: 'line',
  shape: { x1: -width / 2, y1: y, x2: width / 2, y2: y },
  style: { stroke: theme.axis, lineWidth: 1 },
});

function drawLines(parts: readonly Part[], size: ChartSize, given: StampGiven): readonly Element[] {
  const level = levelIn(size, given.scale);
  const across = (step: number) => (given.steps < 2 ? 0 : -size.width / 2 + (step / (given.steps - 1)) * size.width);
  const series = [...new Set(parts.map((part) => part.series))];
  const lines = series.map((index) => {
    const points = parts
      .filter((part) => part.series === index)
      .toSorted((one, other) => one.step - other.step)
      .map(({ step, value }) => [across(step), level(value)]);
    const color = given.colors[index];
    const [[cx, cy] = []] = points;
    if (points.length < 2) return { type: 'circle', shape: { cx, cy, r: 2.5 }, style: { fill: color } };
    return {
      type: 'polyline',
      shape: { points },
      style: { stroke: color, lineWidth: 1.5, fill: 'none', lineJoin: 'round' },
    };
  });
  return [baseline(level(Math.max(given.scale[0], 0)), size, given.theme), ...lines];
}

function drawNumber(parts: readonly Part[], { width, height }: ChartSize, given: StampGiven): readonly Element[] {
  const text = given.format(parts[0]?.value ?? null);
  const fontSize = Math.max(8, Math.min(height * 0.5, (width / Math.max(1, text.length)) * 1.6));
  const { theme } = given;
  const style = {
    x: 0,
    y: 0,
    text,
    align: 'center',
    verticalAlign: 'middle',
    fill: theme.text,
    fontFamily: theme.font,
  };
  // A halo keeps figures legible over coasts.
  return [{ type: 'text', style: { ...style, fontSize, fontWeight: 600, stroke: theme.card, lineWidth: 3 } }];
}
