import { gridColumns, gridId, type Layout, type LayoutNode, newNode, rootId } from './nodes.ts';
import type { MakeId } from './operations.ts';
import { chartSize } from './sizes.ts';
import { getNode, withChildren, withParents } from './tree.ts';

export interface KnownChart {
  readonly id: number;
  readonly name: string;
  readonly uuid?: string;
  readonly vizType?: string;
}

/** Ids of the charts that a layout places. */
export function chartIdsOf(layout: Layout): readonly number[] {
  return Object.values(layout).flatMap((node) =>
    node.type === 'CHART' && typeof node.meta.chartId === 'number' ? [node.meta.chartId] : [],
  );
}

/** The first node of the layout that shows a chart. */
export function findChartNode(layout: Layout, chartId: number): LayoutNode | undefined {
  return Object.values(layout).find((node) => node.type === 'CHART' && node.meta.chartId === chartId);
}

/** Where new things go when no place is named: the grid, or the first tab. */
export function firstContainer(layout: Layout): string {
  const top = getNode(layout, rootId).children[0];
  const tabs = top && layout[top]?.type === 'TABS' ? layout[top] : undefined;
  return tabs?.children[0] ?? gridId;
}

/** A chart's node, as adding it makes one. */
export function newChartNode(chart: KnownChart, makeId: MakeId): LayoutNode {
  const named = { chartId: chart.id, sliceName: chart.name, uuid: chart.uuid };
  return newNode('CHART', makeId('CHART'), { ...chartSize(chart.vizType), ...named });
}

/** Other charts in the places of some. */
export function withOtherCharts(layout: Layout, others: ReadonlyMap<number, Pick<KnownChart, 'id' | 'uuid'>>): Layout {
  const changed = Object.values(layout).flatMap((node) => {
    const other = node.type === 'CHART' ? others.get(node.meta.chartId ?? 0) : undefined;
    return other ? [[node.id, { ...node, meta: { ...node.meta, chartId: other.id, uuid: other.uuid } }] as const] : [];
  });
  return changed.length > 0 ? { ...layout, ...Object.fromEntries(changed) } : layout;
}

/** Charts that belong to the dashboard but stand nowhere go below the rest, in rows of three. */
export function withMissingCharts(layout: Layout, charts: readonly KnownChart[], makeId: MakeId): Layout {
  const placed = new Set(chartIdsOf(layout));
  const missing = charts.filter((chart) => !placed.has(chart.id)).map((chart) => newChartNode(chart, makeId));
  return missing.length > 0 ? appendInRows(layout, missing, makeId) : layout;
}

interface NewRows {
  readonly containerId: string;
  readonly rows: readonly (readonly LayoutNode[])[];
  readonly makeId: MakeId;
}

/** Puts rows of new nodes at the end of a container, as they are. */
export function appendRows(layout: Layout, { containerId, rows, makeId }: NewRows): Layout {
  const made = rows.map((members) => ({ ...newNode('ROW', makeId('ROW')), children: members.map(({ id }) => id) }));
  const added = Object.fromEntries([...rows.flat(), ...made].map((node) => [node.id, node]));
  const children = [...getNode(layout, containerId).children, ...made.map(({ id }) => id)];
  return withParents(withChildren({ ...layout, ...added }, containerId, children));
}

/** Puts nodes at the end of the first container, as many in a row as fit. */
export function appendInRows(layout: Layout, nodes: readonly LayoutNode[], makeId: MakeId): Layout {
  const containerId = firstContainer(layout);
  const texts = nodes.filter((node) => node.type === 'HEADER');
  const rows = toRows(nodes.filter((node) => node.type !== 'HEADER')).map((members) => ({
    ...newNode('ROW', makeId('ROW')),
    children: members.map(({ id }) => id),
  }));
  const added = Object.fromEntries([...nodes, ...rows].map((node) => [node.id, node]));
  const next = { ...layout, ...added };
  const children = [
    ...getNode(layout, containerId).children,
    ...texts.map((text) => text.id),
    ...rows.map((row) => row.id),
  ];
  return withParents(withChildren(next, containerId, children));
}

function toRows(nodes: readonly LayoutNode[]): readonly (readonly LayoutNode[])[] {
  const rows: LayoutNode[][] = [];
  let free = 0;
  for (const node of nodes) {
    const width = node.meta.width ?? 1;
    if (width > free) {
      rows.push([]);
      free = gridColumns;
    }
    rows.at(-1)?.push(node);
    free -= width;
  }
  return rows;
}

/** The layout with the names that its charts have now. */
export function withChartNames(layout: Layout, charts: readonly KnownChart[]): Layout {
  const names = new Map(charts.map((chart) => [chart.id, chart.name]));
  const changed = Object.values(layout).flatMap((node) => {
    const name = node.type === 'CHART' ? names.get(node.meta.chartId ?? -1) : undefined;
    return name !== undefined && name !== node.meta.sliceName
      ? [[node.id, { ...node, meta: { ...node.meta, sliceName: name } }] as const]
      : [];
  });
  return changed.length > 0 ? { ...layout, ...Object.fromEntries(changed) } : layout;
}
