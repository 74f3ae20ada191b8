import { type DrawContext, legibleTextOn, mixColors } from '@powerset/chart-kit';
import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import type { Bubble, BubbleGroup, Bubbles } from './bubbles.ts';
import type { BubbleForm } from './form.ts';

type Context = DrawContext<BubbleForm>;

/** Some bubbles that are drawn in one go, with the group and the bubbles that its items are. */
export interface Layer {
  readonly id: string;
  readonly group: BubbleGroup;
  readonly bubbles: readonly Bubble[];
  readonly option: Readonly<Record<string, unknown>>;
}

/** More are drawn in classes of one size each, which takes a fraction of the time. */
const mostOwn = 3000;
const classes = 8;
const smallest = 3;
const dimmed = 0.12;

/** Diameter of a bubble: its area is its size. */
export function diameterOf(
  size: number,
  { largest, size: metric, count }: Bubbles,
  { form, width, height }: Context,
): number {
  // Of very many each is small, so that where they crowd is seen.
  const crowded = count > mostOwn ? Math.max(6, 2.5 * Math.sqrt((width * height) / count)) : Number.POSITIVE_INFINITY;
  const most = Math.min(readSize(form.max_bubble_size) + 5, Math.max(6, Math.min(width, height) / 3), crowded);
  if (metric === null) return Math.min(8, most);
  return largest === 0 ? smallest : Math.max(smallest, most * Math.sqrt(size / largest));
}

function readSize(text: string | null): number {
  const size = Number(text);
  return Number.isFinite(size) && size > 0 ? Math.min(300, size) : 25;
}

/** How a chosen bubble is called. */
export const labelOfBubble = (group: BubbleGroup, bubble: Bubble, series: string | null) =>
  series === null ? bubble.name : `${bubble.name}, ${group.name}`;

/** The bubbles of each group; of very many, those of each group and class of size. */
export function layersOf(model: Bubbles, colors: readonly string[], context: Context): readonly Layer[] {
  if (model.count > mostOwn)
    return model.groups.flatMap((group, index) => crowdOf(group, { index, color: colors[index]!, model, context }));
  const named = namedBubbles(model, context);
  return model.groups.map((group, index) => {
    const id = `group:${index}`;
    const color = colors[index]!;
    const data = group.bubbles.map((bubble) =>
      itemOf(bubble, { group, model, color, context, isNamed: named.has(bubble) }),
    );
    const option = { ...shared(id, group, color, context), data, labelLayout: { hideOverlap: true } };
    return { id, group, bubbles: group.bubbles, option };
  });
}

interface LayerGiven {
  readonly index: number;
  readonly color: string;
  readonly model: Bubbles;
  readonly context: Context;
}

const shared = (...[id, group, color, { form }]: [string, BubbleGroup, string, Context]) => ({
  id,
  name: group.name,
  type: 'scatter',
  itemStyle: { color, opacity: form.opacity ?? 0.6 },
  emphasis: { scale: false, itemStyle: { opacity: Math.min(1, (form.opacity ?? 0.6) + 0.3) } },
});

function crowdOf(group: BubbleGroup, { index, color, model, context }: LayerGiven): readonly Layer[] {
  const most = diameterOf(model.largest, model, context);
  const parts = Array.from({ length: classes }, (): Bubble[] => []);
  for (const bubble of group.bubbles) {
    const share = diameterOf(bubble.size, model, context) / most;
    parts[Math.min(classes - 1, Math.floor(share * classes))]!.push(bubble);
  }
  return parts
    .map((bubbles, at): Layer => {
      const id = `group:${index}:${at}`;
      const symbolSize = Math.max(smallest, (most * (at + 0.5)) / classes);
      const data = bubbles.map(({ x, y }) => [x, y]);
      const option = { ...shared(id, group, color, context), large: true, largeThreshold: 1, symbolSize, data };
      return { id, group, bubbles, option };
    })
    .filter(({ bubbles }) => bubbles.length > 0)
    .reverse();
}

const mostNames = 14;

/** The largest say their names. */
function namedBubbles({ groups, size }: Bubbles, { width, height }: Context): ReadonlySet<Bubble> {
  if (width < 260 || height < 160) return new Set();
  const all = groups.flatMap(({ bubbles }) => bubbles.slice(0, mostNames));
  const sorted = size === null ? all : all.sort((one, other) => other.size - one.size);
  return new Set(sorted.slice(0, mostNames));
}

interface ItemGiven {
  readonly group: BubbleGroup;
  readonly model: Bubbles;
  readonly color: string;
  readonly context: Context;
  readonly isNamed: boolean;
}

function itemOf(bubble: Bubble, { group, model, color, context, isNamed }: ItemGiven) {
  const { selectedLabels, theme, form } = context;
  const opacity = form.opacity ?? 0.6;
  const diameter = diameterOf(bubble.size, model, context);
  const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(labelOfBubble(group, bubble, model.series));
  const isInside = estimateTextWidth(bubble.name, 11) + 6 <= diameter && opacity >= 0.5;
  return {
    value: [bubble.x, bubble.y],
    symbolSize: diameter,
    ...(isDimmed ? { itemStyle: { opacity: dimmed } } : {}),
    ...(isNamed
      ? {
          label: {
            show: true,
            position: isInside ? 'inside' : 'right',
            distance: 3,
            formatter: () => fitText(bubble.name, 110, 11),
            fontSize: 11,
            opacity: isDimmed ? dimmed : 1,
            ...(isInside ? {} : { textBorderColor: theme.card, textBorderWidth: 2 }),
            color: isInside ? legibleTextOn(mixColors(theme.card, color, opacity)) : theme.textSecondary,
          },
        }
      : {}),
  };
}
