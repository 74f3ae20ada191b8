import {
  type ChartVersionFields,
  type DashboardVersionFields,
  type DatasetVersionFields,
  versionFigureEndpoints,
} from '@powerset/contract';
import { parseId, type Router } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { getVersion, type VersionedType } from '../../versions/index.ts';
import { compareCharts } from './chart-figures.ts';
import { compareOnDashboards, listCharts, readBoard } from './dashboard-figures.ts';
import { compareDatasets } from './dataset-figures.ts';
import type { AskedForm, FigureDeps, Pair } from './given.ts';

interface Numbers {
  readonly params: { readonly id: string; readonly number: string };
  readonly query: { readonly against: string };
}

export function registerVersionFigures(router: Router, deps: FigureDeps): void {
  const { assertMayChange } = deps;
  router.route(versionFigureEndpoints.chart, async ({ user, params, query, signal }) => {
    const id = parseId(params.id);
    await assertMayChange.chart(user, id);
    const fields = await readVersions<ChartVersionFields>(deps, 'chart', { params, query });
    const pair = { before: toAsked(id, fields.before), after: toAsked(id, fields.after) };
    return { result: await compareCharts(deps, { user, signal }, pair) };
  });
  const readBoards = async (id: number, numbers: Numbers) => {
    const fields = await readVersions<DashboardVersionFields>(deps, 'dashboard', numbers);
    return { before: readBoard(id, fields.before), after: readBoard(id, fields.after) };
  };
  router.route(versionFigureEndpoints.dashboard, async ({ user, params, query, signal }) => {
    const id = parseId(params.id);
    await assertMayChange.dashboard(user, id);
    return { result: await listCharts(deps, { user, signal }, await readBoards(id, { params, query })) };
  });
  router.route(versionFigureEndpoints.dashboardChart, async ({ user, params, query, signal }) => {
    const id = parseId(params.id);
    await assertMayChange.dashboard(user, id);
    const boards = await readBoards(id, { params, query });
    const chartId = parseId(params.chart);
    return { result: await compareOnDashboards(deps, { user, signal }, { chartId, boards }) };
  });
  router.route(versionFigureEndpoints.dataset, async ({ user, params, query, signal }) => {
    const id = parseId(params.id);
    await assertMayChange.dataset(user, id);
    const versions = await readVersions<DatasetVersionFields>(deps, 'dataset', { params, query });
    return { result: await compareDatasets(deps, { user, signal }, { id, versions }) };
  });
}

/** What both versions hold; the fields are those of their kind. */
async function readVersions<Fields>(
  { services }: FigureDeps,
  type: VersionedType,
  { params, query }: Numbers,
): Promise<Pair<Fields>> {
  const read = async (number: string) => {
    const version = await getVersion(services.store, { type, id: parseId(params.id) }, parseId(number));
    return parseJson(version.document) as Fields;
  };
  const [before, after] = [await read(query.against), await read(params.number)];
  return { before, after };
}

function toAsked(id: number, { params, viz_type, datasource_id, query_context }: ChartVersionFields): AskedForm {
  const form = { ...parseDocument(params), viz_type, slice_id: id, datasource: `${datasource_id}__table` };
  return { form, savedContext: query_context, conditions: null };
}
