import type { ChartTheme } from '@powerset/chart-kit';
import { estimateTextWidth, fitText } from './text-widths.ts';
import type { ValueScale } from './value-scale.ts';

interface LegendGiven {
  readonly theme: ChartTheme;
  readonly width: number;
  readonly isShown: boolean;
  /** A mark for each step of the scale instead of one bar of colours. */
  readonly isPiecewise: boolean;
  readonly format: (value: number) => string;
  readonly title: string;
  /** Which of an item's values it is of; the third where nothing is said. */
  readonly dimension?: number;
}

export interface ScaleLegend {
  readonly option: Readonly<Record<string, unknown>>;
  /** What it takes of the picture's top. */
  readonly height: number;
}

const barLength = 120;

/** The colours of values at the top right, as a bar that can be narrowed or as steps that can be switched off. */
export function scaleLegend(scale: ValueScale, given: LegendGiven): ScaleLegend {
  const { theme, isShown, isPiecewise, format } = given;
  const shared = {
    show: isShown,
    min: scale.low,
    max: scale.high > scale.low ? scale.high : scale.low + 1,
    dimension: given.dimension ?? 2,
    orient: 'horizontal',
    top: 0,
    right: 6,
    padding: 0,
    inRange: { color: scale.high > scale.low ? [...scale.colors] : [scale.colorOf(scale.low)] },
    outOfRange: { opacity: 0.12 },
    textStyle: { color: theme.textSecondary, fontSize: 11, fontFamily: theme.font },
  };
  const height = isShown ? 26 : 0;
  if (isPiecewise) {
    const { inRange: _, ...rest } = shared;
    const option = {
      ...rest,
      type: 'piecewise',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 10,
      pieces: piecesOf(scale, format),
    };
    return { option, height };
  }
  const length = Math.min(barLength, given.width * 0.4);
  const room = given.width - length - estimateTextWidth(format(scale.low) + format(scale.high), 11) - 60;
  const title = room > 40 ? fitText(given.title, room, 11) : '';
  const low = format(scale.low);
  return {
    option: {
      ...shared,
      type: 'continuous',
      calculable: false,
      itemWidth: 10,
      itemHeight: length,
      text: [format(scale.high), title === '' ? low : `${title}   ${low}`],
      textGap: 6,
      formatter: (value: number) => format(value),
    },
    height,
  };
}

/** The steps of a scale, each with its own end but the last. */
function piecesOf({ low, high, colors, colorOf }: ValueScale, format: (value: number) => string) {
  if (high <= low) return [{ value: low, color: colorOf(low), label: format(low) }];
  const width = (high - low) / colors.length;
  return colors.map((color, at) => {
    const [from, to] = [low + at * width, low + (at + 1) * width];
    const isLast = at === colors.length - 1;
    return { gte: from, ...(isLast ? { lte: high } : { lt: to }), color, label: `${format(from)} – ${format(to)}` };
  });
}

/** As many steps as their texts have room for in one line. */
export function piecesThatFit(
  [low, high]: readonly [number, number],
  {
    most,
    format,
    width,
  }: { readonly most: number; readonly format: (value: number) => string; readonly width: number },
): number {
  const widest = Math.max(estimateTextWidth(format(low), 11), estimateTextWidth(format(high), 11));
  return Math.max(3, Math.min(most, Math.floor((width - 12) / (widest * 2 + 38))));
}
