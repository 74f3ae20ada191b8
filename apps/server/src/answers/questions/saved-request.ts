import { type ChartForm, completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { modernForm } from '@powerset/charts/older-types';
import type { ChartDataRequest, QueryObject } from '@powerset/contract';
import { ChartDataRequest as ChartDataRequestSchema } from '@powerset/contract/schemas';
import { findVisibleChart, type User } from '../../access/index.ts';
import { AppError, compileReader, notFound } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { extraFiltersOf, withExtraFilters } from './extra-filters.ts';
import { findChartOfDashboard } from './shared-dashboards.ts';

const readRequest = compileReader(ChartDataRequestSchema, 'data');

/** JSON as it is; a form carries the same in its field `form_data`. */
export function readPayload(body: unknown, force: boolean | undefined): ChartDataRequest {
  const isForm = body !== null && typeof body === 'object' && 'form_data' in body && !('queries' in body);
  const payload = isForm ? readJsonText(String((body as { form_data: unknown }).form_data)) : body;
  if (payload === null || typeof payload !== 'object') throw incorrect('Request is not JSON');
  // Checked by the schema just now.
  const request = readRequest(payload) as ChartDataRequest;
  return force ? { ...request, force: true } : request;
}

/** A request that was saved with a chart: what programs wrote beside it does not matter. */
export function readKeptRequest(kept: unknown, force?: boolean): ChartDataRequest {
  const isRecord = kept !== null && typeof kept === 'object' && !Array.isArray(kept);
  if (!isRecord) return readPayload(kept, force);
  const known = Object.entries(kept).filter(([name]) => Object.hasOwn(ChartDataRequestSchema.properties, name));
  return readPayload(Object.fromEntries(known), force);
}

export function readJsonText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw incorrect('Request is not JSON');
  }
}

export function incorrect(message: string): AppError {
  return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message } });
}

type Reading = Pick<Services, 'store' | 'config' | 'plugins'>;

/** The queries of a chart that the user may see: those saved with it, else those of its form. */
export async function loadChartRequest(
  services: Reading,
  user: User,
  { id, force, dashboardId }: SavedChart,
): Promise<ChartDataRequest> {
  const chart = await loadOpenChart(services, user, { id, dashboardId });
  const context = chart.query_context ? readJsonText(chart.query_context) : toContext(services, chart);
  const request = readKeptRequest(context, force);
  if (dashboardId === undefined) return request;
  return { ...request, form_data: { ...request.form_data, slice_id: id, dashboardId } };
}

/** A chart that the user may see, by himself or where it is looked at. */
export async function loadOpenChart(
  services: Pick<Services, 'store' | 'config'>,
  user: User,
  { id, dashboardId }: Pick<SavedChart, 'id' | 'dashboardId'>,
): Promise<Row<'charts'>> {
  const chart =
    (await findVisibleChart(services.store, user, id)) ??
    (await findChartOfDashboard(services, user, { chartId: id, dashboardId }));
  if (!chart) throw notFound();
  if (user.isAnonymous && chart.datasource_id === null) throw notFound();
  return chart;
}

interface SavedChart {
  readonly id: number;
  readonly force?: boolean | undefined;
  /** Where the chart is looked at, for those who may read it there. */
  readonly dashboardId?: number | undefined;
}

/** What a chart asks: as it was saved with it, and as its form says. */
export function savedQueries(
  services: Pick<Services, 'plugins'>,
  chart: FormChart & Pick<Row<'charts'>, 'query_context'>,
): readonly QueryObject[] {
  const readings = [() => readKeptRequest(parseDocument(chart.query_context)), () => toContext(services, chart)];
  return readings.flatMap(queriesOf);
}

function queriesOf(read: () => ChartDataRequest): readonly QueryObject[] {
  try {
    return read().queries;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

type FormChart = Pick<Row<'charts'>, 'datasource_id' | 'datasource_type' | 'viz_type' | 'params'>;

/** The queries of a chart that was saved without them, where its type is known: its own definition says what it asks. */
function toContext(services: Pick<Services, 'plugins'>, chart: FormChart): ChartDataRequest {
  const params: unknown = readJsonText(chart.params);
  const hasForm = params !== null && typeof params === 'object';
  const request =
    chart.datasource_id !== null && hasForm
      ? planForm(
          services,
          { ...params, viz_type: chart.viz_type },
          { id: chart.datasource_id, type: chart.datasource_type },
        )
      : undefined;
  if (!request) throw incorrect('Chart has no query context saved. Please save the chart again.');
  return request;
}

type Datasource = ChartDataRequest['datasource'];

/** A form as queries, where its type is known. What a plugin's form asks only its code says, which the server does not run. */
function planForm(
  { plugins }: Pick<Services, 'plugins'>,
  form: ChartForm,
  datasource: Datasource,
): ChartDataRequest | undefined {
  if (plugins.find(form.viz_type)) throw incorrect(unsavedPlugin);
  return toRequest(form, datasource);
}

const unsavedPlugin =
  'This chart was saved without its queries, and its type is a plugin: open it in Explore and save it again.';

/** A chart's form as queries, where its type is built in. */
export function toRequest(form: ChartForm, datasource: Datasource): ChartDataRequest | undefined {
  const modern = modernForm(form);
  const definition = findChartDefinition(modern.viz_type);
  if (!definition) return undefined;
  const complete = completeForm(definition, modern);
  const request = { datasource, form_data: { ...complete }, queries: [...definition.toQueries(complete)] };
  return withExtraFilters(request, extraFiltersOf(form));
}

/** The queries of a form that says itself of which type and dataset it is; its type may be a plugin's. */
export function planFormRequest(
  services: Pick<Services, 'plugins'>,
  form: unknown,
  force: boolean | undefined,
): ChartDataRequest {
  const named = readNamedForm(form);
  const request = planForm(services, named.form, named.datasource);
  return { ...orUnknown(request, named.form), force: force === true };
}

/** The same of a form whose type is built in. */
export function readFormRequest(form: unknown, force: boolean | undefined): ChartDataRequest {
  const named = readNamedForm(form);
  return { ...orUnknown(toRequest(named.form, named.datasource), named.form), force: force === true };
}

function readNamedForm(form: unknown): { readonly form: ChartForm; readonly datasource: Datasource } {
  if (form === null || typeof form !== 'object') throw incorrect('Request is not JSON');
  const { viz_type: type, datasource } = form as { viz_type?: unknown; datasource?: unknown };
  const [, id, kind] = /^(\d+)__(table|query)$/.exec(String(datasource)) ?? [];
  if (id === undefined) throw incorrect('datasource must be written as id__type');
  return { form: { ...form, viz_type: String(type) }, datasource: { id: Number(id), type: kind ?? 'table' } };
}

function orUnknown(request: ChartDataRequest | undefined, { viz_type: type }: ChartForm): ChartDataRequest {
  if (!request) throw incorrect(`viz_type ${type} is not known`);
  return request;
}
