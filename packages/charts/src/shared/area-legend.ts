import type { DrawContext } from '@powerset/chart-kit';
import type { AreaScale } from './area-scale.ts';
import { estimateTextWidth, fitText } from './text-widths.ts';

interface LegendGiven {
  readonly scale: AreaScale | null;
  readonly format: (value: number | null) => string;
  readonly context: DrawContext<unknown>;
}

const rowHeight = 28;
const barHeight = 8;
const longestBar = 160;

/** What the legend takes of the lower edge; nothing where the chart is too small for one. */
export function legendRoom(scale: AreaScale | null, { width, height }: DrawContext<unknown>): number {
  return scale && width >= 200 && height >= 130 ? rowHeight : 0;
}

/** The scale below the map: the name of its metric, its least and its greatest value. */
export function areaLegend(metric: string, { scale, format, context }: LegendGiven): readonly unknown[] {
  if (!scale || legendRoom(scale, context) === 0) return [];
  const { theme, width, height } = context;
  const [low, high] = [format(scale.low), format(scale.high)];
  const bar = Math.min(longestBar, width * 0.35);
  const y = height - rowHeight / 2 - 4;
  const text = (words: string, x: number, align: 'left' | 'right') => ({
    type: 'text',
    silent: true,
    x,
    y,
    style: {
      text: words,
      fill: theme.textSecondary,
      fontSize: 11,
      fontFamily: theme.font,
      verticalAlign: 'middle',
      align,
    },
  });
  const lowWidth = estimateTextWidth(low);
  const highAt = 4 + lowWidth + 6 + bar + 6;
  const name = fitText(metric, width - highAt - estimateTextWidth(high) - 20);
  const colorStops = scale.steps.map((color, index) => ({ offset: index / (scale.steps.length - 1), color }));
  return [
    text(low, 4, 'left'),
    {
      type: 'rect',
      silent: true,
      shape: { x: 4 + lowWidth + 6, y: y - barHeight / 2, width: bar, height: barHeight, r: 2 },
      style: { fill: { type: 'linear', x: 0, y: 0, x2: 1, y2: 0, colorStops } },
    },
    text(high, highAt, 'left'),
    text(name, width - 4, 'right'),
  ];
}
