import { completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import type { WireDashboardChart } from '@powerset/contract';
import { listPage, postItem, resources } from '../../../../api/index.ts';
import { toChartRequest } from '../../../../chart-runs/index.ts';
import { type NativeFilter, newFilter } from '../../filters/index.ts';
import { appendRows, type Layout, type LayoutNode, newChartNode } from '../../layout/index.ts';
import { type DashboardDataset, makeNodeId } from '../../state/index.ts';
import { toDashboardChart } from '../picked-chart.ts';
import type { ProposedChart, ProposedFilter } from './propose-dashboard.ts';

export interface MadeChart {
  readonly proposed: ProposedChart;
  readonly chart: WireDashboardChart;
}

/** Saves the proposed charts, each as Explore would. */
export function makeCharts(
  dataset: DashboardDataset,
  proposed: readonly ProposedChart[],
): Promise<readonly MadeChart[]> {
  return Promise.all(proposed.map(async (one) => ({ proposed: one, chart: await makeChart(dataset, one) })));
}

/** Saves one chart. */
export async function makeChart(
  dataset: DashboardDataset,
  { name, vizType, form }: Pick<ProposedChart, 'name' | 'vizType' | 'form'>,
): Promise<WireDashboardChart> {
  const definition = findChartDefinition(vizType);
  if (!definition) throw new Error(vizType);
  const own = { ...form, viz_type: vizType, datasource: `${dataset.id}__table` };
  const whole = completeForm(definition, own);
  const question = { datasource: { id: dataset.id, type: 'table' }, form: whole, queries: definition.toQueries(whole) };
  const id = await postItem(resources.charts, {
    slice_name: name,
    viz_type: vizType,
    datasource_id: dataset.id,
    datasource_type: 'table' as const,
    params: JSON.stringify(whole),
    query_context: JSON.stringify(toChartRequest(question)),
  });
  const { result } = await listPage(resources.charts, { filters: [{ col: 'id', opr: 'eq', value: id }] });
  const [chart] = result;
  if (!chart) throw new Error(name);
  return toDashboardChart(chart);
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
