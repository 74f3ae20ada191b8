import { type ChartTheme, legibleTextOn } from '@powerset/chart-kit';
import { dimColor } from './path-colors.ts';
import type { PathNode } from './path-tree.ts';
import { estimateFigureWidth, fitText } from './text-widths.ts';

/** A part as a rectangle of the picture, in px. */
export interface PathBox {
  readonly node: PathNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly isDimmed: boolean;
  readonly label: BoxLabel | null;
}

/** What a box says: its name may be cut, its figure is whole or not there. */
export interface BoxLabel {
  readonly name: string;
  readonly figure: string;
  /** In one line along the upper edge, as the head of what lies in it. */
  readonly isHead: boolean;
  /** Whether such a head is in stronger letters; it is unless told otherwise. */
  readonly isStrong?: boolean;
}

const size = 11;
const lineHeight = 14;
const pad = 6;
/** Fewer letters than these before an ellipsis tell nothing. */
const leastLetters = 3;

/** Boxes as one custom series: each a rectangle with its label, which never leaves it. */
export function boxSeries(boxes: readonly PathBox[], theme: ChartTheme): Record<string, unknown> {
  return {
    id: 'parts',
    type: 'custom',
    coordinateSystem: 'none',
    clip: true,
    data: boxes.map(({ node }) => ({ value: node.value, name: node.name, node: node.id })),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }) => {
      const box = boxes[dataIndex];
      return box ? drawBox(box, theme) : null;
    },
  };
}

function drawBox(box: PathBox, theme: ChartTheme): Record<string, unknown> {
  const { x, y, width, height, isDimmed } = box;
  const fill = isDimmed ? dimColor(box.color, theme.card) : box.color;
  const text = isDimmed ? theme.textTertiary : legibleTextOn(fill);
  return {
    type: 'group',
    children: [
      {
        type: 'rect',
        shape: { x, y, width: Math.max(0, width), height: Math.max(0, height), r: Math.min(2, width / 4, height / 4) },
        style: { fill },
        emphasis: { style: { opacity: 0.86 } },
      },
      ...linesOf(box).map((line, at) => ({
        type: 'text',
        silent: true,
        style: {
          text: line.text,
          x: x + pad,
          y: y + (box.label?.isHead || height < lineHeight + 8 ? Math.min(18, height) / 2 : 12 + at * lineHeight),
          fill: text,
          fontSize: size,
          fontFamily: theme.font,
          fontWeight: line.isStrong ? 600 : 400,
          verticalAlign: 'middle',
        },
      })),
    ],
  };
}

interface Line {
  readonly text: string;
  readonly isStrong: boolean;
}

const figureWidth = (text: string) => Math.ceil(estimateFigureWidth(text, size));

/** The lines that fit into a box. */
export function linesOf({ label, width, height }: Pick<PathBox, 'label' | 'width' | 'height'>): readonly Line[] {
  if (!label || height < lineHeight) return [];
  const room = width - 2 * pad;
  const { name, figure, isHead } = label;
  const fits = figure !== '' && figureWidth(figure) <= room;
  if (name === '') return fits ? [{ text: figure, isStrong: isHead }] : [];
  const cut = fitName(name, room);
  // A figure alone would be that of nobody knows what.
  if (cut === '') return [];
  if (isHead) {
    const both = `${name}  ${figure}`;
    return written(figure !== '' && figureWidth(both) <= room ? both : cut, label.isStrong ?? true);
  }
  if (height < 2 * lineHeight + 8) return written(cut, false);
  return [...written(cut, false), ...(fits ? [{ text: figure, isStrong: true }] : [])];
}

const written = (text: string, isStrong: boolean): readonly Line[] => (text === '' ? [] : [{ text, isStrong }]);

function fitName(name: string, room: number): string {
  // Half-bold letters and those of other scripts are a little wider than they are taken for.
  const cut = fitText(name, room * 0.97, size);
  return cut === name || [...cut].length > leastLetters ? cut : '';
}
