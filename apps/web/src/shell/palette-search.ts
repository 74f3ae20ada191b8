import { AreaChartOutlined, CodeOutlined, DashboardOutlined, TableOutlined } from '@ant-design/icons';
import type { ListEnvelope } from '@powerset/contract';
import type { IconType } from '@powerset/ui';
import { api, type Resource, resources, toListQuery } from '../api/index.ts';
import { addresses } from './navigation.ts';

export interface FoundObject {
  readonly key: string;
  readonly label: string;
  readonly address: string;
  readonly icon: IconType;
  readonly kind: 'dashboard' | 'chart' | 'dataset' | 'query';
}

interface Source {
  readonly kind: FoundObject['kind'];
  readonly resource: Resource;
  readonly filter: { readonly col: string; readonly opr: string };
  readonly icon: IconType;
  readonly toEntry: (row: Readonly<Record<string, unknown>>) => { readonly label: string; readonly address: string };
}

const PER_KIND = 5;

const sources: readonly Source[] = [
  {
    kind: 'dashboard',
    resource: resources.dashboards,
    filter: { col: 'dashboard_title', opr: 'title_or_slug' },
    icon: DashboardOutlined,
    toEntry: (row) => ({
      label: String(row.dashboard_title ?? ''),
      address: addresses.dashboard(String(row.slug || row.id)),
    }),
  },
  {
    kind: 'chart',
    resource: resources.charts,
    filter: { col: 'slice_name', opr: 'chart_all_text' },
    icon: AreaChartOutlined,
    toEntry: (row) => ({ label: String(row.slice_name ?? ''), address: addresses.chart(Number(row.id)) }),
  },
  {
    kind: 'dataset',
    resource: resources.datasets,
    filter: { col: 'table_name', opr: 'ct' },
    icon: TableOutlined,
    toEntry: (row) => ({ label: String(row.table_name ?? ''), address: addresses.dataset(Number(row.id)) }),
  },
  {
    kind: 'query',
    resource: resources.savedQueries,
    filter: { col: 'label', opr: 'all_text' },
    icon: CodeOutlined,
    toEntry: (row) => ({ label: String(row.label ?? ''), address: addresses.savedQuery(Number(row.id)) }),
  },
];

async function searchSource(source: Source, text: string, signal: AbortSignal): Promise<readonly FoundObject[]> {
  const filters = text ? [{ ...source.filter, value: text }] : [];
  const q = toListQuery({ filters, pageSize: PER_KIND });
  const answer = await api.request<ListEnvelope<Readonly<Record<string, unknown>>>>(source.resource.path, {
    query: { q },
    signal,
  });
  return answer.result.map((row) => ({
    key: `${source.kind}-${row.id}`,
    kind: source.kind,
    icon: source.icon,
    ...source.toEntry(row),
  }));
}

/** Objects whose name holds the text; a kind that the user may not read is left out. */
export async function searchObjects(text: string, signal: AbortSignal): Promise<readonly FoundObject[]> {
  const answers = await Promise.allSettled(sources.map((source) => searchSource(source, text, signal)));
  signal.throwIfAborted();
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
