/** One block of a dashboard row: a chart by key, or text. */
export type Block =
  | { readonly chart: string; readonly width: number; readonly height: number }
  | { readonly markdown: string; readonly width: number; readonly height: number };

export interface PlacedChart {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

interface LayoutNode {
  readonly id: string;
  readonly type: string;
  readonly children: readonly string[];
  readonly parents: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

type Layout = Record<string, LayoutNode | string>;
type Charts = ReadonlyMap<string, PlacedChart>;

const frame = {
  DASHBOARD_VERSION_KEY: 'v2',
  HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', children: [], parents: [], meta: {} },
};

/** The reference's layout document for rows of blocks, or for tabs of such rows. */
export function toLayout(
  title: string,
  content: readonly (readonly Block[])[] | Readonly<Record<string, readonly (readonly Block[])[]>>,
  charts: Charts,
): Layout {
  const layout: Layout = { ...frame, HEADER_ID: { ...frame.HEADER_ID, meta: { text: title } } };
  const root = ['ROOT_ID'];
  if (Array.isArray(content)) {
    const rows = addRows(layout, { rows: content, parents: [...root, 'GRID_ID'], prefix: 'main', charts });
    layout.ROOT_ID = { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'], parents: [] };
    layout.GRID_ID = { id: 'GRID_ID', type: 'GRID', children: rows, parents: root };
    return layout;
  }
  const tabs = Object.entries(content).map(([name, rows]) => addTab(layout, { name, rows, charts }));
  layout.ROOT_ID = { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-main'], parents: [] };
  layout.GRID_ID = { id: 'GRID_ID', type: 'GRID', children: [], parents: root };
  layout['TABS-main'] = { id: 'TABS-main', type: 'TABS', children: tabs, parents: root, meta: {} };
  return layout;
}

interface TabInput {
  readonly name: string;
  readonly rows: readonly (readonly Block[])[];
  readonly charts: Charts;
}

function addTab(layout: Layout, { name, rows, charts }: TabInput): string {
  const prefix = name.toLowerCase().replace(/\W+/g, '-');
  const id = `TAB-${prefix}`;
  const parents = ['ROOT_ID', 'TABS-main'];
  const children = addRows(layout, { rows, parents: [...parents, id], prefix, charts });
  layout[id] = {
    id,
    type: 'TAB',
    children,
    parents,
    meta: { text: name, defaultText: 'Tab title', placeholder: 'Tab title' },
  };
  return id;
}

interface RowsInput {
  readonly rows: readonly (readonly Block[])[];
  readonly parents: readonly string[];
  readonly prefix: string;
  readonly charts: Charts;
}

function addRows(layout: Layout, { rows, parents, prefix, charts }: RowsInput): readonly string[] {
  return rows.map((blocks, index) => {
    const id = `ROW-${prefix}-${index + 1}`;
    const children = blocks.map((block, position) => {
      const node = toBlockNode(block, {
        id: `${prefix}-${index + 1}-${position + 1}`,
        parents: [...parents, id],
        charts,
      });
      layout[node.id] = node;
      return node.id;
    });
    layout[id] = { id, type: 'ROW', children, parents, meta: { background: 'BACKGROUND_TRANSPARENT' } };
    return id;
  });
}

function toBlockNode(
  block: Block,
  place: { readonly id: string; readonly parents: readonly string[]; readonly charts: Charts },
): LayoutNode {
  const { width, height } = block;
  if ('markdown' in block) {
    return {
      id: `MARKDOWN-${place.id}`,
      type: 'MARKDOWN',
      children: [],
      parents: place.parents,
      meta: { width, height, code: block.markdown },
    };
  }
  const chart = place.charts.get(block.chart);
  if (!chart) throw new Error(`The example layout names the unknown chart ${block.chart}.`);
  const meta = { width, height, chartId: chart.id, sliceName: chart.name, uuid: chart.uuid };
  return { id: `CHART-${place.id}`, type: 'CHART', children: [], parents: place.parents, meta };
}
