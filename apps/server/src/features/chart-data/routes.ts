import { completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import {
  type ChartBatchLine,
  type ChartBatchRequest,
  type ChartDataRequest,
  ChartDataRequest as ChartDataRequestSchema,
  chartDataEndpoints,
  genericTypeCodes,
} from '@powerset/contract';
import { listTimeGrains } from '@powerset/query';
import { dialectByName } from '@powerset/sql';
import { can, loadDataScope, type User, visibleCharts } from '../../access/index.ts';
import { genericTypeOf, getDataset } from '../../catalog/index.ts';
import { EngineError } from '../../engines/index.ts';
import {
  AppError,
  type Context,
  compileReader,
  forbidden,
  fromEngineError,
  notFound,
  parseId,
  type Router,
  toAppError,
  toErrorBody,
} from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { ChartData, ChartRun } from './chart-data.ts';
import { toDataFile } from './files.ts';
import { stringifyRowResult } from './present.ts';

const readRequest = compileReader(ChartDataRequestSchema, false);

export function registerChartData(router: Router, services: Services, chartData: ChartData): void {
  router.route(chartDataEndpoints.data, async (context) => {
    const request = readPayload(context.body, context.query.force);
    return answer(context, { services, chartData, request });
  });
  router.route(chartDataEndpoints.batch, (context) => streamBatch(context, { services, chartData }));
  router.route(chartDataEndpoints.saved, async (context) => {
    const request = await loadSavedRequest(services, context);
    return answer(context, { services, chartData, request });
  });
}

/** JSON as it is; a form carries the same in its field `form_data`. */
function readPayload(body: unknown, force: string | undefined): ChartDataRequest {
  const isForm = body !== null && typeof body === 'object' && 'form_data' in body && !('queries' in body);
  const payload = isForm ? parseJson(String((body as { form_data: unknown }).form_data)) : body;
  if (payload === null || typeof payload !== 'object') throw incorrect('Request is not JSON');
  // Checked by the schema just now.
  const request = readRequest(payload) as ChartDataRequest;
  return force === 'true' ? { ...request, force: true } : request;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw incorrect('Request is not JSON');
  }
}

function incorrect(message: string): AppError {
  return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message } });
}

interface AnswerInput {
  readonly services: Services;
  readonly chartData: ChartData;
  readonly request: ChartDataRequest;
}

async function answer(
  context: Pick<Context, 'user' | 'signal' | 'reply'>,
  { services, chartData, request }: AnswerInput,
) {
  const { user, signal, reply } = context;
  const run: ChartRun = { user, request, signal };
  const special = await answerSpecial({ services, chartData, run });
  if (special) return special;
  const format = request.result_format ?? 'json';
  if (format !== 'json' && !can(user, 'can_csv', 'Superset')) throw forbidden();
  const results = await chartData.run(run).catch((error: unknown) => {
    throw asBadRequest(error);
  });
  if (format === 'json') {
    const isShort = request.result_type === 'results';
    const texts = await Promise.all(results.map((result) => stringifyRowResult(result, isShort)));
    const body = `{"result":[${texts.join(',')}]}`;
    return reply.type('application/json; charset=utf-8').send(body);
  }
  const file = await toDataFile(results, format, fileName(request, services.now()));
  reply.header('content-disposition', `attachment; filename="${file.name}"`);
  return reply.type(file.type).send(file.content);
}

function fileName({ form_data: form }: ChartDataRequest, now: Date): string {
  const name = String(form?.slice_name ?? form?.viz_type ?? 'chart')
    .replace(/[^\w-]+/g, '_')
    .slice(0, 80);
  return `${name}_${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}`;
}

/** The reference answers 400 when a query fails; the texts and places of the engine stay. */
function asBadRequest(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const appError = fromEngineError(error);
  return appError.status === 422 ? appError.withStatus(400) : appError;
}

interface SpecialInput {
  readonly services: Services;
  readonly chartData: ChartData;
  readonly run: ChartRun;
}

const dataTypes = new Set(['full', 'results', 'samples', 'drill_detail', 'post_processed']);

/** Result types that describe instead of reading rows; undefined for those that read. */
async function answerSpecial({ services, chartData, run }: SpecialInput): Promise<object | undefined> {
  const type = run.request.result_type ?? 'full';
  if (dataTypes.has(type)) return undefined;
  if (type === 'query') {
    if (run.user.isAnonymous) throw forbidden();
    const statements = await chartData.explain(run).catch((error: unknown) => {
      throw asBadRequest(error);
    });
    return { result: statements.map((query) => ({ query, language: 'sql' })) };
  }
  const dataset = await getDataset(services, run.user, Number(run.request.datasource.id));
  if (type === 'columns') {
    const data = dataset.columns.map((column) => ({
      column_name: column.column_name,
      verbose_name: column.verbose_name,
      dtype: genericTypeCodes[genericTypeOf(column.type)],
    }));
    return { result: [{ data }] };
  }
  if (type !== 'timegrains') throw incorrect(`Invalid result type: ${type}`);
  const engine = await services.engines.get(dataset.database.id);
  return { result: [{ data: listTimeGrains(dialectByName(engine.dialect)) }] };
}

/** Answers charts as they finish, one JSON line each; a chart's failure is its own line and leaves the others alone. */
function streamBatch(
  { user, body, reply, signal, request }: Context<typeof chartDataEndpoints.batch>,
  deps: Omit<AnswerInput, 'request'>,
) {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const toLine = async ({ key, payload }: ChartBatchRequest['requests'][number]): Promise<ChartBatchLine> => {
    try {
      return { key, status: 200, results: await deps.chartData.run({ user, request: payload, signal }) };
    } catch (error) {
      const failure = toAppError(error, (cause, reference) =>
        request.log.error({ err: cause, reference }, 'unforeseen error'),
      );
      return { key, status: failure.status, error: toErrorBody(user.isAnonymous ? failure.withoutSql() : failure) };
    }
  };
  const lines = body.requests.map(async (item) => {
    const line = await toLine(item);
    if (!raw.destroyed) raw.write(`${JSON.stringify(line)}\n`);
  });
  void Promise.allSettled(lines).then(() => raw.end());
  return reply;
}

async function loadSavedRequest(
  { store }: Services,
  {
    params,
    query,
    user,
  }: { params: { id: string }; query: { force?: string; format?: string; type?: string }; user: User },
): Promise<ChartDataRequest> {
  const scope = await loadDataScope(store, user);
  const chart = await store
    .selectFrom('charts')
    .select(['query_context', 'datasource_id', 'datasource_type', 'viz_type', 'params'])
    .where('id', '=', parseId(params.id))
    .where(() => visibleCharts(user, scope))
    .executeTakeFirst();
  if (!chart) throw notFound();
  const saved = readPayload(chart.query_context ? parseJson(chart.query_context) : toContext(chart), query.force);
  const request = {
    ...saved,
    result_format: query.format ?? saved.result_format,
    result_type: query.type ?? saved.result_type,
  };
  if (user.isAnonymous && chart.datasource_id === null) throw notFound();
  return readRequest(request) as ChartDataRequest;
}

type FormChart = Pick<Row<'charts'>, 'datasource_id' | 'datasource_type' | 'viz_type' | 'params'>;

/** The queries of a chart that was saved without them, where its type is known: its own definition says what it asks. */
function toContext(chart: FormChart): ChartDataRequest {
  const definition = findChartDefinition(chart.viz_type);
  const params: unknown = parseJson(chart.params);
  if (!definition || chart.datasource_id === null || params === null || typeof params !== 'object') {
    throw incorrect('Chart has no query context saved. Please save the chart again.');
  }
  const form = completeForm(definition, { ...params, viz_type: chart.viz_type });
  const datasource = { id: chart.datasource_id, type: chart.datasource_type };
  return { datasource, form_data: { ...form }, queries: [...definition.toQueries(form)] };
}
