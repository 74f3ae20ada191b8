import type { exploreEndpoints, WireExplore, WireExploreChart, WireExploreMetadata } from '@powerset/contract';
import {
  can,
  canAccessData,
  canEdit,
  findVisibleChart,
  loadDataScope,
  type User,
  visibleDashboards,
} from '../../access/index.ts';
import {
  type AccessibleDataset,
  type DatasourceReference,
  getDatasource,
  hiddenDataset,
  loadDataset,
  parseDatasource,
  readExploreDataset,
  toDataObject,
  withoutSql,
} from '../../catalog/index.ts';
import { type Context, notFound } from '../../http/index.ts';
import { loadOwners, loadUsers, toEpochSeconds, toFullName, toTimeAgo, type UserSummary } from '../../lists/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { KeptForms } from './kept-forms.ts';
import type { ExplorePermalinks } from './permalinks.ts';

type ExploreQuery = Context<typeof exploreEndpoints.get>['query'];
type Form = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === 'string';

interface StartDeps {
  readonly services: Services;
  readonly forms: KeptForms;
  readonly permalinks: ExplorePermalinks;
}

interface Seed {
  readonly form: Form;
  readonly chartId: number | null;
  readonly datasource: { readonly id: number; readonly type: string } | null;
  readonly message: string | null;
}

/** What the chart builder opens with: a lasting link, a kept form, a saved chart or a bare dataset, in this order. */
export async function startExplore(
  { services, forms, permalinks }: StartDeps,
  user: User,
  query: ExploreQuery,
): Promise<{ readonly result: WireExplore }> {
  const seed = await findSeed({ services, forms, permalinks }, user, query);
  const chart = seed.chartId === null ? undefined : await findChart(services, user, seed.chartId);
  const source = seed.datasource ?? toSource(chart);
  const dataset = source ? await findDataset(services, user, source) : undefined;
  const chartForm = parseDocument(chart?.params) ?? {};
  const form = {
    ...chartForm,
    ...seed.form,
    ...(source ? { datasource: `${source.id}__${source.type}` } : {}),
    ...(chart ? { slice_id: chart.id } : {}),
    viz_type: [seed.form.viz_type, chart?.viz_type, chartForm.viz_type].find(isText) ?? 'table',
  };
  return {
    result: {
      dataset: dataset
        ? await readShown(user, dataset)
        : {
            id: source?.id ?? null,
            type: source?.type ?? 'table',
            name: '[Missing Dataset]',
            columns: [],
            metrics: [],
          },
      form_data: form,
      slice: chart ? await toSlice({ services, user }, chart) : null,
      metadata: chart ? await toMetadata(services, user, chart) : null,
      message: seed.message,
      is_missing_dataset: dataset === undefined,
    },
  };
}

async function findSeed({ forms, permalinks }: StartDeps, user: User, query: ExploreQuery): Promise<Seed> {
  if (query.permalink_key) {
    const link = await permalinks.get(user, query.permalink_key);
    return {
      form: link.state.formData,
      chartId: link.chartId,
      datasource: parseDatasource(link.datasource),
      message: null,
    };
  }
  const fallback: Seed = {
    form: {},
    chartId: query.slice_id ?? null,
    datasource:
      query.datasource_id === undefined ? null : { id: query.datasource_id, type: query.datasource_type ?? 'table' },
    message: null,
  };
  if (!query.form_data_key) return fallback;
  const kept = await forms.get(user, query.form_data_key).catch(() => undefined);
  // A key that has ended is no reason to show nothing: the saved chart or the dataset is opened, and the page says so.
  if (!kept)
    return {
      ...fallback,
      message: fallback.chartId
        ? 'Form data not found in cache, reverting to chart metadata.'
        : 'Form data not found in cache, reverting to dataset metadata.',
    };
  return {
    form: parseDocument(kept.formData) ?? {},
    chartId: kept.chartId ?? fallback.chartId,
    datasource: { id: kept.datasourceId, type: kept.datasourceType },
    message: null,
  };
}

async function readShown(user: User, dataset: AccessibleDataset) {
  const shown = await readExploreDataset(dataset);
  return user.isAnonymous ? withoutSql(shown) : shown;
}

async function findChart({ store }: Services, user: User, id: number): Promise<Row<'charts'>> {
  const chart = await findVisibleChart(store, user, id);
  if (!chart) throw notFound();
  return chart;
}

function toSource(chart: Row<'charts'> | undefined): Seed['datasource'] {
  return chart?.datasource_id ? { id: chart.datasource_id, type: chart.datasource_type } : null;
}

/**
 * A dataset that is gone leaves the builder open, with its 'Missing dataset' screen, for who would see it; whoever would not
 * is refused in the words of one that is hidden.
 */
async function findDataset(
  services: Services,
  user: User,
  source: DatasourceReference,
): Promise<AccessibleDataset | undefined> {
  if (source.type !== 'table') return getDatasource(services, user, source);
  const dataset = await loadDataset(services.store, source.id);
  if (!dataset && can(user, 'all_datasource_access', 'all_datasource_access')) return undefined;
  if (dataset && canAccessData(user, toDataObject(dataset))) return getDatasource(services, user, source);
  throw hiddenDataset(source.id);
}

async function toSlice(
  { services, user }: { services: Services; user: User },
  chart: Row<'charts'>,
): Promise<WireExploreChart> {
  const owners = (await loadOwners(services.store, 'chart', [chart.id])).get(chart.id) ?? [];
  const ownerIds = owners.map((owner) => owner.id);
  return {
    cache_timeout: chart.cache_timeout,
    certification_details: chart.certification_details,
    certified_by: chart.certified_by,
    changed_on: chart.changed_on,
    changed_on_humanized: toTimeAgo(chart.changed_on, services.now()),
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
    description: chart.description,
    description_markeddown: chart.description ?? '',
    edit_url: `/chart/edit/${chart.id}`,
    form_data: {
      ...parseDocument(chart.params),
      datasource: `${chart.datasource_id}__${chart.datasource_type}`,
      viz_type: chart.viz_type,
      slice_id: chart.id,
    },
    is_managed_externally: chart.is_managed_externally === 1,
    /** When it was saved, for who saves it again. */
    last_modified_time: toEpochSeconds(chart.last_saved_at ?? chart.changed_on),
    modified: toTimeAgo(chart.changed_on, services.now()),
    owners: ownerIds,
    can_overwrite: canEdit(user, 'Chart', ownerIds),
    query_context: chart.query_context,
    slice_id: chart.id,
    slice_name: chart.slice_name,
    slice_url: `/explore/?slice_id=${chart.id}`,
  };
}

async function toMetadata(
  { store, now, config }: Services,
  user: User,
  chart: Row<'charts'>,
): Promise<WireExploreMetadata> {
  const scope = await loadDataScope(store, user);
  const [owners, users, dashboards] = await Promise.all([
    loadOwners(store, 'chart', [chart.id]),
    loadUsers(store, [chart.created_by_fk, chart.changed_by_fk]),
    store
      .selectFrom('dashboard_charts')
      .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
      .select(['dashboards.id', 'dashboards.dashboard_title'])
      .where('dashboard_charts.chart_id', '=', chart.id)
      .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
      .limit(100)
      .execute(),
  ]);
  const nameOf = (id: number | null) => toFullName(id === null ? undefined : users.get(id)) || null;
  return {
    created_on_humanized: toTimeAgo(chart.created_on, now()),
    changed_on_humanized: toTimeAgo(chart.changed_on, now()),
    owners: (owners.get(chart.id) ?? []).map((owner: UserSummary) => toFullName(owner)),
    created_by: nameOf(chart.created_by_fk),
    changed_by: nameOf(chart.changed_by_fk),
    dashboards,
  };
}
