import { completeForm, queriesOf } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import type { WireDashboardChart } from '@powerset/contract';
import { listPage, postItem, resources } from '../../../api/index.ts';
import { toChartRequest } from '../../../chart-runs/index.ts';
import { chartIdsOf } from '../layout/index.ts';
import { datasetIdOf, isDraft, layoutOf, toDashboardChart, type useOpenDashboard } from '../state/index.ts';

type NewChart = Pick<WireDashboardChart, 'slice_name' | 'form_data'>;

/** Saves a chart that there was not, as Explore would. */
async function saveNewChart({ slice_name: name, form_data: own }: NewChart): Promise<WireDashboardChart> {
  const definition = chartTypes.find(String(own.viz_type));
  const datasetId = datasetIdOf({ form_data: own });
  if (!definition || datasetId === null) throw new Error(name);
  const form = completeForm(definition, { ...own, viz_type: definition.key });
  const queries = await queriesOf(definition, form);
  const question = { datasource: { id: datasetId, type: 'table' }, form, queries };
  const id = await postItem(resources.charts, {
    slice_name: name,
    viz_type: definition.key,
    datasource_id: datasetId,
    datasource_type: 'table' as const,
    params: JSON.stringify(form),
    query_context: JSON.stringify(toChartRequest(question)),
  });
  const { result } = await listPage(resources.charts, { filters: [{ col: 'id', opr: 'eq', value: id }] });
  const [chart] = result;
  if (!chart) throw new Error(name);
  return toDashboardChart(chart);
}

/** Saves the drafts that stand on the dashboard. Those that could be saved are charts even where others could not. */
export async function saveDrafts(store: ReturnType<typeof useOpenDashboard>['store']): Promise<void> {
  const state = store.getState();
  const drafts = [...new Set(chartIdsOf(layoutOf(state)).filter(isDraft))].flatMap((id) => state.charts[id] ?? []);
  if (drafts.length === 0) return;
  const outcomes = await Promise.allSettled(
    drafts.map(async (draft) => [draft.id, await saveNewChart(draft)] as const),
  );
  const saved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  store.getState().takeSaved(new Map(saved));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}
