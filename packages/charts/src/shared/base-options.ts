import type { ChartTheme } from '@powerset/chart-kit';
import type { EChartsCoreOption } from 'echarts/core';

/** What an ECharts chart hands to its view. */
export interface EChartOptions {
  readonly option: EChartsCoreOption;
  /** Number of marks, by which movement is left out. */
  readonly marks: number;
  /** What the chart says above all, for those who cannot see the picture; worked out when the page has nothing else to do. */
  readonly statement?: () => string;
}

const gap = 14;

interface TooltipSize {
  readonly contentSize: readonly [number, number];
  readonly viewSize: readonly [number, number];
}

/** Beside the pointer, never over its own points (`reach` px to either side); flips at the chart's edge. */
export function placeTooltip(point: readonly [number, number], size: TooltipSize, reach = 0): [number, number] {
  const away = gap + reach;
  const [width, height] = size.contentSize;
  const right = point[0] + away;
  const fitsRight = right + width <= size.viewSize[0];
  const left = point[0] - away - width;
  const x = fitsRight || left < 0 ? Math.min(right, Math.max(0, size.viewSize[0] - width)) : left;
  const y = Math.min(Math.max(0, point[1] - height / 2), Math.max(0, size.viewSize[1] - height));
  return [x, y];
}

/** ECharts calls with the pointer, the hits, the element, the mark's rectangle and the sizes. */
type PlaceArguments = [[number, number], unknown, unknown, unknown, TooltipSize];

/** Tooltip box without content rules: the raised card of the theme. */
export function tooltipBox(theme: ChartTheme, reach = 0): Record<string, unknown> {
  return {
    backgroundColor: theme.raised,
    borderColor: theme.borderStrong,
    borderWidth: 1,
    padding: 0,
    transitionDuration: 0,
    confine: true,
    textStyle: { color: theme.text, fontSize: 12, fontFamily: theme.font },
    extraCssText: `border-radius:8px;box-shadow:0 4px 16px rgba(20,26,38,${theme.isDark ? 0.44 : 0.1}),0 1px 3px rgba(20,26,38,.06);pointer-events:none;z-index:20`,
    position: (...[point, , , , size]: PlaceArguments) => placeTooltip(point, size, reach),
  };
}

/** Font, ground and motion that all charts share. */
export function baseOption(theme: ChartTheme): EChartsCoreOption {
  return {
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, fontSize: 11, color: theme.textSecondary },
    animationDuration: 0,
    animationDurationUpdate: 200,
    animationEasingUpdate: 'cubicOut',
    animationThreshold: 2000,
    useUTC: true,
  };
}
