import {
  AreaChartOutlined,
  CodeOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import { databaseEndpoints, type WireDatabase } from '@powerset/contract';
import type { IconType } from '@powerset/ui';
import { ApiError, api, listPage, type Resource, resources, toListQuery } from '../api/index.ts';
import { addresses } from './navigation.ts';

export type FoundKind = 'dashboard' | 'chart' | 'dataset' | 'query' | 'table';

export interface FoundObject {
  readonly key: string;
  readonly label: string;
  readonly address: string;
  readonly hint?: string;
  readonly icon: IconType;
  readonly kind: FoundKind;
}

/** Icons of what can be found, also where only the kind is known. */
export const foundIcons: Readonly<Record<FoundKind, IconType>> = {
  dashboard: DashboardOutlined,
  chart: AreaChartOutlined,
  dataset: TableOutlined,
  query: CodeOutlined,
  table: DatabaseOutlined,
};

interface Source {
  readonly kind: FoundKind;
  readonly resource: Resource;
  readonly filter: { readonly col: string; readonly opr: string };
  /** What an entry is made of. */
  readonly fields: readonly string[];
  readonly toEntry: (row: Readonly<Record<string, unknown>>) => { readonly label: string; readonly address: string };
}

const PER_KIND = 5;

const sources: readonly Source[] = [
  {
    kind: 'dashboard',
    resource: resources.dashboards,
    fields: ['id', 'dashboard_title', 'slug'],
    filter: { col: 'dashboard_title', opr: 'title_or_slug' },
    toEntry: (row) => ({
      label: String(row.dashboard_title ?? ''),
      address: addresses.dashboard(String(row.slug || row.id)),
    }),
  },
  {
    kind: 'chart',
    resource: resources.charts,
    fields: ['id', 'slice_name'],
    filter: { col: 'slice_name', opr: 'chart_all_text' },
    toEntry: (row) => ({ label: String(row.slice_name ?? ''), address: addresses.chart(Number(row.id)) }),
  },
  {
    kind: 'dataset',
    resource: resources.datasets,
    fields: ['id', 'table_name'],
    filter: { col: 'table_name', opr: 'ct' },
    toEntry: (row) => ({ label: String(row.table_name ?? ''), address: addresses.dataset(Number(row.id)) }),
  },
  {
    kind: 'query',
    resource: resources.savedQueries,
    fields: ['id', 'label'],
    filter: { col: 'label', opr: 'all_text' },
    toEntry: (row) => ({ label: String(row.label ?? ''), address: addresses.savedQuery(Number(row.id)) }),
  },
];

async function searchSource(source: Source, text: string, signal: AbortSignal): Promise<readonly FoundObject[]> {
  const filters = text ? [{ ...source.filter, value: text }] : [];
  const q = toListQuery({ filters, pageSize: PER_KIND, selectColumns: source.fields });
  const answer = await listPage(source.resource, q, signal);
  return answer.result.map((row) => ({
    key: `${source.kind}-${row.id}`,
    kind: source.kind,
    icon: foundIcons[source.kind],
    ...source.toEntry(row),
  }));
}

/** Below this, a word is in too many names of tables to be of use. */
const SHORTEST_TABLE_WORD = 2;
const DATABASES_ASKED = 8;

/** Tables of every database that the editor offers, in the schema where bare names are looked for. */
async function searchTables(text: string, signal: AbortSignal): Promise<readonly FoundObject[]> {
  if (text.length < SHORTEST_TABLE_WORD) return [];
  const filters = [{ col: 'expose_in_sqllab', opr: 'eq', value: true }];
  const answer = await listPage(resources.databases, toListQuery({ filters, pageSize: DATABASES_ASKED }), signal);
  const found = await Promise.allSettled(answer.result.map((database) => tablesOf(database, text, signal)));
  return found.flatMap((tables) => (tables.status === 'fulfilled' ? tables.value : [])).slice(0, PER_KIND);
}

async function tablesOf(database: WireDatabase, text: string, signal: AbortSignal): Promise<readonly FoundObject[]> {
  const { id, default_schema: schema } = database;
  if (!schema) return [];
  const answer = await api.callEndpoint(databaseEndpoints.tables, {
    params: { id },
    query: { q: { schema_name: schema, search: text, page_size: PER_KIND } },
    signal,
  });
  return answer.result.map(({ value }) => ({
    key: `table-${id}-${schema}-${value}`,
    kind: 'table',
    icon: foundIcons.table,
    label: value,
    hint: `${database.database_name} · ${schema}`,
    address: addresses.table({ databaseId: id, schema, table: value }),
  }));
}

export interface Found {
  readonly objects: readonly FoundObject[];
  /** Something could not be searched: that nothing was found there does not mean that nothing is there. */
  readonly isPartial: boolean;
}

/** Objects whose name holds the text; a kind that the user may not read is left out. */
export async function searchObjects(text: string, signal: AbortSignal): Promise<Found> {
  const answers = await Promise.allSettled([
    ...sources.map((source) => searchSource(source, text, signal)),
    searchTables(text, signal),
  ]);
  signal.throwIfAborted();
  return toFound(answers);
}

export function toFound(answers: readonly PromiseSettledResult<readonly FoundObject[]>[]): Found {
  return {
    objects: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    isPartial: answers.some((answer) => answer.status === 'rejected' && !isRefusal(answer.reason)),
  };
}

const isRefusal = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** What of an earlier search may stand until the next one ends: nobody is led to what he did not type. */
export function stillFound(objects: readonly FoundObject[], text: string): readonly FoundObject[] {
  return objects.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}
