import { type Document, isDocument, type Row } from '../../metadata/index.ts';

const rootId = 'ROOT_ID';
const gridId = 'GRID_ID';
const perRow = 3;
/** As the page gives to a chart that nobody placed: columns of the grid, and steps of height. */
const size = { width: 4, height: 50 };
/** The page makes filters of these. */
const filterBox = 'filter_box';

type Charts = readonly Pick<Row<'charts'>, 'id' | 'slice_name' | 'viz_type'>[];

/** The layout with the dashboard's charts that stand nowhere in it, below the rest as on the page. */
export function withUnplacedCharts(position: Document, charts: Charts): Document {
  const placed = new Set(
    Object.values(position).flatMap((node) =>
      isDocument(node) && node.type === 'CHART' && isDocument(node.meta) ? [Number(node.meta.chartId)] : [],
    ),
  );
  const missing = charts.filter(({ id, viz_type: type }) => !placed.has(id) && type !== filterBox);
  if (missing.length === 0) return position;
  const containerId = firstContainer(position);
  const rows = Array.from({ length: Math.ceil(missing.length / perRow) }, (_, at) =>
    toRow(missing.slice(at * perRow, (at + 1) * perRow), `ROW-unplaced-${at}`, parentsIn(position, containerId)),
  );
  const root = { id: rootId, type: 'ROOT', children: [gridId] };
  const container = isDocument(position[containerId]) ? position[containerId] : { id: containerId, type: 'GRID' };
  const children = [...childrenOf(container), ...rows.map(({ id }) => id)];
  return {
    [rootId]: root,
    ...position,
    ...Object.fromEntries(rows.flatMap(({ nodes }) => nodes)),
    [containerId]: { ...container, children },
  };
}

function toRow(charts: Charts, id: string, parents: readonly string[]) {
  const nodes = charts.map((chart) => [`CHART-unplaced-${chart.id}`, toNode(chart, [...parents, id])] as const);
  const row = { id, type: 'ROW', meta: {}, parents, children: nodes.map(([nodeId]) => nodeId) };
  return { id, nodes: [[id, row] as const, ...nodes] };
}

const toNode = (chart: Charts[number], parents: readonly string[]) => ({
  id: `CHART-unplaced-${chart.id}`,
  type: 'CHART',
  meta: { chartId: chart.id, sliceName: chart.slice_name, ...size },
  parents,
  children: [],
});

/** The grid, or the first tab. */
function firstContainer(position: Document): string {
  const top = position[childrenOf(position[rootId])[0] ?? ''];
  const tab = isDocument(top) && top.type === 'TABS' ? childrenOf(top)[0] : undefined;
  return tab ?? gridId;
}

function parentsIn(position: Document, containerId: string): readonly string[] {
  const tabs = childrenOf(position[rootId])[0];
  return containerId === gridId || tabs === undefined ? [rootId, gridId] : [rootId, tabs, containerId];
}

function childrenOf(node: unknown): readonly string[] {
  return isDocument(node) && Array.isArray(node.children)
    ? node.children.filter((child): child is string => typeof child === 'string')
    : [];
}
