import { chartEndpoints, dashboardEndpoints } from '@powerset/contract';
import Type from 'typebox';
import { Name } from '../fields.ts';
import { defineTool } from '../tool.ts';

interface Placed {
  readonly id: number;
  readonly uuid: string;
  readonly title: string;
  readonly type: string;
}

const columnsOfGrid = 12;
const isFigure = ({ type }: Placed) => type.startsWith('big_number') || type === 'pop_kpi';

/** Figures in fours at the top, what is drawn in pairs below; a last one alone takes the whole width. */
function toRows(charts: readonly Placed[]): readonly (readonly Placed[])[] {
  const chunk = (list: readonly Placed[], size: number) =>
    Array.from({ length: Math.ceil(list.length / size) }, (_, row) => list.slice(row * size, (row + 1) * size));
  return [
    ...chunk(charts.filter(isFigure), 4),
    ...chunk(
      charts.filter((chart) => !isFigure(chart)),
      2,
    ),
  ];
}

/** The layout as dashboards keep it. */
function toLayout(title: string, charts: readonly Placed[]) {
  const root = ['ROOT_ID', 'GRID_ID'];
  const rows = toRows(charts).map((row, at) => ({ id: `ROW-${at + 1}`, charts: row }));
  const cells = rows.flatMap(({ id: rowId, charts: row }) =>
    row.map((chart) => {
      const width = Math.floor(columnsOfGrid / row.length);
      const id = `CHART-${chart.id}`;
      const meta = {
        ...{ chartId: chart.id, uuid: chart.uuid, sliceName: chart.title },
        ...{ width, height: isFigure(chart) ? 25 : 50 },
      };
      return [id, { id, type: 'CHART', children: [], parents: [...root, rowId], meta }] as const;
    }),
  );
  const rowParts = rows.map(({ id, charts: row }) => {
    const children = row.map((chart) => `CHART-${chart.id}`);
    const part = { id, type: 'ROW', children, parents: root, meta: { background: 'BACKGROUND_TRANSPARENT' } };
    return [id, part] as const;
  });
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows.map(({ id }) => id), parents: ['ROOT_ID'] },
    HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: title } },
    ...Object.fromEntries([...rowParts, ...cells]),
  };
}

export const createDashboard = defineTool({
  name: 'create_dashboard',
  title: 'Make a dashboard',
  description:
    'Saves a dashboard of charts that there are: figures at the top, the others in pairs below, in the order given.',
  input: Type.Object(
    {
      title: Name('What people read above it.'),
      chart_ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 50, uniqueItems: true }),
      published: Type.Optional(Type.Boolean({ description: 'Whether others see it at once; a draft if not given.' })),
    },
    { additionalProperties: false },
  ),
  isReading: false,
  run: async ({ title, chart_ids: ids, published = false }, caller) => {
    const charts = await Promise.all(
      ids.map(async (id) => {
        const { result } = await caller.call(chartEndpoints.get, { params: { id } });
        return { id, uuid: result.uuid, title: result.slice_name, type: result.viz_type ?? '' };
      }),
    );
    const positions = toLayout(title, charts);
    const made = await caller.call(dashboardEndpoints.create, {
      body: { dashboard_title: title, published, position_json: JSON.stringify(positions) },
    });
    return { id: made.id, charts: charts.length, url: caller.link(`/superset/dashboard/${made.id}/`) };
  },
});
