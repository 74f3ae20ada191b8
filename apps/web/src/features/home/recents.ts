import {
  type ListFilter,
  logEndpoints,
  type WireActivity,
  type WireChart,
  type WireDashboard,
  type WireSavedQuery,
} from '@powerset/contract';
import {
  api,
  listPage,
  type Resource,
  type ResourceEndpoints,
  type RowOf,
  resources,
  toListQuery,
} from '../../api/index.ts';
import { parseServerTime } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';

/** What the cards are chosen by. */
export const recentTabs = ['viewed', 'edited', 'created', 'favorite', 'mine', 'other'] as const;
export type RecentTab = (typeof recentTabs)[number];
type RecentKind = 'dashboard' | 'chart' | 'query';

/** One card: what it is, where it leads, what to draw. */
export interface RecentItem {
  readonly kind: RecentKind;
  readonly id: number;
  readonly title: string;
  readonly address: string;
  readonly time: number | null;
  readonly vizType?: string;
  readonly positionJson?: string | null;
  readonly sql?: string;
}

/** What the activity log tells of a visit. */
export type Activity = Pick<WireActivity, 'item_type' | 'item_url' | 'item_title' | 'time'> &
  Partial<Pick<WireActivity, 'item_id' | 'viz_type'>>;

/** Stands for whoever looks without an account. */
export const VISITOR = 0;
const RECENT_PAGE_SIZE = 5;
const FALLBACK_COUNT = 3;
const CARDS = 8;
/** The lists know no filter for what belongs to others, so enough are asked for to find eight of them. */
const OTHERS_PAGE_SIZE = 50;

type DashboardRow = Pick<WireDashboard, 'id' | 'dashboard_title' | 'slug' | 'position_json' | 'changed_on_utc'>;

export function fromDashboard(row: DashboardRow): RecentItem {
  const time = parseServerTime(row.changed_on_utc);
  return {
    kind: 'dashboard',
    id: row.id,
    title: row.dashboard_title ?? '',
    address: addresses.dashboard(row.slug || row.id),
    time,
    positionJson: row.position_json,
  };
}

type ChartRow = Pick<WireChart, 'id' | 'slice_name' | 'viz_type' | 'changed_on_utc'>;

export function fromChart(row: ChartRow): RecentItem {
  return {
    kind: 'chart',
    id: row.id,
    title: row.slice_name,
    address: addresses.chart(row.id),
    time: parseServerTime(row.changed_on_utc),
    vizType: row.viz_type,
  };
}

function fromQuery(row: Pick<WireSavedQuery, 'id' | 'label' | 'sql' | 'changed_on'>): RecentItem {
  return {
    kind: 'query',
    id: row.id,
    title: row.label,
    address: addresses.savedQuery(row.id),
    time: parseServerTime(row.changed_on),
    sql: row.sql,
  };
}

async function loadRows<T extends ResourceEndpoints, Field extends keyof RowOf<T> & string>(
  { resource, fields }: { readonly resource: Resource<T>; readonly fields: readonly Field[] },
  asked: { filters?: readonly ListFilter[]; pageSize: number },
  signal: AbortSignal,
): Promise<readonly Pick<RowOf<T>, Field>[]> {
  const answer = await listPage(resource, toListQuery({ ...asked, selectColumns: fields }), signal);
  return answer.result;
}

/** What the cards show of each. */
const queryCards = { resource: resources.savedQueries, fields: ['id', 'label', 'sql', 'changed_on'] } as const;
const dashboardCards = {
  resource: resources.dashboards,
  fields: ['id', 'dashboard_title', 'slug', 'position_json', 'changed_on_utc', 'owners'],
} as const;
const chartCards = {
  resource: resources.charts,
  fields: ['id', 'slice_name', 'viz_type', 'changed_on_utc', 'owners'],
} as const;

/** The newest first; what has no time goes last. */
export function newestFirst(items: readonly RecentItem[]): readonly RecentItem[] {
  return [...items].sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
}

interface Owned {
  readonly owners: readonly { readonly id: number }[];
}

interface Asked {
  readonly dashboards: readonly ListFilter[];
  readonly charts: readonly ListFilter[];
  readonly pageSize?: number;
  readonly isWanted?: (row: Owned) => boolean;
}

async function loadChanged(
  { dashboards, charts, pageSize = RECENT_PAGE_SIZE, isWanted = () => true }: Asked,
  signal: AbortSignal,
): Promise<readonly RecentItem[]> {
  const answers = await Promise.allSettled([
    loadRows(dashboardCards, { filters: dashboards, pageSize }, signal).then((rows) =>
      rows.filter(isWanted).map(fromDashboard),
    ),
    loadRows(chartCards, { filters: charts, pageSize }, signal).then((rows) => rows.filter(isWanted).map(fromChart)),
  ]);
  const failed = answers.every((answer) => answer.status === 'rejected') ? answers[0] : undefined;
  if (failed?.status === 'rejected') throw failed.reason;
  return newestFirst(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
}

/** The id that an address of a chart or dashboard names; slugs have none. */
export function idOf(address: string): number | null {
  const match = /(?:slice_id=|\/superset\/dashboard\/|\/explore\/\?.*slice_id(?:%3D|=))(\d+)/.exec(address);
  return match?.[1] ? Number(match[1]) : null;
}

/** Joins what was viewed with what is known about it; each object once, at its last view. */
export function mergeViewed(activity: readonly Activity[], known: readonly RecentItem[]): readonly RecentItem[] {
  const seen = new Set<string>();
  return activity.flatMap((entry) => {
    const kind: RecentKind = entry.item_type === 'dashboard' ? 'dashboard' : 'chart';
    if (seen.has(entry.item_url)) return [];
    seen.add(entry.item_url);
    const id = entry.item_id ?? idOf(entry.item_url);
    const match = known.find((item) => item.kind === kind && (item.id === id || item.address === entry.item_url));
    const base = match ?? {
      kind,
      id: id ?? 0,
      address: entry.item_url,
      title: entry.item_title ?? '',
      vizType: entry.viz_type ?? undefined,
    };
    return [{ ...base, title: entry.item_title || base.title, time: entry.time }];
  });
}

async function loadViewed(signal: AbortSignal): Promise<readonly RecentItem[]> {
  const { result: activity } = await api.callEndpoint(logEndpoints.recentActivity, {
    query: { q: { page_size: 20 } },
    signal,
  });
  const hasDashboards = activity.some((entry) => entry.item_type === 'dashboard');
  const hasUnknownCharts = activity.some((entry) => entry.item_type === 'slice' && !entry.viz_type);
  const [dashboards, charts] = await Promise.all([
    hasDashboards ? loadRows(dashboardCards, { pageSize: 25 }, signal).catch(() => []) : [],
    hasUnknownCharts ? loadRows(chartCards, { pageSize: 100 }, signal).catch(() => []) : [],
  ]);
  return mergeViewed(activity, [...dashboards.map(fromDashboard), ...charts.map(fromChart)]);
}

/** What is asked for a tab; lists know their user by id. */
export function filtersOf(tab: Exclude<RecentTab, 'viewed'>, userId: number): Asked {
  const both = (filter: ListFilter) => ({ dashboards: [filter], charts: [filter] });
  if (tab === 'edited') return both({ col: 'changed_by', opr: 'rel_o_m', value: userId });
  if (tab === 'created') return both({ col: 'created_by', opr: 'rel_o_m', value: userId });
  if (tab === 'mine') return both({ col: 'owners', opr: 'rel_m_m', value: userId });
  if (tab === 'favorite')
    return {
      dashboards: [{ col: 'id', opr: 'dashboard_is_favorite', value: true }],
      charts: [{ col: 'id', opr: 'chart_is_favorite', value: true }],
    };
  return { dashboards: [], charts: [], pageSize: OTHERS_PAGE_SIZE, isWanted: (row) => !isOwnedBy(row, userId) };
}

function isOwnedBy({ owners }: Owned, userId: number): boolean {
  return owners.some(({ id }) => id === userId);
}

export interface Recents {
  readonly items: readonly RecentItem[];
  /** Nothing was looked at so far: these are the last changed ones instead. */
  readonly isFallback: boolean;
}

/** The cards of a tab. Before anything was looked at, the last changed dashboards and charts stand in. */
export async function loadRecents(tab: RecentTab, userId: number, signal: AbortSignal): Promise<Recents> {
  if (tab === 'viewed') {
    // Of visitors nobody keeps what they viewed.
    const viewed = userId === VISITOR ? [] : await loadViewed(signal);
    if (viewed.length > 0) return { items: viewed.slice(0, CARDS), isFallback: false };
    const changed = await loadChanged({ dashboards: [], charts: [] }, signal);
    return { items: changed.slice(0, FALLBACK_COUNT), isFallback: true };
  }
  const [changed, queries] = await Promise.all([
    loadChanged(filtersOf(tab, userId), signal),
    tab === 'created'
      ? loadRows(queryCards, { pageSize: RECENT_PAGE_SIZE }, signal).then(
          (rows) => rows.map(fromQuery),
          () => [],
        )
      : [],
  ]);
  return { items: newestFirst([...changed, ...queries]).slice(0, CARDS), isFallback: false };
}
