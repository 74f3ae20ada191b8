import { modernForm } from '@powerset/charts/older-types';
import type { WireChart, WireDashboardChart } from '@powerset/contract';

/** A chart of the list as a chart of the dashboard. */
export function toDashboardChart(chart: WireChart): WireDashboardChart {
  return {
    id: chart.id,
    uuid: chart.uuid,
    slice_name: chart.slice_name,
    slice_url: chart.slice_url,
    cache_timeout: chart.cache_timeout,
    changed_on: chart.changed_on_utc,
    description: chart.description,
    description_markeddown: chart.description_markeddown,
    form_data: modernForm(chart.form_data),
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    is_dataset_missing: chart.table === null,
    // Asked again with the dashboard; until then the chart is edited from its menu.
    is_editable: false,
  };
}
