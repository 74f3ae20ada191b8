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

/** The queries of a chart that the user may see: those saved with it, else those of its form. */
export async function loadChartRequest(
  services: Pick<Services, 'store' | 'config'>,
  user: User,
  { id, force, dashboardId }: SavedChart,
): Promise<ChartDataRequest> {
  const chart = await loadOpenChart(services, user, { id, dashboardId });
  const request = readKeptRequest(chart.query_context ? readJsonText(chart.query_context) : toContext(chart), force);
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
export function savedQueries(chart: FormChart & Pick<Row<'charts'>, 'query_context'>): readonly QueryObject[] {
  return [() => readKeptRequest(parseDocument(chart.query_context)), () => toContext(chart)].flatMap((read) => {
    try {
      return read().queries;
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  });
}

type FormChart = Pick<Row<'charts'>, 'datasource_id' | 'datasource_type' | 'viz_type' | 'params'>;

/** The queries of a chart that was saved without them, where its type is known: its own definition says what it asks. */
function toContext(chart: FormChart): ChartDataRequest {
  const params: unknown = readJsonText(chart.params);
  const hasForm = params !== null && typeof params === 'object';
  const request =
    chart.datasource_id !== null && hasForm
      ? toRequest({ ...params, viz_type: chart.viz_type }, { id: chart.datasource_id, type: chart.datasource_type })
      : undefined;
  if (!request) throw incorrect('Chart has no query context saved. Please save the chart again.');
  return request;
}

/** A chart's form as queries, where its type is known. */
export function toRequest(form: ChartForm, datasource: ChartDataRequest['datasource']): ChartDataRequest | undefined {
  const modern = modernForm(form);
  const definition = findChartDefinition(modern.viz_type);
  if (!definition) return undefined;
  const complete = completeForm(definition, modern);
  return { datasource, form_data: { ...complete }, queries: [...definition.toQueries(complete)] };
}

/** The queries of a form that says itself of which type and dataset it is. */
export function readFormRequest(form: unknown, force: boolean | undefined): ChartDataRequest {
  if (form === null || typeof form !== 'object') throw incorrect('Request is not JSON');
  const { viz_type: type, datasource } = form as { viz_type?: unknown; datasource?: unknown };
  const [, id, kind] = /^(\d+)__(table|query)$/.exec(String(datasource)) ?? [];
  if (id === undefined) throw incorrect('datasource must be written as id__type');
  const request = toRequest({ ...form, viz_type: String(type) }, { id: Number(id), type: kind ?? 'table' });
  if (!request) throw incorrect(`viz_type ${String(type)} is not known`);
  return { ...request, force: force === true };
}
