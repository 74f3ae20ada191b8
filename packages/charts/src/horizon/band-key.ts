import type { ChartTheme } from '@powerset/chart-kit';
import { estimateTextWidth } from '../shared/text-widths.ts';

interface KeyGiven {
  readonly x: number;
  readonly y: number;
  readonly theme: ChartTheme;
  /** Above and below the baseline, from faint to strong. */
  readonly colors: readonly [readonly string[], readonly string[]];
  readonly hasBelow: boolean;
  /** What the outermost bands end at; null where that differs from series to series. */
  readonly ends: readonly string[] | null;
  readonly words: string;
}

const swatch = 12;

/** The colours of the bands in their order, with what they end at. */
export function keyOfBands({ x, y, theme, colors: [above, below], hasBelow, ends, words }: KeyGiven) {
  const colors = hasBelow ? [...below].reverse().concat(above) : above;
  const lowest = hasBelow ? (ends?.[0] ?? '') : '0';
  const start = ends === null ? '' : lowest;
  const left = x + (start === '' ? 0 : estimateTextWidth(start, 11) + 6);
  const text = (content: string, at: number) => ({
    type: 'text',
    silent: true,
    x: at,
    y,
    style: {
      text: content,
      fill: theme.textTertiary,
      fontSize: 11,
      fontFamily: theme.font,
      verticalAlign: 'middle',
    },
  });
  const swatches = colors.map((fill, at) => ({
    type: 'rect',
    silent: true,
    shape: { x: left + at * swatch, y: y - 5, width: swatch - 0.5, height: 10 },
    style: { fill },
  }));
  const end = left + colors.length * swatch + 6;
  return [...(start === '' ? [] : [text(start, x)]), ...swatches, text(ends?.[1] ?? words, end)];
}
