import type { ChartForm } from '@powerset/chart-kit';
import { dashboardEndpoints, isTotalsQuery } from '@powerset/contract';
import { ApiError, api, createItem, postItem, resources, updateItem } from '../../api/index.ts';
import { type Choices, type Clash, SaveClash } from '../../conflicts/index.ts';
import { t } from '../../i18n/index.ts';
import type { Explore } from './explore-context.tsx';
import { chartDifferences } from './model/chart-differences.ts';
import { mergeCharts } from './model/merge-charts.ts';
import { toRequest } from './use-chart-run.ts';
import { type ExploreSlice, type ExploreStart, loadSavedChart } from './use-explore-start.ts';

export interface SaveRequest {
  readonly start: ExploreStart;
  readonly explore: Explore;
  readonly name: string;
  readonly action: 'overwrite' | 'saveas';
  /** The id of a dashboard, or the title of one to be made. */
  readonly dashboard: number | string | undefined;
  /** The form as it was opened here, with what its chart type fills in; null for a chart that never was saved. */
  readonly opened: ChartForm | null;
  /** What was chosen where somebody else changed the same; the other's save that may be overwritten, as he who saves saw it. */
  readonly answer?: ChartAnswer;
}

export interface ChartAnswer {
  readonly seen: number;
  readonly choices?: Choices;
}

/** Somebody else changed the same settings of the chart. */
export class ChartClash extends Error {
  constructor(
    message: string,
    readonly clashes: readonly Clash[],
    readonly savedAt: number,
  ) {
    super(message);
  }
}

export interface SavedChart {
  readonly chartId: number;
  /** What was saved: with what somebody else changed meanwhile. */
  readonly name: string;
  readonly form: ChartForm;
  readonly dashboard: { readonly id: number; readonly title: string } | null;
}

type Request = Awaited<ReturnType<typeof toRequest>>;

/** What other programs read and ask again: the chart's rows, without the questions that only its picture has, and without what they do not know. */
function toSavedContext(request: Request): Request {
  const own = request.queries.filter((query) => !isTotalsQuery(query));
  return { ...request, queries: own.map(withPlainForecasts) };
}

type SavedQuery = Request['queries'][number];

function withPlainForecasts(query: SavedQuery): SavedQuery {
  if (!query.post_processing) return query;
  const rules = query.post_processing.map((rule) => {
    if (rule?.operation !== 'prophet') return rule;
    const { widening: _ours, ...options } = rule.options ?? {};
    return { ...rule, options };
  });
  return { ...query, post_processing: rules };
}

/** Saves the chart; a dashboard that is only a title is made first. */
export async function saveChart(request: SaveRequest): Promise<SavedChart> {
  const { start, explore, name, action, dashboard } = request;
  const target = await findDashboard(dashboard);
  const known = action === 'overwrite' ? (start.metadata?.dashboards ?? []).map((one) => one.id) : [];
  const dashboards = [...new Set([...known, ...(target ? [target.id] : [])])];
  const { slice } = start;
  const mine = { name, form: explore.form };
  if (action !== 'overwrite' || slice === null) {
    const id = await postItem(resources.charts, await toBody(explore, mine, dashboards));
    return { chartId: id, dashboard: target, ...mine };
  }
  const overwrite = async (saved: NamedForm, lastSeen: number) => {
    const body = { ...(await toBody(explore, saved, dashboards)), last_modified_time: lastSeen };
    await updateItem(resources.charts, slice.slice_id, body);
    return saved;
  };
  const { answer } = request;
  const attempt = answer?.choices
    ? putTogether(request, slice, answer).then((merged) => overwrite(merged, answer.seen))
    : overwrite(mine, answer?.seen ?? slice.last_modified_time);
  const saved = await attempt.catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const theirs = await loadSavedChart(slice.slice_id);
    if (!theirs) throw error;
    const merged = await putTogether(request, slice, {
      seen: theirs.last_modified_time,
      message: error.message,
      theirs,
    });
    return overwrite(merged, theirs.last_modified_time);
  });
  return { chartId: slice.slice_id, dashboard: target, ...saved };
}

interface NamedForm {
  readonly name: string;
  readonly form: ChartForm;
}

async function toBody({ dataset, definition }: Explore, { name, form }: NamedForm, dashboards: readonly number[]) {
  const { dashboardId: _dashboardId, ...kept } = form;
  const { slice_id: _id, url_params: _urlParams, ...params } = kept;
  const request = await toRequest(dataset, { definition, form: { ...kept, viz_type: form.viz_type } });
  return {
    slice_name: name,
    viz_type: definition.key,
    datasource_id: dataset.id ?? 0,
    datasource_type: 'table' as const,
    params: JSON.stringify({ ...params, datasource: `${dataset.id}__${dataset.type}` }),
    query_context: JSON.stringify(toSavedContext(request)),
    dashboards,
  };
}

interface Meeting extends ChartAnswer {
  readonly message?: string;
  readonly theirs?: ExploreSlice;
}

/** What is open here with what somebody else saved meanwhile; what both changed, each in another way, is asked. */
async function putTogether(
  { explore, name, opened }: SaveRequest,
  slice: ExploreSlice,
  { seen, choices = {}, message = '', theirs: known }: Meeting,
): Promise<NamedForm> {
  const { definition, form } = explore;
  const theirs = known ?? (await loadSavedChart(slice.slice_id));
  if (!theirs) throw new Error(t('This chart was deleted meanwhile.'));
  const versions = { base: slice, theirs, mine: { slice_name: name, form_data: form }, opened: opened ?? form };
  const merge = mergeCharts(versions, choices, { definition, t });
  if (!merge) throw new SaveClash(message, chartDifferences(slice, theirs, { definition, t }), seen);
  const open = merge.clashes.filter(({ id }) => !choices[id]);
  if (open.length > 0) throw new ChartClash(message, merge.clashes, seen);
  return merge;
}

async function findDashboard(dashboard: number | string | undefined): Promise<SavedChart['dashboard']> {
  if (dashboard === undefined) return null;
  if (typeof dashboard === 'number') {
    const { result } = await api.callEndpoint(dashboardEndpoints.get, { params: { id: dashboard } });
    return { id: dashboard, title: result.dashboard_title };
  }
  const id = await createItem(resources.dashboards, { dashboard_title: dashboard });
  if (id === undefined) throw new Error(dashboard);
  return { id, title: dashboard };
}
