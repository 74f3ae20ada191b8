import { chartEndpoints, dashboardEndpoints, datasetEndpoints, savedQueryEndpoints } from '@powerset/contract';
import Type from 'typebox';
import { type Caller, defineTool } from '../tool.ts';

const kinds = ['dashboard', 'chart', 'dataset', 'saved_query'] as const;
type Kind = (typeof kinds)[number];
const PER_PAGE = 20;

type Row = Readonly<Record<string, unknown>>;

interface Source {
  readonly endpoint: { readonly method: 'GET'; readonly path: string };
  readonly filter: { readonly col: string; readonly opr: string };
  readonly titleOf: (row: Row) => unknown;
  readonly pathOf: (row: Row) => string;
}

const sources: Readonly<Record<Kind, Source>> = {
  dashboard: {
    endpoint: dashboardEndpoints.list as Source['endpoint'],
    filter: { col: 'dashboard_title', opr: 'title_or_slug' },
    titleOf: (row) => row.dashboard_title,
    pathOf: (row) => `/superset/dashboard/${row.id}/`,
  },
  chart: {
    endpoint: chartEndpoints.list as Source['endpoint'],
    filter: { col: 'slice_name', opr: 'chart_all_text' },
    titleOf: (row) => row.slice_name,
    pathOf: (row) => `/explore/?slice_id=${row.id}`,
  },
  dataset: {
    endpoint: datasetEndpoints.list as Source['endpoint'],
    filter: { col: 'table_name', opr: 'ct' },
    titleOf: (row) => row.table_name,
    pathOf: (row) => `/explore/?datasource_type=table&datasource_id=${row.id}`,
  },
  saved_query: {
    endpoint: savedQueryEndpoints.list as Source['endpoint'],
    filter: { col: 'label', opr: 'all_text' },
    titleOf: (row) => row.label,
    pathOf: (row) => `/sqllab?savedQueryId=${row.id}`,
  },
};

interface Search {
  readonly kind: Kind;
  readonly text: string;
  readonly page: number;
}

async function search(caller: Caller, { kind, text, page }: Search) {
  const { endpoint, filter, titleOf, pathOf } = sources[kind];
  const filters = text ? [{ ...filter, value: text }] : [];
  const q = { filters, page, page_size: PER_PAGE, order_column: 'changed_on_delta_humanized', order_direction: 'desc' };
  const answer = (await caller.call(endpoint, { query: { q } })) as { count: number; result: readonly Row[] };
  return {
    kind,
    count: answer.count,
    found: answer.result.map((row) => ({
      id: row.id,
      title: titleOf(row),
      ...(row.description ? { description: row.description } : {}),
      ...(kind === 'chart' ? { type: row.viz_type } : {}),
      url: caller.link(pathOf(row)),
    })),
  };
}

export const find = defineTool({
  name: 'find',
  title: 'Find dashboards, charts, datasets and saved queries',
  description: `Lists what the person may see, the last changed first, ${PER_PAGE} of a kind a page. Without a text all of it.`,
  input: Type.Object(
    {
      text: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name.' })),
      kinds: Type.Optional(Type.Array(Type.Enum(kinds), { minItems: 1, maxItems: kinds.length })),
      page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'The first is 0.' })),
    },
    { additionalProperties: false },
  ),
  isReading: true,
  run: async ({ text = '', kinds: asked = kinds, page = 0 }, caller) => ({
    results: await Promise.all([...new Set(asked)].map((kind) => search(caller, { kind, text: text.trim(), page }))),
  }),
});
