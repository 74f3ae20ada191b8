import { type ApiClient, signInWithCookie, type TestServer, testAdmin } from '@powerset/testkit';

/** Which server a screen is taken from: with the example data and some work, with two people at it, with none, or before the first administrator. */
export type ScreenServer = 'examples' | 'team' | 'empty' | 'fresh';

export interface ScreenFacts {
  readonly url: string;
  /** Address of the first example dashboard. */
  readonly dashboardPath: string;
  /** The same for who changes it. */
  readonly dashboardId: number;
  /** Its first filter over time. */
  readonly timeFilterId: string;
  readonly chartId: number;
  /** A chart of each type among the examples. */
  readonly chartOfType: Readonly<Record<string, number>>;
  readonly datasetId: number;
  /** The page that the terminal names at first start. */
  readonly setUpPath: string;
}

/** What the addresses of screens need to know of a server, after it was given some work to show. */
export async function readFacts(server: TestServer, kind: ScreenServer): Promise<ScreenFacts> {
  const setUpPath = /\/set-up\?token=\S+/.exec(server.logs())?.[0] ?? '/';
  const facts = {
    url: server.url,
    setUpPath,
    dashboardPath: '/dashboard/list/',
    dashboardId: 0,
    timeFilterId: '',
    chartId: 0,
    chartOfType: {},
    datasetId: 0,
  };
  if (kind === 'empty' || kind === 'fresh') return facts;
  const api = await signInWithCookie(server.url, testAdmin);
  const dashboard = await firstOf(api, '/api/v1/dashboard/?q=(order_column:id,order_direction:asc)');
  const chart = await firstOf(api, '/api/v1/chart/?q=(order_column:id,order_direction:asc)');
  const all: readonly { readonly id: number; readonly viz_type: string }[] = (
    await api.get('/api/v1/chart/?q=(page_size:100)')
  ).json.result;
  const dataset = await firstOf(api, '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))');
  const metadata = JSON.parse((await api.get(`/api/v1/dashboard/${dashboard.id}`)).json.result.json_metadata);
  const filters: readonly { readonly id: string; readonly filterType: string }[] = metadata.native_filter_configuration;
  if (kind === 'examples') await writeQueries(api);
  return {
    ...facts,
    dashboardPath: dashboard.url ?? facts.dashboardPath,
    dashboardId: dashboard.id,
    timeFilterId: filters.find(({ filterType }) => filterType === 'filter_time')?.id ?? '',
    chartId: chart.id,
    chartOfType: Object.fromEntries(all.map(({ id, viz_type: type }) => [type, id])),
    datasetId: dataset.id,
  };
}

interface Found {
  readonly id: number;
  readonly url?: string;
}

async function firstOf(api: ApiClient, path: string): Promise<Found> {
  // Example data may still be on its way when the server already answers.
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const answer = await api.get(path);
    if (answer.status === 200 && answer.json.result.length > 0) return answer.json.result[0];
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`There is nothing at ${path}.`);
}

const queries = [
  {
    label: 'Revenue by country',
    description: 'For the weekly report',
    sql: 'SELECT country, sum(revenue) AS revenue\nFROM orders\nGROUP BY country\nORDER BY revenue DESC',
  },
  {
    label: 'Slow deliveries',
    description: '',
    sql: "SELECT order_id, ordered_at, dispatched_at\nFROM orders\nWHERE dispatched_at > ordered_at + INTERVAL '5 days'\nLIMIT 100",
  },
  {
    label: 'Visits without a source',
    description: '',
    sql: 'SELECT count(*)\nFROM web_sessions\nWHERE source IS NULL',
  },
];

/** Saved queries and runs, one of them failed. */
async function writeQueries(api: ApiClient): Promise<void> {
  const database = await firstOf(api, '/api/v1/database/');
  for (const { label, description, sql } of queries) {
    await api.post('/api/v1/saved_query/', { label, description, sql, db_id: database.id, schema: 'main' });
    await api.post('/api/v1/sqllab/execute/', { database_id: database.id, sql, tab: label, schema: 'main' });
  }
  await api.post('/api/v1/annotation_layer/', { name: 'Sales', descr: 'Campaigns and holidays' });
}
