import type { Readable } from 'node:stream';
import {
  asyncJobEndpoints,
  type ChartBatchLine,
  type ChartBatchRequest,
  type ChartDataAnswer,
  type ChartDataRequest,
  type ChartSlicesLine,
  chartDataEndpoints,
  type DescribedBatchLine,
  genericTypeCodes,
  isTotalsQuery,
  type WireAsyncEvents,
} from '@powerset/contract';
import { ChartDataRequest as ChartDataRequestSchema } from '@powerset/contract/schemas';
import { listTimeGrains } from '@powerset/query';
import { dialectByName } from '@powerset/sql';
import { can } from '../../access/index.ts';
import {
  type Answers,
  batchLineParts,
  getChartDatasource,
  incorrect,
  type LineStream,
  loadChartRequest,
  openLineStream,
  planFormRequest,
  type Question,
  readExtraFilters,
  readJsonText,
  readPayload,
  sendRows,
  warmUp,
  withExtraFilters,
} from '../../answers/index.ts';
import { genericTypeOf } from '../../catalog/index.ts';
import { EngineError } from '../../engines/index.ts';
import {
  type Context,
  compileReader,
  forbidden,
  fromEngineError,
  keptDeflate,
  notFound,
  parseId,
  type Router,
  toAppError,
  toErrorBody,
} from '../../http/index.ts';
import { type DataFile, findArrowStream, mediaTypes, openArrivingArrow, toReadable } from '../../rows/index.ts';
import type { Services } from '../../services.ts';
import { othersTurn } from '../../turns/index.ts';
import type { AsyncJobs } from './async-jobs.ts';
import { findNamedDatasets } from './invalidation.ts';
import { createOpenings } from './openings.ts';

const readRequest = compileReader(ChartDataRequestSchema, 'data');

/** What answers charts: at once, and after the call that asked. */
export interface ChartDataOptions {
  readonly answers: Answers;
  readonly jobs: AsyncJobs;
}

export function registerChartData(router: Router, services: Services, { answers, jobs }: ChartDataOptions): void {
  router.route(chartDataEndpoints.data, async (context) => {
    const request = readPayload(context.body, context.query.force);
    const job = await startJob(context, { services, answers, request }, jobs);
    if (job) return context.answer(202, job);
    return answer(context, { services, answers, request });
  });
  registerJobs(router, { answers, jobs });
  router.route(chartDataEndpoints.exploreJson, async (context) => {
    const request = planFormRequest(services, readJsonText(context.body.form_data), context.query.force);
    return answer(context, { services, answers, request });
  });
  router.route(chartDataEndpoints.warmUp, async ({ user, signal, body, request: { log } }) => {
    const dashboardId = body.dashboard_id ?? undefined;
    const extra = readExtraFilters(body.extra_filters);
    const saved = await loadChartRequest(services, user, { id: body.chart_id, dashboardId, force: true });
    const request = withExtraFilters(saved, extra);
    return { result: [await warmUp(body.chart_id, () => answers.answer({ user, signal, request }), log)] };
  });
  router.route(chartDataEndpoints.invalidate, async ({ body }) => {
    answers.forget(await findNamedDatasets(services, body));
    return {};
  });
  registerBatches(router, { services, answers });
  router.route(chartDataEndpoints.saved, async (context) => {
    const request = await loadSavedRequest(services, context);
    return answer(context, { services, answers, request });
  });
}

function registerBatches(router: Router, deps: Omit<AnswerInput, 'request'>): void {
  const { now } = deps.services;
  const openings = createOpenings(now);
  const compress = keptDeflate(now);
  router.route(chartDataEndpoints.batch, (context) => {
    const { user, body, request } = context;
    if (!user.isAnonymous) openings.keep(user.id, body, Number(request.headers['content-length']));
    const batch = { items: body.requests, dashboardId: body.dashboard_id, urlParams: request.query };
    return streamBatch(context, deps, { ...batch, lines: openLineStream(context, { compress }) });
  });
  router.route(chartDataEndpoints.slices, (context) =>
    streamSlices(context, deps, openLineStream(context, { compress })),
  );
  router.route(chartDataEndpoints.opening, (context) => {
    const { user, query } = context;
    const opening = user.isAnonymous ? undefined : openings.find(user.id, query.page);
    const head = Buffer.from(`${JSON.stringify({ opening: opening?.hashes ?? {} })}\n`);
    const lines = openLineStream(context, { compress, head });
    const batch = { items: opening?.items ?? [], dashboardId: opening?.dashboardId, urlParams: {} };
    return streamBatch(context, deps, { ...batch, lines });
  });
}

function registerJobs(router: Router, { answers, jobs }: ChartDataOptions): void {
  router.route(asyncJobEndpoints.events, async ({ user, query }): Promise<WireAsyncEvents> => {
    return { result: await jobs.eventsAfter(user, query.last_id), channel_id: jobs.channelId };
  });
  router.route(asyncJobEndpoints.result, async (context) => {
    const question = await jobs.findQuestion(context.user, context.params.key);
    if (!question) throw notFound();
    const { user, signal, request, reply } = context;
    const given = await answers.answer({ user, signal, ...question }).catch(throwAsBadRequest);
    return sendRows(request, reply, { answers: given, isShort: false });
  });
}

/** With the flag on, rows that would have to be fetched first are answered later; nobody waits for those in the cache. */
async function startJob(
  { user, signal, request: { query } }: Pick<Context, 'user' | 'signal' | 'request'>,
  { services, answers, request }: AnswerInput,
  jobs: AsyncJobs,
) {
  const isRows =
    (request.result_format ?? 'json') === 'json' &&
    (request.result_type ?? 'full') === 'full' &&
    request.queries.every(({ result_type: type }) => dataTypes.has(type ?? 'full'));
  if (!services.config.featureFlags.GLOBAL_ASYNC_QUERIES || !isRows || user.isAnonymous || user.guest) return null;
  const question = { request, urlParams: query };
  const isCached = await answers.isCached({ user, signal, ...question }).catch(throwAsBadRequest);
  return isCached ? null : jobs.start(user, question);
}

interface AnswerInput {
  readonly services: Services;
  readonly answers: Answers;
  readonly request: ChartDataRequest;
}

async function answer(
  context: Pick<Context, 'user' | 'signal' | 'request' | 'reply'>,
  { services, answers, request }: AnswerInput,
) {
  const { user, signal, reply } = context;
  const question: Question = { user, request, signal, urlParams: context.request.query };
  const special = await answerSpecial({ services, answers, question });
  if (special) return special;
  const format = request.result_format ?? 'json';
  if (format !== 'json' && !can(user, 'can_csv', 'Superset')) throw forbidden();
  if (format !== 'json' && request.queries.length === 0) throw incorrect('Empty query result');
  const name = fileName(request, services.now());
  const arriving = format === 'arrow' && isOneTable(request) ? openArrivingArrow() : null;
  const asked = answers.answer({ ...question, onRows: arriving?.onRows }).catch(throwAsBadRequest);
  if (arriving && (await isFirst(arriving.begun, asked))) {
    const content = toReadable(arriving.read(asked.then(([answer]) => answer!.table)));
    return sendFile(reply, { name: `${name}.arrow`, type: mediaTypes.arrow, content });
  }
  const given = await asked;
  if (format === 'json')
    return sendRows(context.request, reply, { answers: given, isShort: request.result_type === 'results' });
  // A file holds the rows; whoever adds them up does so in his own way.
  const tables = given.flatMap(({ table }, at) => (isTotalsQuery(request.queries[at] ?? {}) ? [] : [table]));
  const stream = format === 'arrow' && tables.length === 1 ? tables.map(findArrowStream)[0] : undefined;
  if (stream) return sendFile(reply, { name: `${name}.arrow`, type: mediaTypes.arrow, content: stream });
  const { defusesFormulas, csvNull } = services.config;
  const file = await services.rowWorkers.file({ tables, format, name, defusesFormulas, csvNull }, signal);
  const content = Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength);
  return sendFile(reply, { ...file, content });
}

const isOneTable = ({ queries }: ChartDataRequest) => queries.length === 1 && !queries.some(isTotalsQuery);

/** Whether the one is there before the other, whatever becomes of that. */
function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    one.then(() => true),
    other.then(
      () => false,
      () => false,
    ),
  ]);
}

interface SentFile extends Pick<DataFile, 'name' | 'type'> {
  readonly content: Buffer | Readable;
}

function sendFile(reply: Context['reply'], { name, type, content }: SentFile) {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type(type).send(content);
}

function fileName({ form_data: form }: ChartDataRequest, now: Date): string {
  const name = String(form?.slice_name ?? form?.viz_type ?? 'chart')
    .replace(/[^\w-]+/g, '_')
    .slice(0, 80);
  return `${name}_${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}`;
}

/** The reference answers 400 when a query fails; the texts and places of the engine stay. */
function throwAsBadRequest(error: unknown): never {
  if (!(error instanceof EngineError)) throw error;
  const appError = fromEngineError(error);
  throw appError.status === 422 ? appError.withStatus(400) : appError;
}

interface SpecialInput {
  readonly services: Services;
  readonly answers: Answers;
  readonly question: Question;
}

const dataTypes = new Set(['full', 'results', 'samples', 'drill_detail', 'post_processed', 'annotations']);

/** Queries that describe instead of reading rows, each answered by its type; undefined for those that read. */
async function answerSpecial(input: SpecialInput): Promise<ChartDataAnswer | undefined> {
  const { request } = input.question;
  const ofRequest = request.result_type ?? 'full';
  const types = request.queries.map(({ result_type: ofQuery }) => ofQuery ?? ofRequest);
  const special = (types.length > 0 ? types : [ofRequest]).filter((type) => !dataTypes.has(type));
  if (special.length === 0) return undefined;
  if (special.length < types.length)
    throw incorrect(`Queries with the result_type ${special.join(', ')} must be asked apart from those that read rows`);
  return { result: (await Promise.all(special.map((type, at) => describe(input, type, at)))).flat() };
}

async function describe(
  { services, answers, question }: SpecialInput,
  type: string,
  at: number,
): Promise<ChartDataAnswer['result']> {
  if (type === 'query') {
    if (question.user.isAnonymous) throw forbidden();
    const queries = question.request.queries.slice(at, at + 1);
    const statements = await answers
      .explain({ ...question, request: { ...question.request, queries } })
      .catch(throwAsBadRequest);
    return statements.map((query) => ({ query, language: 'sql' as const }));
  }
  const dataset = await getChartDatasource(services, question.user, question.request);
  if (type === 'columns') {
    const data = dataset.columns.map((column) => ({
      column_name: column.column_name,
      verbose_name: column.verbose_name,
      dtype: genericTypeCodes[genericTypeOf(column.type)],
    }));
    return [{ data }];
  }
  if (type !== 'timegrains') throw incorrect(`Invalid result type: ${type}`);
  const engine = await services.engines.get(dataset.database.id, question.user);
  return [{ data: listTimeGrains(dialectByName(engine.dialect)) }];
}

/** Preparing dozens of charts in one go would keep everybody else waiting. */
const chartsPerTurn = 4;

interface StreamedBatch {
  readonly items: readonly ChartBatchRequest['requests'][number][];
  readonly dashboardId: number | undefined;
  readonly urlParams: Question['urlParams'];
  readonly lines: LineStream;
}

/** Answers charts as they finish, one JSON line each; a chart's failure is its own line and leaves the others alone. */
function streamBatch(
  { user, reply, signal, request }: Pick<Context, 'user' | 'reply' | 'signal' | 'request'>,
  deps: Omit<AnswerInput, 'request'>,
  { items, dashboardId, urlParams, lines: stream }: StreamedBatch,
) {
  const place = { userId: user.id, dashboardId: dashboardId ?? null };
  const batch = deps.answers.openBatch(items.length, { place, signal });
  const toLine = async ({ key, payload }: ChartBatchRequest['requests'][number], at: number) => {
    const question = {
      user,
      request: onDashboard(payload, dashboardId),
      signal,
      urlParams,
      batch: { of: batch, key: String(at) },
    };
    try {
      const special = await answerSpecial({ ...deps, question });
      if (special) {
        const described: DescribedBatchLine = { key, status: 200, ...special };
        return [Buffer.from(`${JSON.stringify(described)}\n`)];
      }
      return batchLineParts(key, await deps.answers.answer(question));
    } catch (error) {
      const failure = toAppError(error, (cause, reference) =>
        request.log.error({ err: cause, reference }, 'unforeseen error'),
      );
      const body = toErrorBody(user.isAnonymous ? failure.withoutSql() : failure);
      const line: ChartBatchLine = { key, status: failure.status, error: body };
      return [Buffer.from(`${JSON.stringify(line)}\n`)];
    } finally {
      batch.leave(String(at));
    }
  };
  const lines: Promise<void>[] = [];
  const startAll = async () => {
    for (const [at, item] of items.entries()) {
      const line = toLine(item, at).then((parts) => stream.write(parts));
      lines.push(line.catch(() => undefined));
      if (at % chartsPerTurn === chartsPerTurn - 1) await othersTurn();
    }
    await Promise.all(lines);
  };
  void startAll().then(() => stream.end());
  return reply;
}

/** Charts for each slice of a brushed column, one JSON line each as its slices are ready. */
function streamSlices(
  { user, reply, signal, request, body }: Context<typeof chartDataEndpoints.slices>,
  { answers }: Omit<AnswerInput, 'request'>,
  stream: LineStream,
) {
  const questions = body.requests.map(({ payload }) => ({
    user,
    request: onDashboard(payload, body.dashboard_id),
    signal,
    urlParams: request.query,
  }));
  const lines: Promise<void>[] = [];
  const write = (queries: ChartSlicesLine['queries'], at: number) => {
    const line: ChartSlicesLine = { key: body.requests[at]?.key ?? '', queries };
    lines.push(stream.write([Buffer.from(`${JSON.stringify(line)}\n`)]).catch(() => undefined));
  };
  void answers
    .slice(questions, body.brush, write)
    .catch((error) => request.log.error({ err: error }, 'slices'))
    .then(() => Promise.all(lines))
    .then(() => stream.end());
  return reply;
}

/** Says to a chart's form which dashboard it is asked from, unless it says so itself. */
function onDashboard(payload: ChartDataRequest, dashboardId: number | undefined): ChartDataRequest {
  if (dashboardId === undefined) return payload;
  return {
    ...payload,
    form_data: { ...payload.form_data, dashboardId: payload.form_data?.dashboardId ?? dashboardId },
  };
}

async function loadSavedRequest(
  services: Services,
  { params, query, user }: Context<typeof chartDataEndpoints.saved>,
): Promise<ChartDataRequest> {
  const given = { id: parseId(params.id), force: query.force, dashboardId: query.dashboard_id };
  const saved = await loadChartRequest(services, user, given);
  const request = {
    ...saved,
    result_format: query.format ?? saved.result_format,
    result_type: query.type ?? saved.result_type,
  };
  return readRequest(request) as ChartDataRequest;
}
