import { type ListFilter, logEndpoints } from '@powerset/contract';
import { api, awaitUndeclared, listPage, type Resource, resources, toListQuery } from '../../api/index.ts';
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

type WireRow = Readonly<Record<string, unknown>> & { readonly id: number };

/** Rows of the activity log, as the reference answers them. */
export interface Activity {
  readonly item_type: string | null;
  readonly item_url: string;
  readonly item_title: string;
  readonly time: number;
  /** Not in the reference: ours says at once what to draw. */
  readonly item_id?: number | null;
  readonly viz_type?: string | null;
}

/** Stands for whoever looks without an account. */
export const VISITOR = 0;
const RECENT_PAGE_SIZE = 5;
const FALLBACK_COUNT = 3;
const CARDS = 8;
/** The lists know no filter for what belongs to others, so enough are asked for to find eight of them. */
const OTHERS_PAGE_SIZE = 50;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function fromDashboard(row: WireRow): RecentItem {
  const time = parseServerTime(row.changed_on_utc);
  return {
    kind: 'dashboard',
    id: row.id,
    title: text(row.dashboard_title),
    address: addresses.dashboard(text(row.slug) || row.id),
    time,
    positionJson: text(row.position_json),
  };
}

export function fromChart(row: WireRow): RecentItem {
  return {
    kind: 'chart',
    id: row.id,
    title: text(row.slice_name),
    address: addresses.chart(row.id),
    time: parseServerTime(row.changed_on_utc),
    vizType: text(row.viz_type),
  };
}

export function fromQuery(row: WireRow): RecentItem {
  return {
    kind: 'query',
    id: row.id,
    title: text(row.label),
    address: addresses.savedQuery(row.id),
    time: parseServerTime(row.changed_on),
    sql: text(row.sql),
  };
}

async function loadRows(
  resource: Resource,
  asked: { filters?: readonly ListFilter[]; pageSize: number },
  signal: AbortSignal,
): Promise<readonly WireRow[]> {
  const answer = await listPage<WireRow>(resource, toListQuery(asked), signal);
  return answer.result;
}

/** The newest first; what has no time goes last. */
export function newestFirst(items: readonly RecentItem[]): readonly RecentItem[] {
  return [...items].sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
}

interface Asked {
  readonly dashboards: readonly ListFilter[];
  readonly charts: readonly ListFilter[];
  readonly pageSize?: number;
  readonly isWanted?: (row: WireRow) => boolean;
}

async function loadChanged(
  { dashboards, charts, pageSize = RECENT_PAGE_SIZE, isWanted = () => true }: Asked,
  signal: AbortSignal,
): Promise<readonly RecentItem[]> {
  const answers = await Promise.allSettled([
    loadRows(resources.dashboards, { filters: dashboards, pageSize }, signal).then((rows) =>
      rows.filter(isWanted).map(fromDashboard),
    ),
    loadRows(resources.charts, { filters: charts, pageSize }, signal).then((rows) =>
      rows.filter(isWanted).map(fromChart),
    ),
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
    if ((entry.item_type !== 'dashboard' && entry.item_type !== 'slice') || seen.has(entry.item_url)) return [];
    seen.add(entry.item_url);
    const id = entry.item_id ?? idOf(entry.item_url);
    const match = known.find((item) => item.kind === kind && (item.id === id || item.address === entry.item_url));
    const base = match ?? {
      kind,
      id: id ?? 0,
      address: entry.item_url,
      title: entry.item_title,
      vizType: entry.viz_type ?? undefined,
    };
    return [{ ...base, title: entry.item_title || base.title, time: entry.time }];
  });
}

async function loadViewed(signal: AbortSignal): Promise<readonly RecentItem[]> {
  const { result: activity } = await awaitUndeclared<{ result: readonly Activity[] }>(
    api.callEndpoint(logEndpoints.recentActivity, { query: { q: { page_size: 20 } }, signal }),
  );
  const hasDashboards = activity.some((entry) => entry.item_type === 'dashboard');
  const hasUnknownCharts = activity.some((entry) => entry.item_type === 'slice' && !entry.viz_type);
  const [dashboards, charts] = await Promise.all([
    hasDashboards ? loadRows(resources.dashboards, { pageSize: 25 }, signal).catch(() => []) : [],
    hasUnknownCharts ? loadRows(resources.charts, { pageSize: 100 }, signal).catch(() => []) : [],
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

function isOwnedBy({ owners }: WireRow, userId: number): boolean {
  return Array.isArray(owners) && owners.some((owner: unknown) => isRecord(owner) && owner.id === userId);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
      ? loadRows(resources.savedQueries, { pageSize: RECENT_PAGE_SIZE }, signal).then(
          (rows) => rows.map(fromQuery),
          () => [],
        )
      : [],
  ]);
  return { items: newestFirst([...changed, ...queries]).slice(0, CARDS), isFallback: false };
}
