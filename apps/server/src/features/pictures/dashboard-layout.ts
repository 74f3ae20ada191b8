import { isDocument } from '../../metadata/index.ts';
import type { PicturedText, Place } from '../../pictures/index.ts';

/** A chart of the layout and where it stands. */
export interface PlacedChart {
  readonly chartId: number;
  readonly name: string | null;
  readonly place: Place;
}

export interface DashboardLayout {
  readonly charts: readonly PlacedChart[];
  readonly texts: readonly PicturedText[];
  readonly height: number;
}

interface LayoutNode {
  readonly type: string;
  readonly children: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
}

const gap = 16;
const columnsOfGrid = 12;
/** Heights in a layout count in steps of so many px. */
const stepPx = 8;
const headPx = 40;
const dividerPx = 17;
const tabHeadPx = 36;
/** Nothing that is looked at is longer, and a deeper tree than this is none that a page made. */
const mostHeight = 16_000;
const mostDepth = 12;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Lays a dashboard out as its page does: rows below each other, what stands in a row side by side by its columns, of tabs the
 * active one or the first.
 */
export function layOut(position: unknown, width: number, activeTabs: readonly string[] = []): DashboardLayout {
  const nodes = readNodes(position);
  const charts: PlacedChart[] = [];
  const texts: PicturedText[] = [];
  const addText = (text: unknown, place: Place, size: Pick<PicturedText, 'sizePx' | 'isStrong'>) => {
    if (typeof text === 'string' && text.trim()) texts.push({ kind: 'text', text: plainText(text), place, ...size });
  };
  const heightOf = ({ meta }: LayoutNode) => Math.max(1, Number(meta.height) || 50) * stepPx;
  const widthOf = ({ meta }: LayoutNode, rowWidth: number) => {
    const column = (rowWidth - gap * (columnsOfGrid - 1)) / columnsOfGrid;
    const count = Math.min(columnsOfGrid, Math.max(1, Number(meta.width) || 4));
    return count * column + (count - 1) * gap;
  };
  const stack = (children: readonly string[], box: Box, depth: number): number => {
    let y = box.y;
    for (const child of children) {
      const height = place(child, { ...box, y }, depth + 1);
      if (height > 0) y += height + gap;
    }
    return Math.max(0, y - box.y - gap);
  };
  const row = ({ children }: LayoutNode, box: Box, depth: number): number => {
    let { x } = box;
    let height = 0;
    for (const child of children) {
      const node = nodes.get(child);
      if (!node) continue;
      const own = Math.min(widthOf(node, box.width), Math.max(0, box.x + box.width - x));
      height = Math.max(height, place(child, { x, y: box.y, width: own }, depth + 1));
      x += own + gap;
    }
    return height;
  };
  const tabs = ({ children }: LayoutNode, box: Box, depth: number): number => {
    const active = children.find((child) => activeTabs.includes(child)) ?? children[0];
    const tab = active === undefined ? undefined : nodes.get(active);
    if (!tab) return 0;
    const isAlone = children.length < 2;
    if (!isAlone) addText(tab.meta.text, { ...box, height: tabHeadPx }, { sizePx: 14, isStrong: true });
    const below = isAlone ? 0 : tabHeadPx;
    return below + stack(tab.children, { ...box, y: box.y + below }, depth + 1);
  };
  const chart = (node: LayoutNode, box: Box): number => {
    const height = heightOf(node);
    const name = node.meta.sliceNameOverride ?? node.meta.sliceName;
    const chartId = Number(node.meta.chartId);
    if (Number.isInteger(chartId))
      charts.push({ chartId, name: typeof name === 'string' ? name : null, place: { ...box, height } });
    return height;
  };
  const place = (id: string, box: Box, depth: number): number => {
    const node = nodes.get(id);
    if (!node || depth > mostDepth || box.y > mostHeight) return 0;
    switch (node.type) {
      case 'CHART':
        return chart(node, box);
      case 'ROW':
        return row(node, box, depth);
      case 'TABS':
        return tabs(node, box, depth);
      case 'HEADER':
        addText(node.meta.text, { ...box, height: headPx }, { sizePx: 20, isStrong: true });
        return headPx;
      case 'DIVIDER':
        return dividerPx;
      case 'MARKDOWN':
        addText(node.meta.code, { ...box, height: heightOf(node) }, { sizePx: 13, isStrong: false });
        return heightOf(node);
      default:
        return stack(node.children, box, depth);
    }
  };
  const height = place('ROOT_ID', { x: gap, y: gap, width: width - 2 * gap }, 0);
  return { charts, texts, height: Math.min(mostHeight, Math.max(200, height + 2 * gap)) };
}

function readNodes(position: unknown): ReadonlyMap<string, LayoutNode> {
  const entries = isDocument(position) ? Object.entries(position) : [];
  return new Map(
    entries.flatMap(([id, node]): [string, LayoutNode][] => {
      if (!isDocument(node)) return [];
      const children = Array.isArray(node.children) ? node.children.filter((one) => typeof one === 'string') : [];
      return [[id, { type: String(node.type), children, meta: isDocument(node.meta) ? node.meta : {} }]];
    }),
  );
}

/** Markdown without its signs: what is said, not how it looks. */
function plainText(markdown: string): string {
  return markdown
    .slice(0, 20_000)
    .replaceAll(/<[^<>]{0,500}>/g, '')
    .replaceAll(/^[#>\-*+\s]+/gm, '')
    .replaceAll(/[*_`]{1,3}/g, '')
    .replaceAll(/\[([^\][]{0,500})\]\([^()]{0,2000}\)/g, '$1');
}
