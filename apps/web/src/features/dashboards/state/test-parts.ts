import type { WireDashboardChart } from '@powerset/contract';

/** A chart as the server hands it to a dashboard, for tests. */
export function makeWireChart(id: number, form: Readonly<Record<string, unknown>> = {}): WireDashboardChart {
  return {
    id,
    uuid: `uuid-${id}`,
    slice_name: `Chart ${id}`,
    slice_url: '',
    cache_timeout: null,
    changed_on: '',
    description: null,
    description_markeddown: '',
    form_data: { viz_type: 'pie', datasource: '7__table', ...form },
    certified_by: null,
    certification_details: null,
    is_dataset_missing: false,
    is_editable: true,
  };
}
