import type { BundleKind } from '@powerset/contract';
import {
  can,
  canAccessData,
  canSeeDatabase,
  loadDataScope,
  type User,
  visibleCharts,
  visibleDashboards,
} from '../../access/index.ts';
import { type Dataset, loadDataset, toDataObject } from '../../catalog/index.ts';
import { notFound } from '../../http/index.ts';
import { loadTags } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { withFilesInside } from '../../themes/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { filterDatasetIdsOf } from './dashboard-metadata.ts';

export type ReadingServices = Pick<Services, 'store' | 'config' | 'now'>;

export interface CollectedChart {
  readonly row: Row<'charts'>;
  /** Names of its tags. */
  readonly tags: readonly string[];
}

export interface CollectedDashboard {
  readonly row: Row<'dashboards'>;
  readonly chartIds: readonly number[];
  readonly tags: readonly string[];
}

/** What a bundle will hold: what was asked for and everything it stands on, as far as the person may see it. */
export interface Collected {
  readonly databases: readonly Row<'databases'>[];
  readonly datasets: readonly Dataset[];
  readonly charts: readonly CollectedChart[];
  readonly dashboards: readonly CollectedDashboard[];
  readonly queries: readonly Row<'saved_queries'>[];
  /** With their files inside. */
  readonly themes: readonly Row<'themes'>[];
}

export interface ExportRequest {
  readonly user: User;
  readonly kind: BundleKind;
  /** Everything that the person may see when undefined. */
  readonly ids: readonly number[] | undefined;
}

/** Finds all of it; 404 when something that was asked for is not there for this person. */
export async function collect(services: ReadingServices, request: ExportRequest): Promise<Collected> {
  const { user, kind, ids } = request;
  const asked = (own: BundleKind) => {
    if (kind === 'assets') return undefined;
    return kind === own ? ids : [];
  };
  const dashboards = await findDashboards(services, user, asked('dashboard'));
  const charts = await findCharts(services, user, {
    ids: asked('chart'),
    extraIds: dashboards.flatMap((dashboard) => dashboard.chartIds),
  });
  const queries = await findQueries(services, user, asked('saved_query'));
  const askedDatabases = await findDatabases(services, user, { ids: asked('database'), extraIds: [] });
  const datasets = await findDatasets(services, user, {
    ids: asked('dataset'),
    extraIds: [
      ...charts.flatMap((chart) => (chart.datasource_id === null ? [] : [chart.datasource_id])),
      ...dashboards.flatMap(({ row }) => filterDatasetIdsOf(parseDocument(row.json_metadata) ?? {})),
    ],
    databaseIds: askedDatabases.map((row) => row.id),
  });
  const known = [...askedDatabases, ...datasets.map((dataset) => dataset.database)];
  const ofQueries = await findDatabases(services, user, {
    ids: [],
    extraIds: queries.flatMap((query) => (query.db_id === null ? [] : [query.db_id])),
  });
  const databases = [...new Map([...known, ...ofQueries].map((row) => [row.id, row])).values()];
  const visibleIds = new Set(charts.map((chart) => chart.id));
  const chartTags = await tagNamesOf(services, 'chart', [...visibleIds]);
  const dashboardIds = dashboards.map(({ row }) => row.id);
  const dashboardTags = await tagNamesOf(services, 'dashboard', dashboardIds);
  return {
    databases,
    datasets,
    charts: charts.map((row) => ({ row, tags: chartTags(row.id) })),
    queries,
    themes: await findThemes(services, user, {
      ids: asked('theme'),
      extraIds: dashboards.flatMap(({ row }) => (row.theme_id === null ? [] : [row.theme_id])),
    }),
    dashboards: dashboards.map(({ row, chartIds }) => ({
      row,
      chartIds: chartIds.filter((id) => visibleIds.has(id)),
      tags: dashboardTags(row.id),
    })),
  };
}

type Ids = readonly number[] | undefined;

async function tagNamesOf({ store }: Pick<Services, 'store'>, type: 'chart' | 'dashboard', ids: readonly number[]) {
  const tags = await loadTags(store, type, ids);
  return (id: number) => (tags.get(id) ?? []).map(({ name }) => name);
}

async function findDashboards({ store, config }: ReadingServices, user: User, ids: Ids) {
  const scope = await loadDataScope(store, user);
  const isRoleBased = config.featureFlags.DASHBOARD_RBAC === true;
  const found = await store
    .selectFrom('dashboards')
    .select('id')
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone(ids ?? [])))
    .where(() => visibleDashboards(user, scope, isRoleBased))
    .orderBy('id')
    .execute();
  assertAll(ids, found);
  const rows = await inPortions(found, (some) =>
    store.selectFrom('dashboards').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
  const links = await store
    .selectFrom('dashboard_charts')
    .selectAll()
    .where('dashboard_id', 'in', orNone(rows.map((row) => row.id)))
    .orderBy('chart_id')
    .execute();
  return rows.map((row) => ({
    row,
    chartIds: links.filter((link) => link.dashboard_id === row.id).map((link) => link.chart_id),
  }));
}

interface Wanted {
  readonly ids: Ids;
  /** Taken along when they may be seen. */
  readonly extraIds: readonly number[];
}

async function findCharts({ store }: ReadingServices, user: User, { ids, extraIds }: Wanted) {
  const scope = await loadDataScope(store, user);
  const found = await store
    .selectFrom('charts')
    .select('id')
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone([...(ids ?? []), ...extraIds])))
    .where(() => visibleCharts(user, scope))
    .orderBy('id')
    .execute();
  assertAll(ids, found);
  return inPortions(found, (some) =>
    store.selectFrom('charts').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
}

async function findDatasets(
  { store }: ReadingServices,
  user: User,
  { ids, extraIds, databaseIds }: Wanted & { readonly databaseIds: readonly number[] },
): Promise<readonly Dataset[]> {
  const rows = await store
    .selectFrom('datasets')
    .select('id')
    .$if(ids !== undefined, (query) =>
      query.where((builder) =>
        builder.or([
          builder('id', 'in', orNone([...(ids ?? []), ...extraIds])),
          builder('database_id', 'in', orNone(databaseIds)),
        ]),
      ),
    )
    .orderBy('id')
    .execute();
  const loaded = await Promise.all(rows.map(({ id }) => loadDataset(store, id)));
  const readable = loaded.filter((dataset) => dataset !== undefined && canAccessData(user, toDataObject(dataset)));
  // Those that are gone were left out just now.
  const datasets = readable as readonly Dataset[];
  assertAll(
    ids,
    datasets.map((dataset) => dataset.row),
  );
  return datasets;
}

async function findDatabases({ store }: ReadingServices, user: User, { ids, extraIds }: Wanted) {
  const rows = await store
    .selectFrom('databases')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone([...(ids ?? []), ...extraIds])))
    .orderBy('id')
    .execute();
  const visible = rows.filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name }));
  assertAll(ids, visible);
  return visible;
}

async function findQueries({ store }: ReadingServices, user: User, ids: Ids) {
  const rows = await store
    .selectFrom('saved_queries')
    .selectAll()
    .where('user_id', '=', user.id)
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone(ids ?? [])))
    .orderBy('id')
    .execute();
  assertAll(ids, rows);
  return rows;
}

/** Half of what an archive may hold. */
const mostInside = 20_000_000;

/** Who may not read themes takes dashboards without them. */
async function findThemes({ store }: ReadingServices, user: User, { ids, extraIds }: Wanted) {
  if (!can(user, 'can_read', 'Theme')) return [];
  const rows = await store
    .selectFrom('themes')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone([...(ids ?? []), ...extraIds])))
    .orderBy('id')
    .execute();
  assertAll(ids, rows);
  const whole: Row<'themes'>[] = [];
  const budget = { left: mostInside };
  for (const row of rows) whole.push({ ...row, json_data: await withFilesInside(store, row.json_data, budget) });
  return whole;
}

/** Charts and dashboards hold long texts: a few at a time, between which others have their turn. */
const portion = 8;

async function inPortions<Found>(
  found: readonly { readonly id: number }[],
  read: (ids: number[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const rows: Found[] = [];
  for (let at = 0; at < found.length; at += portion) {
    rows.push(...(await read(found.slice(at, at + portion).map(({ id }) => id))));
    await othersTurn();
  }
  return rows;
}

function orNone(ids: readonly number[]): number[] {
  return ids.length > 0 ? [...new Set(ids)] : [-1];
}

function assertAll(ids: Ids, rows: readonly { readonly id: number }[]): void {
  const found = new Set(rows.map((row) => row.id));
  if (ids?.some((id) => !found.has(id))) throw notFound();
}
