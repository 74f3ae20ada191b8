import {
  pictureEndpoints,
  urlOf,
  type WireDashboard,
  type WireDashboardChart,
  type WireDashboardDetail,
  type WireObjectTag,
  type WireOwner,
} from '@powerset/contract';
import { toEpochSeconds, toFullName, toTimeAgo, toWireUserSummary, type UserSummary } from '../../lists/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import { dashboardDigest } from '../../pictures/index.ts';

/** What belongs to a page of dashboards and is loaded at once for all of them. */
export interface DashboardRelations {
  readonly users: ReadonlyMap<number, UserSummary>;
  readonly owners: ReadonlyMap<number, readonly WireOwner[]>;
  readonly tags: ReadonlyMap<number, readonly WireObjectTag[]>;
  readonly roles: readonly { readonly dashboard_id: number; readonly id: number; readonly name: string }[];
  readonly now: Date;
}

export function toWireDashboard(row: Row<'dashboards'>, relations: DashboardRelations): WireDashboard {
  return {
    ...toShared(row, relations),
    status: row.published ? 'published' : 'draft',
    changed_on_utc: row.changed_on,
  };
}

interface DetailFacts {
  readonly theme: WireDashboardDetail['theme'];
  readonly relations: DashboardRelations;
  readonly chartNames: readonly string[];
  readonly isEditable: boolean;
}

export function toWireDashboardDetail(
  row: Row<'dashboards'>,
  { relations, chartNames, isEditable, theme }: DetailFacts,
): WireDashboardDetail {
  return {
    ...toShared(row, relations),
    changed_on: row.changed_on,
    last_modified_time: toEpochSeconds(row.changed_on),
    charts: chartNames,
    custom_tags: relations.tags.get(row.id) ?? [],
    theme,
    is_editable: isEditable,
  };
}

interface DashboardChartRights {
  readonly isEditable: boolean;
  /** Who would see it is told that a dataset is gone; for others it is as if it were hidden. */
  readonly seesAllData: boolean;
}

export function toWireDashboardChart(
  row: Row<'charts'> & { readonly dataset_id: number | null },
  { isEditable, seesAllData }: DashboardChartRights,
): WireDashboardChart {
  return {
    id: row.id,
    uuid: row.uuid,
    slice_name: row.slice_name,
    slice_url: `/explore/?slice_id=${row.id}`,
    cache_timeout: row.cache_timeout,
    changed_on: row.changed_on,
    description: row.description,
    description_markeddown: row.description ?? '',
    form_data: {
      ...parseDocument(row.params),
      slice_id: row.id,
      viz_type: row.viz_type,
      datasource: row.datasource_id === null ? null : `${row.datasource_id}__${row.datasource_type}`,
    },
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_dataset_missing: row.dataset_id === null && (seesAllData || row.datasource_id === null),
    is_editable: isEditable,
  };
}

function toDashboardUrl(row: Pick<Row<'dashboards'>, 'id' | 'slug'>): string {
  return `/superset/dashboard/${encodeURIComponent(row.slug ?? row.id)}/`;
}

function toShared(row: Row<'dashboards'>, relations: DashboardRelations) {
  const { owners, tags, roles, users, now } = relations;
  return {
    id: row.id,
    uuid: row.uuid,
    dashboard_title: row.dashboard_title,
    slug: row.slug,
    url: toDashboardUrl(row),
    css: row.css,
    position_json: row.position_json,
    json_metadata: row.json_metadata,
    published: row.published === 1,
    thumbnail_url: urlOf(pictureEndpoints.dashboardThumbnail, { params: { id: row.id, digest: dashboardDigest(row) } }),
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    owners: owners.get(row.id) ?? [],
    roles: roles.filter((role) => role.dashboard_id === row.id).map(({ id, name }) => ({ id, name })),
    tags: tags.get(row.id) ?? [],
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_by_name: toFullName(row.changed_by_fk === null ? undefined : users.get(row.changed_by_fk)),
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on_delta_humanized: toTimeAgo(row.created_on, now),
  };
}
