import {
  type ChartBatchLine,
  type ChartBatchRequest,
  type ChartDataRequest,
  type ChartDataResult,
  type ChartTableResult,
  chartDataEndpoints,
  exploreEndpoints,
  genericTypeCodes,
  type OfflineFile,
} from '@powerset/contract';
import { type FileAnswers, openFileQuestion, readFileRange } from '@powerset/query/offline';
import { msg } from '../i18n/index.ts';

/** A chart whose figures cannot be had from the file says so: an old figure under new filters would be a lie. */
const notHeld = msg('This file does not hold what this chart shows under these filters.');

/** Answers the calls of a file's page from the file. What it does not hold is refused as the server refuses. */
export function createFileFetch(file: OfflineFile): typeof fetch {
  const questions = openQuestions(file);
  return async (input, init) => {
    const [path = '', search = ''] = String(input).split('?');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    // Each endpoint's own body: this page's calls alone come here.
    if (path === chartDataEndpoints.batch.path) return toLines(answerBatch(body as ChartBatchRequest, questions));
    if (path === chartDataEndpoints.data.path) return answerData(body as ChartDataRequest, questions);
    if (path === exploreEndpoints.timeRange.path) return answerRange(search, new Date(file.madeAt));
    const known = Object.hasOwn(file.reads, path) ? file.reads[path] : undefined;
    return known === undefined ? refusal(404, 'Not found') : Response.json(known);
  };
}

interface Questions {
  readonly ask: (key: string, request: ChartDataRequest) => readonly ChartTableResult[] | null;
  /** Why there is no answer. */
  readonly problemOf: (key: string) => string;
}

function openQuestions(file: OfflineFile): Questions {
  const madeAt = new Date(file.madeAt);
  const questions = new Map(file.questions.map((question) => [question.key, question]));
  const opened = new Map<string, FileAnswers>();
  return {
    problemOf: (key) => questions.get(key)?.problem ?? notHeld,
    ask: (key, { queries }) => {
      const question = questions.get(key);
      if (!question) return null;
      const answers = opened.get(key) ?? openFileQuestion(question, madeAt);
      opened.set(key, answers);
      return answers.answer(queries);
    },
  };
}

function answerBatch({ requests }: ChartBatchRequest, { ask, problemOf }: Questions): readonly ChartBatchLine[] {
  return requests.map(({ key, payload }) => {
    const results = ask(`chart:${key}`, payload);
    if (results) return { key, status: 200, results: [...results] };
    return { key, status: 422, error: errorBody(problemOf(`chart:${key}`)) };
  });
}

function toLines(lines: readonly ChartBatchLine[]): Response {
  return new Response(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

/** What a filter offers: asked for one by one, in rows. */
function answerData(request: ChartDataRequest, { ask, problemOf }: Questions): Response {
  const filter = request.form_data?.native_filter_id;
  const results: (ChartDataResult | null)[] = request.queries.map((query) => {
    const given = ask(`filter:${filter}`, { ...request, queries: [query] })?.[0];
    return given ? toRows(given) : null;
  });
  return results.includes(null) ? refusal(422, problemOf(`filter:${filter}`)) : Response.json({ result: results });
}

function toRows({ table, ...facts }: ChartTableResult): ChartDataResult {
  const { columns, rowCount } = table;
  const numbers = Array.from({ length: rowCount }, (_, row) => row);
  const { engineMs: _engine, limitReached: _limit, summable: _summable, ...told } = facts;
  return {
    ...told,
    colnames: columns.map(({ name }) => name),
    coltypes: columns.map(({ type }) => genericTypeCodes[type]),
    indexnames: numbers,
    data: numbers.map((row) => Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? null]))),
  };
}

/** What a range of time comes to, while somebody chooses one. */
function answerRange(search: string, madeAt: Date): Response {
  const range = readFileRange(new URLSearchParams(search).get('q') ?? '', madeAt);
  return 'problem' in range ? refusal(400, range.problem) : Response.json({ result: range });
}

function errorBody(message: string) {
  return { errors: [{ message, error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' as const, extra: {} }] };
}

function refusal(status: number, message: string): Response {
  return Response.json(errorBody(message), { status });
}
