import type { DashboardCopy, DashboardPut } from '@powerset/contract';
import { toStoredEntry } from '../filters/index.ts';
import { chartIdsOf, toPositions } from '../layout/index.ts';
import { type DashboardState, isDraft, layoutOf, type Metadata } from '../state/index.ts';

/** The metadata that goes with the layout: without charts that are in it no more, or not saved yet. */
export function toMetadata(state: DashboardState): Metadata {
  const present = new Set(chartIdsOf(layoutOf(state)).filter((id) => !isDraft(id)));
  const configuration = Object.fromEntries(Object.entries(state.crossScopes).filter(([id]) => present.has(Number(id))));
  return {
    ...state.metadata,
    native_filter_configuration: state.filters.map((entry) => ({ ...toStoredEntry(entry) })),
    chart_configuration: configuration,
    refresh_frequency: state.refreshFrequency,
  };
}

/** What saving a dashboard sends. */
export function toSaveBody(state: DashboardState, isOverwriting: boolean): DashboardPut {
  const { dashboard, title, css } = state;
  return {
    dashboard_title: title,
    css,
    slug: dashboard.slug,
    owners: dashboard.owners.map((owner) => owner.id),
    certified_by: dashboard.certified_by ?? '',
    certification_details: dashboard.certified_by ? (dashboard.certification_details ?? '') : '',
    json_metadata: JSON.stringify({ ...toMetadata(state), positions: toPositions(layoutOf(state), title) }),
    ...(isOverwriting ? {} : { last_modified_time: state.lastModifiedTime }),
  };
}

/** What saving a copy sends. */
export function toCopyBody(state: DashboardState, title: string, hasOwnCharts: boolean): DashboardCopy {
  return {
    dashboard_title: title,
    css: state.css,
    duplicate_slices: hasOwnCharts,
    json_metadata: JSON.stringify({ ...toMetadata(state), positions: toPositions(layoutOf(state), title) }),
  };
}
