import type { ChartTheme, FieldsOfRows, legendRows } from '@powerset/chart-kit';
import { estimateTextWidth, fitNames, fitText } from './text-widths.ts';
import { tooltipHtml } from './tooltip-html.ts';

/** What a form says of its legend. */
type LegendForm = FieldsOfRows<typeof legendRows>;

export interface LegendEntry {
  readonly name: string;
  readonly color?: string;
}

export interface LegendLayout {
  readonly option: Record<string, unknown>;
  /** Space that the legend takes at each edge. */
  readonly space: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

const noSpace = { top: 0, right: 0, bottom: 0, left: 0 };
const itemWidth = (name: string) => 8 + 5 + estimateTextWidth(name, 12) + 14;

export const hiddenLegend: LegendLayout = { option: { show: false }, space: noSpace };

interface LegendGiven {
  readonly form: LegendForm;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
}

/** The legend of a form: its side, kind and margin; none where the chart is too small for it. */
export function layoutLegend(entries: readonly LegendEntry[], given: LegendGiven): LegendLayout {
  const { form, theme, width, height } = given;
  if (!form.show_legend || entries.length < 2 || width < 180 || height < 110) return hiddenLegend;
  const side = form.legendOrientation;
  const isUpright = (side === 'left' || side === 'right') && width >= 320;
  // Two lines that show all names are better than one that cuts one off.
  const texts = isUpright ? null : textsOf(entries, width);
  const shown = texts ? entries.map(({ name }) => ({ name: texts.get(name) ?? name })) : entries;
  const isShort = !isUpright && height >= 150 && countLines(shown, width - 8) <= 2;
  const kind = form.legendType === 'plain' || isShort ? 'plain' : 'scroll';
  const shared = {
    show: true,
    type: kind,
    icon: 'roundRect',
    itemWidth: 8,
    itemHeight: 8,
    // One gap counts along a line and between lines: where there are several, the names bring their own space along.
    itemGap: kind === 'plain' ? 4 : 14,
    padding: 0,
    // A scrolling legend cuts off what stands out of its line: accents and descenders need their room.
    textStyle: {
      color: theme.textSecondary,
      fontSize: 12,
      lineHeight: 16,
      fontFamily: theme.font,
      padding: [0, kind === 'plain' ? 10 : 0, 0, -2],
    },
    inactiveColor: theme.borderStrong,
    inactiveBorderColor: theme.borderStrong,
    pageIconSize: 9,
    pageIconColor: theme.textSecondary,
    pageIconInactiveColor: theme.borderStrong,
    pageButtonGap: 6,
    pageTextStyle: { color: theme.textTertiary, fontSize: 11 },
    pageFormatter: '{current} / {total}',
    data: entries.map((entry) => ({
      name: entry.name,
      // Marks may be unseen where only their values show; their colour in the legend is not.
      ...(entry.color ? { itemStyle: { color: entry.color, opacity: 1 } } : {}),
    })),
  };
  const margin = form.legendMargin;
  if (isUpright) return uprightLegend(entries, { shared, side, margin, width });
  const lines = kind === 'plain' ? countLines(shown, width - 8) : 1;
  const space = margin ?? lines * 20 + 8;
  const isBottom = side === 'bottom';
  return {
    option: {
      ...shared,
      orient: 'horizontal',
      left: 0,
      right: 0,
      width: width - 8,
      ...(texts
        ? {
            formatter: (name: string) => texts.get(name) ?? name,
            tooltip: { show: true, formatter: ({ name }: { readonly name: string }) => nameHtml(name, theme) },
          }
        : {}),
      ...(isBottom ? { bottom: 0 } : { top: 0 }),
    },
    space: { ...noSpace, ...(isBottom ? { bottom: space } : { top: space }) },
  };
}

/** Widths are estimates: two names that fit only just would stand one below the other. */
const sureShare = 0.95;
/** More names are turned over page by page, whatever their length. */
const mostFitted = 200;

/** The names as they fit, two in a line or more; null where all of them do. A single one in a line would be looked for page by page. */
function textsOf(entries: readonly LegendEntry[], width: number): ReadonlyMap<string, string> | null {
  const names = entries.map(({ name }) => name);
  // Where pages are turned their buttons stand in the line.
  const [broad, narrow] = [width - 8, width - 90].map((line) => (line / 2 - itemWidth('')) * sureShare);
  if (names.every((name) => estimateTextWidth(name, 12) <= narrow!) || countLines(entries, width - 8) === 1)
    return null;
  const cutTo = (room: number) => {
    if (names.length > mostFitted) return names.map((name) => fitText(name, room, 12));
    const rooms = names.map(() => room);
    return fitNames(names, rooms, 12);
  };
  const inLines = cutTo(broad!);
  const isShort =
    countLines(
      inLines.map((name) => ({ name })),
      width - 8,
    ) <= 2;
  const texts = isShort ? inLines : cutTo(narrow!);
  return new Map(names.map((name, index) => [name, texts[index] ?? name]));
}

const nameHtml = (title: string, theme: ChartTheme) => tooltipHtml({ title, rows: [] }, theme);

function uprightLegend(
  entries: readonly LegendEntry[],
  given: {
    readonly shared: Record<string, unknown>;
    readonly side: string;
    readonly margin: number | null;
    readonly width: number;
  },
): LegendLayout {
  const widest = Math.max(...entries.map((entry) => itemWidth(entry.name)));
  const room = Math.min(widest, given.width * 0.35);
  const space = given.margin ?? Math.round(room + 8);
  const text = { ...(given.shared.textStyle as object), width: room - 15, overflow: 'truncate' };
  return {
    option: { ...given.shared, textStyle: text, orient: 'vertical', top: 2, bottom: 2, itemGap: 8, [given.side]: 0 },
    space: { ...noSpace, [given.side]: space },
  };
}

function countLines(entries: readonly LegendEntry[], width: number): number {
  let lines = 1;
  let used = 0;
  for (const entry of entries) {
    const size = itemWidth(entry.name);
    if (used > 0 && used + size > width) {
      lines += 1;
      used = 0;
    }
    used += size;
  }
  return lines;
}
