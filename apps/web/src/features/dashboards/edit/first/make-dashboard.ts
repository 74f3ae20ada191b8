import type { WireDashboardChart } from '@powerset/contract';
import { newUuid } from '@powerset/ui';
import { type NativeFilter, newFilter } from '../../filters/index.ts';
import { appendRows, type Layout, type LayoutNode, newChartNode } from '../../layout/index.ts';
import { type DashboardDataset, makeNodeId } from '../../state/index.ts';
import type { ProposedChart, ProposedFilter } from './propose-dashboard.ts';

export interface MadeChart {
  readonly proposed: ProposedChart;
  readonly chart: WireDashboardChart;
}

/** The proposed charts as drafts, which are saved with the dashboard. */
export function draftCharts(
  dataset: DashboardDataset,
  proposed: readonly ProposedChart[],
  firstId: number,
): readonly MadeChart[] {
  return proposed.map((one, at) => ({ proposed: one, chart: draftOf(dataset, one, firstId - at) }));
}

type Drawn = Pick<ProposedChart, 'name' | 'vizType' | 'form'>;

function draftOf(dataset: DashboardDataset, drawn: Drawn, id: number): WireDashboardChart {
  return {
    id,
    uuid: newUuid(),
    slice_name: drawn.name,
    slice_url: '',
    cache_timeout: null,
    changed_on: '',
    description: null,
    description_markeddown: '',
    form_data: formOf(dataset, drawn),
    certified_by: null,
    certification_details: null,
    is_dataset_missing: false,
    is_editable: true,
  };
}

function formOf(dataset: DashboardDataset, { vizType, form }: Drawn): WireDashboardChart['form_data'] {
  return { ...form, viz_type: vizType, datasource: `${dataset.id}__table` };
}

/** The charts in the rows that were proposed, below what is there. */
export function withMadeCharts(layout: Layout, containerId: string, made: readonly MadeChart[]): Layout {
  const rows = new Map<number, LayoutNode[]>();
  for (const { proposed, chart } of made) {
    const about = { id: chart.id, name: chart.slice_name, uuid: chart.uuid };
    const node = newChartNode(about, makeNodeId);
    const sized = { ...node, meta: { ...node.meta, width: proposed.width, height: proposed.height } };
    rows.set(proposed.row, [...(rows.get(proposed.row) ?? []), sized]);
  }
  return appendRows(layout, { containerId, rows: [...rows.values()], makeId: makeNodeId });
}

export function toFilters(datasetId: number, proposed: readonly ProposedFilter[]): readonly NativeFilter[] {
  return proposed.map(({ name, filterType, column }) => ({
    ...newFilter(makeNodeId('').slice(1)),
    name,
    filterType,
    targets: filterType === 'filter_time' ? [{}] : [{ datasetId, column: { name: column } }],
  }));
}
