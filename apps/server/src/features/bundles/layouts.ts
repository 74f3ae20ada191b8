import { type Document, isDocument } from '../../metadata/index.ts';

/** A dashboard on which nothing stands yet. */
export const emptyLayout: Document = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
};

export interface PlacedChart {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

/** Every chart node's lasting identity; nodes without one are passed over. */
export function chartUuidsOf(position: Document): readonly string[] {
  return Object.values(position).flatMap((node) => {
    const uuid = isChartNode(node) ? node.meta.uuid : undefined;
    return typeof uuid === 'string' ? [uuid.toLowerCase()] : [];
  });
}

/** Numbers of charts in the place that a layout came from, by the uuid that says which charts they are. */
export function chartNumbersOf(position: Document): ReadonlyMap<number, string> {
  return new Map(
    Object.values(position).flatMap((node) => {
      if (!isChartNode(node)) return [];
      const { chartId, uuid } = node.meta;
      return typeof chartId === 'number' && typeof uuid === 'string' ? [[chartId, uuid.toLowerCase()] as const] : [];
    }),
  );
}

export function chartIdsOf(position: Document): readonly number[] {
  return Object.values(position).flatMap((node) => {
    const id = isChartNode(node) ? node.meta.chartId : undefined;
    return typeof id === 'number' ? [id] : [];
  });
}

/** The layout with each chart's uuid beside its number; charts that it does not place are put below the rest. */
export function toFileLayout(position: Document, charts: readonly PlacedChart[]): Document {
  const placed = new Set(chartIdsOf(position));
  const withUuids = mapCharts(position, (meta) => {
    const chart = charts.find(({ id }) => id === meta.chartId);
    return chart ? { ...meta, uuid: chart.uuid } : meta;
  });
  return charts.filter(({ id }) => !placed.has(id)).reduce(appendChart, withUuids);
}

function appendChart(position: Document, chart: PlacedChart): Document {
  const place = findContainer(position);
  if (!place) return position;
  const [id, container] = place;
  const row = `ROW-${chart.uuid}`;
  const node = `CHART-${chart.uuid}`;
  const above = Array.isArray(container.parents) ? container.parents : [];
  const children = Array.isArray(container.children) ? container.children : [];
  return {
    ...position,
    [id]: { ...container, children: [...children, row] },
    [row]: {
      id: row,
      type: 'ROW',
      children: [node],
      parents: [...above, id],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    [node]: {
      id: node,
      type: 'CHART',
      children: [],
      parents: [...above, id, row],
      meta: { chartId: chart.id, uuid: chart.uuid, sliceName: chart.name, width: 4, height: 50 },
    },
  };
}

/** Where charts without a place go: the first tab when tabs stand at the top, else the grid. */
function findContainer(position: Document): readonly [string, Document] | undefined {
  const root = position.ROOT_ID;
  const first = isDocument(root) && Array.isArray(root.children) ? String(root.children[0]) : 'GRID_ID';
  const top = position[first];
  const tab = isDocument(top) && top.type === 'TABS' && Array.isArray(top.children) ? String(top.children[0]) : first;
  const node = position[tab];
  return isDocument(node) ? [tab, node] : undefined;
}

/** The layout with the numbers that the charts have here; a chart that is not here gets the number 0. */
export function toLocalLayout(position: Document, idsByUuid: ReadonlyMap<string, number>): Document {
  return mapCharts(position, (meta) => {
    const id = typeof meta.uuid === 'string' ? idsByUuid.get(meta.uuid.toLowerCase()) : undefined;
    return { ...meta, chartId: id ?? 0 };
  });
}

interface ChartNode extends Document {
  readonly meta: Document;
}

function isChartNode(node: unknown): node is ChartNode {
  return isDocument(node) && node.type === 'CHART' && isDocument(node.meta);
}

export function mapCharts(position: Document, change: (meta: Document) => Document): Document {
  return Object.fromEntries(
    Object.entries(position).map(([key, node]) => [
      key,
      isChartNode(node) ? { ...node, meta: change(node.meta) } : node,
    ]),
  );
}
