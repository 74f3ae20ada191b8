import type { ChartTheme } from '@powerset/chart-kit';
import { hasSliderRoom, hasTitleRoom } from './small-space.ts';
import { estimateTextWidth, fitNames } from './text-widths.ts';

export type Axis = Readonly<Record<string, unknown>>;

export interface AxisTitle {
  readonly text: string;
  /** How far it stands off, as the form has it; never nearer than the labels allow. */
  readonly margin: number;
  readonly isUpright?: boolean;
  /** Above an upright axis instead of beside it. */
  readonly isTop?: boolean;
}

interface TitleSpace {
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
}

/** An axis with its title, if it has one and room for it. */
export function titledAxis(axis: Axis, title: AxisTitle, space: TitleSpace): Axis {
  const isTop = title.isUpright === true && title.isTop === true;
  if (title.text === '' || !hasTitleRoom(space, title.isUpright === true && !isTop)) return axis;
  const besides = title.isUpright ? 32 : 24;
  return {
    ...axis,
    name: title.text,
    nameLocation: isTop ? 'end' : 'middle',
    nameGap: Math.max(isTop ? 12 : besides, title.margin),
    nameTextStyle: {
      color: space.theme.textTertiary,
      fontSize: 11,
      fontWeight: 500,
      ...(isTop ? { align: 'left' } : {}),
    },
  };
}

export interface NumberAxisGiven {
  readonly theme: ChartTheme;
  readonly format: (value: number) => string;
  /** Its length in pixels. */
  readonly length: number;
  readonly isUpright: boolean;
}

/** An axis of numbers: few labels, thin lines, none at its side. */
export function numberAxis({ theme, format, length, isUpright }: NumberAxisGiven): Axis {
  return {
    type: 'value',
    splitNumber: Math.min(isUpright ? 4 : 6, Math.max(2, Math.round(length / (isUpright ? 70 : 110)))),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: theme.label, fontSize: 11, hideOverlap: true, formatter: format },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1, type: 'solid' } },
    minorTick: { show: false },
    minorSplitLine: { show: false },
  };
}

export type NameLayout = 'auto' | 'flat' | '45°' | '90°' | 'staggered';

interface NameAxisGiven {
  readonly theme: ChartTheme;
  readonly layout: NameLayout | number;
  /** Of the whole axis, in pixels. */
  readonly width: number;
  /** Of the whole picture: turned names take of it. */
  readonly height: number;
}

const lineHeight = 14;
const longest = 150;
/** On no screen are more written. */
const mostNames = 200;

/** A lying axis of names, which lie, stand in two lines or are turned so that as many as possible are read. */
export function nameAxis(names: readonly string[], given: NameAxisGiven): Axis {
  const { theme, width, height } = given;
  const band = width / Math.max(1, names.length);
  const place = placeNames(names, { ...given, band });
  const room = Math.min(longest, height * 0.4);
  const own = place.turn === 0 ? band * place.every * place.lines - 6 : room;
  const texts = cutNames(names, place.every, Math.max(own, place.turn === 0 ? 12 : 40));
  return {
    type: 'category',
    data: names.map((_, at) => String(at)),
    axisLine: { show: true, lineStyle: { color: theme.axis } },
    axisTick: { show: false },
    axisLabel: {
      show: width >= 60 && height >= 60,
      color: theme.label,
      fontSize: 11,
      lineHeight,
      rotate: place.turn,
      interval: place.every - 1,
      formatter: (value: string) => {
        const at = Number(value);
        const isLow = place.lines === 2 && Math.round(at / place.every) % 2 === 1;
        return `${isLow ? '\n' : ''}${texts[at] ?? ''}`;
      },
    },
  };
}

interface NamePlace {
  readonly turn: number;
  readonly every: number;
  readonly lines: 1 | 2;
}

function placeNames(
  names: readonly string[],
  { layout, band, height }: NameAxisGiven & { readonly band: number },
): NamePlace {
  const widest = Math.max(8, ...names.slice(0, mostNames).map((name) => estimateTextWidth(name, 11)));
  const lying = (lines: 1 | 2): NamePlace => {
    const needed = Math.min(widest + 10, 56) / lines;
    return { turn: 0, every: Math.max(1, Math.ceil(needed / band)), lines };
  };
  const turned = (turn: number): NamePlace => {
    const needed = Math.abs(turn) < 60 ? lineHeight + 4 : lineHeight - 1;
    return { turn, every: Math.max(1, Math.ceil(needed / band)), lines: 1 };
  };
  if (typeof layout === 'number') return layout === 0 ? lying(1) : turned(layout);
  if (layout === '45°') return turned(45);
  if (layout === '90°') return turned(90);
  if (layout === 'staggered') return lying(2);
  const isCrowded = Math.min(widest + 10, 56) > band;
  if (layout === 'flat' || !isCrowded || height < 220) return lying(1);
  if (band >= lineHeight + 6) return turned(45);
  return band >= lineHeight - 2 ? turned(90) : lying(1);
}

/** The names that are written, cut so that they tell apart. */
function cutNames(names: readonly string[], every: number, room: number): readonly string[] {
  const written = names.flatMap((_, at) => (at % every === 0 ? [at] : []));
  const fitted = fitNames(
    written.slice(0, mostNames).map((at) => names[at] ?? ''),
    written.slice(0, mostNames).map(() => room),
  );
  const texts = new Array<string>(names.length).fill('');
  written.forEach((at, index) => {
    texts[at] = fitted[index] ?? '';
  });
  return texts;
}

/** The picture's inside: what labels and titles need comes off it by itself. */
export function plainGrid(space: {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}): Axis {
  return { ...space, outerBoundsMode: 'same', outerBoundsContain: 'all' };
}

/** A slider below the plot, and the wheel inside it. */
export function axisZoom(
  theme: ChartTheme,
  space: { readonly bottom: number; readonly height: number },
): readonly Axis[] {
  const inside = { type: 'inside', xAxisIndex: 0, filterMode: 'none' };
  if (!hasSliderRoom(space)) return [inside];
  return [
    inside,
    {
      type: 'slider',
      xAxisIndex: 0,
      filterMode: 'none',
      height: 18,
      bottom: space.bottom,
      borderColor: theme.border,
      fillerColor: theme.band,
      handleStyle: { color: theme.card, borderColor: theme.borderStrong },
      moveHandleStyle: { color: theme.borderStrong },
      showDataShadow: false,
      showDetail: false,
      brushSelect: false,
    },
  ];
}

export const sliderHeight = 26;
