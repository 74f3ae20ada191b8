import {
  type ChartDraft,
  type ChartVersionFields,
  type DashboardVersionFields,
  type DatasetVersionFields,
  versionFigureEndpoints,
} from '@powerset/contract';
import { findVisibleChart, type User } from '../../access/index.ts';
import { fieldError, notFound, parseId, type Router } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { isDocument, parseDocument } from '../../metadata/index.ts';
import { getVersion, type VersionedType } from '../../versions/index.ts';
import { compareCharts } from './chart-figures.ts';
import { compareOnDashboards, listCharts, readBoard } from './dashboard-figures.ts';
import { compareDatasets } from './dataset-figures.ts';
import type { AskedForm, FigureDeps, Pair, SaidDataset } from './given.ts';

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
  router.route(versionFigureEndpoints.draft, async ({ user, params, body, signal }) => {
    const id = parseId(params.id);
    await assertMayChange.chart(user, id);
    const pair = await readDraft(deps, user, { id, draft: body });
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

interface Draft {
  readonly id: number;
  readonly draft: ChartDraft;
}

/** What is kept, and what is not saved: of a dataset that is not saved either whoever asks must be one who may change it. */
async function readDraft(
  { services, assertMayChange }: FigureDeps,
  user: User,
  { id, draft }: Draft,
): Promise<Pair<AskedForm>> {
  const row = await findVisibleChart(services.store, user, id);
  if (!row) throw notFound();
  const { viz_type, params, query_context = null, datasource_id = row.datasource_id, dataset } = draft;
  if (dataset) await assertMayChange.dataset(user, Number(datasource_id));
  const { viz_type: kept, params: form, query_context: queries, datasource_id: source } = row;
  const before = { viz_type: kept ?? '', params: form ?? '{}', query_context: queries, datasource_id: source };
  return {
    before: toAsked(id, before),
    after: {
      ...toAsked(id, { viz_type, params, query_context, datasource_id }),
      ...(dataset ? { dataset: toSaid(dataset) } : {}),
    },
  };
}

function toSaid({ columns, metrics, ...said }: NonNullable<ChartDraft['dataset']>): SaidDataset {
  checkFields('dataset.columns', columns, 'column_name');
  checkFields('dataset.metrics', metrics, 'metric_name');
  return {
    ...{ columns, metrics, table_name: said.table_name, schema: said.schema ?? null, sql: said.sql ?? null },
    ...{ main_dttm_col: said.main_dttm_col ?? null, offset: said.offset ?? 0, extra: said.extra ?? null },
    fetch_values_predicate: said.fetch_values_predicate ?? null,
    template_params: said.template_params ?? null,
    always_filter_main_dttm: said.always_filter_main_dttm === true,
  };
}

const fieldFlags = new Set(['filterable', 'groupby', 'is_active', 'is_dttm']);

/** Texts of documents by name, as a version keeps them: nothing else reads them again. */
function checkFields(field: string, text: string, name: 'column_name' | 'metric_name'): void {
  const fields = Object.values(parseDocument(text) ?? { none: null });
  const isField = (one: unknown) =>
    isDocument(one) &&
    typeof one[name] === 'string' &&
    Object.entries(one).every(
      ([key, value]) => value === null || typeof value === (fieldFlags.has(key) ? 'boolean' : 'string'),
    );
  if (!fields.every(isField))
    throw fieldError({ [field]: ['Field cannot be decoded by JSON. It must be an object.'] }, 400);
}

type SaidChart = Pick<ChartVersionFields, 'params' | 'viz_type' | 'datasource_id' | 'query_context'>;

function toAsked(id: number, { params, viz_type, datasource_id, query_context }: SaidChart): AskedForm {
  const form = { ...parseDocument(params), viz_type, slice_id: id, datasource: `${datasource_id}__table` };
  return { form, savedContext: query_context, conditions: null };
}
