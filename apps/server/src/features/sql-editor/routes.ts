import { Readable } from 'node:stream';
import { activeQueryStates, sqlEditorEndpoints, toWireTable, type WireWindow } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { type Context, notFound, publicOrigin, type Router } from '../../http/index.ts';
import { createKeyValues } from '../../key-values/index.ts';
import { findStatementResult, type QueryRun, type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { loadBootstrap, type TabsReader } from './bootstrap.ts';
import { profileColumn } from './column-profile.ts';
import { estimateCost } from './estimate.ts';
import { type ExecuteDeps, type Execution, getDatabase, type Started, startExecution } from './execute.ts';
import { explainQuery } from './explain.ts';
import { sendResultFile } from './files.ts';
import { toFilteredSql } from './filter-sql.ts';
import { formatSql } from './format.ts';
import { findKeyColumns, followKey } from './key-columns.ts';
import { openEditor } from './open.ts';
import { createSqlPermalinks } from './permalinks.ts';
import { previewText } from './preview.ts';
import { followRun, streamRun } from './progress.ts';
import {
  getRunOfClient,
  getRunOfResult,
  orGone,
  parseCellQ,
  parseColumnDetailQ,
  parseColumnValuesQ,
  parseCompareQ,
  parseResultChartQ,
  parseResultsQ,
  parseWindowQ,
  toExecutionAnswer,
} from './reading.ts';
import { answerResultChart, type ChartParts, drawResultChart } from './result-chart.ts';
import { compareResultFigures } from './result-figures.ts';
import type { EditorResults } from './results.ts';
import { resumeRuns } from './resume.ts';
import type { RunOutcome } from './run.ts';
import { readTemplate } from './template.ts';

export interface SqlEditorOptions extends ChartParts {
  readonly registry: RunRegistry;
  readonly results: EditorResults;
  readonly tabs: TabsReader;
  /** Keeps a text for sharing and gives its key. */
  readonly keepText: (text: string, user: User) => Promise<string>;
}

export interface SqlEditor {
  /** Runs that a process left behind are begun anew, or say that they have failed; which one is named as `takeOverRuns` does. */
  settle(process?: string | null): Promise<void>;
  /** Runs a script for somebody who is not there to watch; `ended` settles with what came of it. */
  execute(execution: Execution): Promise<Started>;
}

export function registerSqlEditor(router: Router, services: Services, options: SqlEditorOptions): SqlEditor {
  const deps: ExecuteDeps = { services, registry: options.registry, results: options.results };
  registerRuns(router, deps);
  registerResults(router, deps);
  registerCharts(router, deps, options);
  registerKeys(router, deps);
  registerFiles(router, deps);
  registerRest(router, services, options);
  return {
    execute: (execution) => startExecution(deps, execution),
    settle: (process) => resumeRuns(deps, process),
  };
}

function registerRuns(router: Router, deps: ExecuteDeps): void {
  const { services, registry } = deps;
  for (const endpoint of [sqlEditorEndpoints.execute, sqlEditorEndpoints.executeLegacy])
    router.route(endpoint, async ({ user, body, signal, request, reply, answer }) => {
      const { run, isAsync, ended } = await startExecution(deps, { user, body, urlParams: request.query, signal });
      if (isAsync) {
        void ended;
        const [query] = await toWireQueries(services.store, [run], registry);
        if (!query) throw notFound();
        return answer(202, { query });
      }
      const toAnswer = (outcome: RunOutcome) =>
        toExecutionAnswer(deps, outcome, { rows: body.preview_rows ?? services.config.displayMaxRow, isCached: false });
      if (request.headers.accept?.includes('text/event-stream')) {
        const following = { services, registry, clientId: run.client_id, reply, signal };
        await streamRun(following, async () => {
          const outcome = await ended;
          return outcome.error ? null : toAnswer(outcome);
        });
        return reply;
      }
      const outcome = await ended;
      if (outcome.error) throw outcome.error;
      return sendJson(reply, await toAnswer(outcome));
    });
  router.route(sqlEditorEndpoints.progress, async ({ user, params, reply, signal, request }) => {
    await getRunOfClient(deps, user, params.client_id);
    await followRun({ services, registry, clientId: params.client_id, reply, signal, request });
    return reply;
  });
}

function sendJson<R extends { type(name: string): R; send(parts: Readable): R }>(
  reply: R,
  parts: AsyncIterable<string>,
): R {
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }));
}

function registerResults(router: Router, deps: ExecuteDeps): void {
  const { results } = deps;
  router.route(sqlEditorEndpoints.results, async ({ user, query, reply }) => {
    const { key, rows } = parseResultsQ(query);
    const run = await getRunOfResult(deps, user, key);
    const limit = rows ?? deps.services.config.displayMaxRow;
    const outcome = { run, table: null, error: null };
    return sendJson(reply, await toExecutionAnswer(deps, outcome, { rows: limit, isCached: true }));
  });
  router.route(sqlEditorEndpoints.window, async ({ user, params, query, reply }) => {
    const run = await getRunOfResult(deps, user, params.key);
    const question = parseWindowQ(query);
    // A stored result never changes.
    reply.header('cache-control', 'private, max-age=3600');
    if (query.format === 'arrow') {
      const bytes = await orGone(results.arrowWindow(params.key, question));
      return reply.type('application/vnd.apache.arrow.stream').send(Buffer.from(bytes));
    }
    const { table, matchedRows, cuts } = await orGone(results.window(params.key, question));
    const window: WireWindow = {
      table: toWireTable(table),
      offset: question.offset ?? 0,
      cuts,
      matchedRows,
      totalRows: findStatementResult(run, params.key)?.rows ?? run.rows ?? matchedRows,
    };
    return window;
  });
  router.route(sqlEditorEndpoints.cell, async ({ user, params, query, reply }) => {
    await getRunOfResult(deps, user, params.key);
    reply.header('cache-control', 'private, max-age=3600');
    return orGone(results.cell(params.key, parseCellQ(query)));
  });
  router.route(sqlEditorEndpoints.compare, async ({ user, params, query, signal }) => {
    const question = parseCompareQ(query);
    // Both have to be the caller's to read.
    await getRunOfResult(deps, user, params.key);
    await getRunOfResult(deps, user, question.before);
    return orGone(results.compare(params.key, question, signal));
  });
  registerProfiles(router, deps);
}

/** What columns hold; each ends with the request that asked. */
function registerProfiles(router: Router, deps: ExecuteDeps): void {
  const { results } = deps;
  router.route(sqlEditorEndpoints.profile, async ({ user, params, signal }) => {
    await getRunOfResult(deps, user, params.key);
    return orGone(results.profile(params.key, signal));
  });
  router.route(sqlEditorEndpoints.columnDetail, async ({ user, params, query, signal }) => {
    const question = parseColumnDetailQ(query);
    await getRunOfResult(deps, user, params.key);
    return orGone(results.column(params.key, question, signal));
  });
  router.route(sqlEditorEndpoints.columnValues, async ({ user, params, query, signal }) => {
    const question = parseColumnValuesQ(query);
    await getRunOfResult(deps, user, params.key);
    return orGone(results.values(params.key, question, signal));
  });
  router.route(sqlEditorEndpoints.filterSql, async ({ user, params, body }) => {
    const run = await getRunOfResult(deps, user, params.key);
    const { backend } = await getDatabase(deps.services, run.database_id);
    const header = await orGone(results.describe(params.key));
    return { result: toFilteredSql({ ...body, header, backend }) };
  });
}

function registerCharts(router: Router, deps: ExecuteDeps, { answers, pictures }: ChartParts): void {
  const { results, services } = deps;
  router.route(sqlEditorEndpoints.chart, async ({ user, params, query, signal }) => {
    const { chart, search, filters } = parseResultChartQ(query);
    const run = await getRunOfResult(deps, user, params.key);
    const source = await orGone(results.source(params.key, { search, filters }));
    return { result: await orGone(answerResultChart(services, answers, { user, run, source, chart, signal })) };
  });
  router.route(sqlEditorEndpoints.chartPicture, async ({ user, params, query, signal }) => {
    const { chart, search, filters } = parseResultChartQ(query);
    const { theme, locale } = query;
    const run = await getRunOfResult(deps, user, params.key);
    const source = await orGone(results.source(params.key, { search, filters }));
    const parts = { services, answers, pictures };
    const charting = { user, run, source, chart, signal };
    return { result: await orGone(drawResultChart(parts, charting, { theme, locale })) };
  });
  router.route(sqlEditorEndpoints.figures, async ({ user, params, query, signal }) => {
    // Both have to be the caller's to read.
    const open = async (key: string) => ({
      run: await getRunOfResult(deps, user, key),
      source: await orGone(results.source(key, {})),
    });
    const [before, after] = [await open(query.before), await open(params.key)];
    return { result: await orGone(compareResultFigures(services, answers, { user, signal, before, after })) };
  });
}

/** Which columns are keys, and where their values lead. */
function registerKeys(router: Router, deps: ExecuteDeps): void {
  const { results, services } = deps;
  router.route(sqlEditorEndpoints.keys, async ({ user, params }) => {
    const run = await getRunOfResult(deps, user, params.key);
    const header = await orGone(results.describe(params.key));
    return { result: await findKeyColumns(services, { user, run, key: params.key, header }) };
  });
  router.route(sqlEditorEndpoints.follow, async ({ user, params, query }) => {
    const place = parseCellQ(query);
    const run = await getRunOfResult(deps, user, params.key);
    const header = await orGone(results.describe(params.key));
    return { result: await orGone(followKey(services, results, { user, run, key: params.key, header, place })) };
  });
}

function registerFiles(router: Router, deps: ExecuteDeps): void {
  const { results, services } = deps;
  router.route(sqlEditorEndpoints.exportResult, async ({ user, params, query, reply, signal }) => {
    const run = await getRunOfResult(deps, user, params.key);
    const format = query.format ?? 'csv';
    const file = await orGone(results.exportFile(params.key, { format, question: parseWindowQ(query) }, signal));
    return sendResultFile({ reply, file, format, run, now: services.now() });
  });
  const sendCsv = async (
    { user, reply, signal }: Pick<Context, 'user' | 'reply' | 'signal'>,
    { clientId, name }: { readonly clientId: string; readonly name?: string | null },
  ) => {
    const run = await getRunOfClient(deps, user, clientId);
    const file = await orGone(results.exportFile(keyOf(run), { format: 'csv', question: {} }, signal));
    return sendResultFile({ reply, file, format: 'csv', run, now: services.now(), name });
  };
  router.route(sqlEditorEndpoints.exportCsv, (context) => sendCsv(context, { clientId: context.params.client_id }));
  router.route(sqlEditorEndpoints.exportStreaming, (context) =>
    sendCsv(context, { clientId: context.body.client_id, name: context.body.filename }),
  );
}

function keyOf(run: QueryRun): string {
  const isActive = activeQueryStates.some((state) => state === run.status);
  if (isActive || !run.results_key) throw notFound();
  return run.results_key;
}

function registerPermalinks(router: Router, services: Services): void {
  const permalinks = createSqlPermalinks(services, createKeyValues(services));
  router.route(sqlEditorEndpoints.createPermalink, async ({ user, body, request, answer }) => {
    const key = await permalinks.create(user, body);
    return answer(201, { key, url: `${publicOrigin(request, services.config)}/sqllab/p/${key}/` });
  });
  router.route(sqlEditorEndpoints.getPermalink, ({ params }) => permalinks.get(params.key));
}

function registerRest(router: Router, services: Services, options: SqlEditorOptions): void {
  const { registry, tabs, keepText, results } = options;
  registerPermalinks(router, services);
  router.route(sqlEditorEndpoints.bootstrap, async ({ user, reply }) => {
    reply.header('cache-control', 'no-store');
    return { result: await loadBootstrap({ services, registry, tabs, user }) };
  });
  router.route(sqlEditorEndpoints.estimate, async ({ user, body }) => ({
    result: await estimateCost(
      { services, results },
      {
        user,
        databaseId: body.database_id,
        catalog: body.catalog,
        schema: body.schema,
        sql: body.sql,
        templateParams: body.template_params,
        results: body.results,
      },
    ),
  }));
  router.route(sqlEditorEndpoints.columnProfile, async ({ user, query, signal }) => ({
    result: await profileColumn(services, {
      user,
      databaseId: query.database_id,
      catalog: query.catalog || null,
      schema: query.schema ?? null,
      table: query.table,
      column: query.column,
      signal,
    }),
  }));
  router.route(sqlEditorEndpoints.explain, async ({ user, body, request, signal }) => ({
    result: await explainQuery({ services, results }, { user, body, urlParams: request.query, signal }),
  }));
  router.route(sqlEditorEndpoints.preview, async ({ user, body, request, signal }) => ({
    result: await previewText({ services, results }, { user, body, urlParams: request.query, signal }),
  }));
  router.route(sqlEditorEndpoints.template, async ({ user, body, request }) => ({
    result: await readTemplate(services, { user, body, urlParams: request.query }),
  }));
  for (const endpoint of [sqlEditorEndpoints.format, sqlEditorEndpoints.formatSql]) {
    router.route(endpoint, async ({ user, body, signal }) => ({
      result: await formatSql(services, { user, body, signal }),
    }));
  }
  router.route(sqlEditorEndpoints.open, ({ user, body, reply }) =>
    openEditor({ form: body, reply, keep: (text) => keepText(text, user) }),
  );
}
