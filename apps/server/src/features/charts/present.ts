import {
  pictureEndpoints,
  urlOf,
  type WireChart,
  type WireChartDetail,
  type WireObjectTag,
  type WireOwner,
} from '@powerset/contract';
import { toFullName, toTimeAgo, toWireUserSummary, type UserSummary } from '../../lists/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import { chartDigest } from '../../pictures/index.ts';
import type { ListedChart } from './store.ts';

interface ListedDashboard {
  readonly chart_id: number;
  readonly id: number;
  readonly dashboard_title: string;
  readonly json_metadata: string;
}

/** What belongs to a page of charts and is loaded at once for all of them. */
export interface ChartRelations {
  readonly users: ReadonlyMap<number, UserSummary>;
  readonly owners: ReadonlyMap<number, readonly WireOwner[]>;
  readonly tags: ReadonlyMap<number, readonly WireObjectTag[]>;
  readonly dashboards: readonly ListedDashboard[];
  readonly now: Date;
}

/** A chart's row in the list. */
export function toWireChart(row: ListedChart, relations: ChartRelations): WireChart {
  const { users, now } = relations;
  const person = (id: number | null) => (id === null ? undefined : users.get(id));
  return {
    ...toShared(row, relations),
    slice_url: toUrl(row.id),
    edit_url: `/chart/edit/${row.id}`,
    form_data: toFormData(row),
    description_markeddown: toParagraphs(row.description),
    ...toDatasource(row),
    table: row.table_name ? { table_name: row.table_name, default_endpoint: row.default_endpoint } : null,
    dashboards: dashboardsOf(row.id, relations).map(({ id, dashboard_title }) => ({ id, dashboard_title })),
    created_by: toWireUserSummary(person(row.created_by_fk)),
    created_by_name: toFullName(person(row.created_by_fk)),
    created_on_delta_humanized: toTimeAgo(row.created_on, now),
    changed_by: toWireUserSummary(person(row.changed_by_fk)),
    changed_by_name: toFullName(person(row.changed_by_fk)),
    changed_on_utc: row.changed_on,
    changed_on_dttm: Date.parse(row.changed_on) / 1000,
    last_saved_at: row.last_saved_at,
    last_saved_by: toWireUserSummary(person(row.last_saved_by_fk)),
  };
}

/** What a chart's dataset is called and where it is opened; nothing where it is gone. */
function toDatasource(row: Pick<ListedChart, 'datasource_id' | 'datasource_type' | 'dataset_schema' | 'table_name'>) {
  if (!row.table_name) return { datasource_name_text: null, datasource_url: null };
  return {
    datasource_name_text: [row.dataset_schema, row.table_name].filter((part) => part !== null).join('.'),
    datasource_url: `/explore/?datasource_type=${row.datasource_type}&datasource_id=${row.datasource_id}`,
  };
}

/** A chart on its own. */
export function toWireChartDetail(
  row: Row<'charts'>,
  dataset: Pick<Row<'datasets'>, 'uuid' | 'schema' | 'table_name'> | undefined,
  relations: ChartRelations,
): WireChartDetail {
  const named = { dataset_schema: dataset?.schema ?? null, table_name: dataset?.table_name ?? null };
  return {
    ...toShared(row, relations),
    ...toDatasource({ ...row, ...named }),
    datasource_uuid: dataset?.uuid ?? null,
    query_context: row.query_context,
    dashboards: dashboardsOf(row.id, relations).map(({ chart_id: _chart, ...dashboard }) => dashboard),
  };
}

function toShared(row: Row<'charts'>, { owners, tags, now }: ChartRelations) {
  return {
    id: row.id,
    uuid: row.uuid,
    slice_name: row.slice_name,
    viz_type: row.viz_type,
    params: row.params,
    description: row.description,
    cache_timeout: row.cache_timeout,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    datasource_id: row.datasource_id,
    datasource_type: row.datasource_type,
    owners: owners.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
    thumbnail_url: urlOf(pictureEndpoints.chartThumbnail, { params: { id: row.id, digest: chartDigest(row) } }),
    url: toUrl(row.id),
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
  };
}

/** The form a chart is drawn from: its parameters with what it is and stands on. */
function toFormData(
  row: Pick<Row<'charts'>, 'id' | 'params' | 'viz_type' | 'datasource_id' | 'datasource_type' | 'cache_timeout'>,
): Record<string, unknown> {
  return {
    ...parseDocument(row.params),
    slice_id: row.id,
    viz_type: row.viz_type,
    datasource: row.datasource_id === null ? null : `${row.datasource_id}__${row.datasource_type}`,
    ...(row.cache_timeout === null ? {} : { cache_timeout: row.cache_timeout }),
  };
}

function dashboardsOf(chartId: number, { dashboards }: ChartRelations): readonly ListedDashboard[] {
  return dashboards.filter((dashboard) => dashboard.chart_id === chartId);
}

function toUrl(id: number): string {
  return `/explore/?slice_id=${id}`;
}

/** Text as HTML paragraphs; what a person wrote stays text. */
function toParagraphs(text: string | null): string {
  if (!text) return '';
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}
