import type { ChartTheme } from '@powerset/chart-kit';
import { estimateFigureWidth } from '../shared/text-widths.ts';
import type { RatioScale } from './colors.ts';

export const scaleHeight = 22;
const barWidth = 96;
const steps = 8;

/** What the colours say: the scale with its least and its greatest ratio, below the rings. */
export function scaleMark(
  { low, high, colorAt }: RatioScale,
  format: (value: number) => string,
  { width, height, theme }: { readonly width: number; readonly height: number; readonly theme: ChartTheme },
): Record<string, unknown> {
  const left = (width - barWidth) / 2;
  const y = height - 10;
  const word = (text: string, x: number, align: string) => ({
    type: 'text',
    style: {
      text,
      x,
      y,
      align,
      verticalAlign: 'middle',
      fontSize: 11,
      fontFamily: theme.font,
      fill: theme.textTertiary,
    },
  });
  const colorStops = Array.from({ length: steps + 1 }, (_, step) => ({
    offset: step / steps,
    color: colorAt(low + ((high - low) * step) / steps),
  }));
  return {
    type: 'group',
    silent: true,
    children: [
      {
        type: 'rect',
        shape: { x: left, y: y - 4, width: barWidth, height: 8, r: 2 },
        style: { fill: { type: 'linear', x: 0, y: 0, x2: 1, y2: 0, colorStops } },
      },
      word(format(low), left - 6, 'right'),
      word(format(high), left + barWidth + 6, 'left'),
    ],
  };
}

interface TotalGiven {
  readonly center: readonly [number, number];
  readonly inner: number;
  readonly theme: ChartTheme;
}

/** The total in the middle, as large as the hole allows, with its word below where there is room. */
export function totalMark(text: string, label: string, { center, inner, theme }: TotalGiven): Record<string, unknown> {
  const size = Math.max(7, Math.min(16, Math.floor((16 * 1.7 * inner) / estimateFigureWidth(text, 16))));
  const hasLabel = inner >= 26;
  const line = (own: string, y: number, style: object) => ({
    type: 'text',
    style: { text: own, x: center[0], y, align: 'center', verticalAlign: 'middle', fontFamily: theme.font, ...style },
  });
  return {
    type: 'group',
    silent: true,
    z: 10,
    children: [
      line(text, center[1] - (hasLabel ? 6 : 0), { fontSize: size, fontWeight: 600, fill: theme.text }),
      ...(hasLabel ? [line(label, center[1] + 11, { fontSize: 11, fill: theme.textTertiary })] : []),
    ],
  };
}
