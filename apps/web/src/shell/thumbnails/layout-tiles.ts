/** A tile of a dashboard's miniature: column span of 12, height in layout units, and what it holds. */
export interface Tile {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly chartId: number | null;
  readonly id: string;
}

export type TileRow = readonly Tile[];

type LayoutNode = {
  readonly type?: string;
  readonly children?: readonly string[];
  readonly meta?: { readonly width?: number; readonly height?: number; readonly chartId?: number };
};
type Layout = Readonly<Record<string, LayoutNode | undefined>>;

function parseLayout(text: string | null | undefined): Layout {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    // Nodes are read one property at a time, each of which may be missing.
    return typeof parsed === 'object' && parsed !== null ? (parsed as Layout) : {};
  } catch {
    return {};
  }
}

/** Rows below a node in reading order; of tabs only the first, as it is what one sees first. */
function rowIds(layout: Layout, id: string, depth = 0): readonly string[] {
  const node = layout[id];
  if (!node || depth > 8) return [];
  if (node.type === 'ROW') return [id];
  const children = node.type === 'TABS' ? (node.children ?? []).slice(0, 1) : (node.children ?? []);
  return children.flatMap((child) => rowIds(layout, child, depth + 1));
}

function firstChart(layout: Layout, id: string, depth = 0): number | null {
  const node = layout[id];
  if (!node || depth > 8) return null;
  if (node.meta?.chartId !== undefined) return node.meta.chartId;
  for (const child of node.children ?? []) {
    const found = firstChart(layout, child, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** The first rows of a dashboard's layout, as tiles to draw. A damaged layout gives none. */
export function tilesOf(positionJson: string | null | undefined, maxRows = 4): readonly TileRow[] {
  const layout = parseLayout(positionJson);
  return rowIds(layout, 'ROOT_ID')
    .slice(0, maxRows)
    .map((rowId) => {
      let x = 0;
      return (layout[rowId]?.children ?? []).flatMap((childId) => {
        const node = layout[childId];
        if (!node || x >= 12) return [];
        const width = Math.max(1, Math.min(node.meta?.width ?? 4, 12 - x));
        const tile: Tile = {
          id: childId,
          x,
          width,
          height: node.meta?.height ?? 50,
          chartId: firstChart(layout, childId),
        };
        x += width;
        return [tile];
      });
    })
    .filter((row) => row.length > 0);
}
