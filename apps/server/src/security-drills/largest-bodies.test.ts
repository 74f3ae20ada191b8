import type { DescribedEndpoint } from '@powerset/contract';
import { describeEndpoints } from '@powerset/contract/schemas';
import {
  type ApiClient,
  computedMs,
  signInWithToken,
  startServer,
  type TestServer,
  testAdmin,
} from '@powerset/testkit';
import { strToU8, zipSync } from 'fflate';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await startServer({ env: { POWERSET_FEATURES: 'ENABLE_TEMPLATE_PROCESSING' } });
  admin = await signInWithToken(server.url, testAdmin);
  await fillServer();
}, 120_000);
afterAll(() => server.stop());

const worstMs = 50;
const bodyBytes = 4 * 1024 * 1024;
const longest = 1_000_000;

/** One of each thing that calls name by its id. */
async function fillServer(): Promise<void> {
  const make = async (path: string, body: object) => {
    const answer = await admin.post(path, body);
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  };
  await make('/api/v1/dataset/', { database: 1, schema: 'main', table_name: 't', sql: 'select 1 as a, now() as at' });
  await make('/api/v1/chart/', {
    slice_name: 'c',
    viz_type: 'table',
    datasource_id: 1,
    datasource_type: 'table',
    params: '{}',
  });
  await make('/api/v1/dashboard/', { dashboard_title: 'd' });
  await make('/api/v1/saved_query/', { db_id: 1, label: 'q', sql: 'select 1' });
  await make('/api/v1/annotation_layer/', { name: 'l' });
  remoteId = await importFarDatabase();
}

let remoteId: number;

/** A connection that no server answers: SQL for it is read before anybody is asked. */
async function importFarDatabase(): Promise<number> {
  const uri = 'postgresql://u@127.0.0.1:1/d';
  const yaml = `database_name: Far\nsqlalchemy_uri: ${uri}\nexpose_in_sqllab: true\nextra: {}\nuuid: 7c8f1a52-1111-4d1e-9a3e-5a0d3f2b1c11\nversion: 1.0.0\n`;
  const bundle = zipSync({ 'x/metadata.yaml': metadata('Database'), 'x/databases/far.yaml': strToU8(yaml) });
  const form = new FormData();
  form.append('formData', new Blob([new Uint8Array(bundle)]), 'a.zip');
  const answer = await fetch(`${server.url}/api/v1/database/import/`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  });
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.any(String)]);
  const { result } = (await admin.get('/api/v1/database/')).json;
  return result.find((one: { database_name: string }) => one.database_name === 'Far').id as number;
}

const endpoints = [...describeEndpoints().values()]
  // These end what the others need.
  .filter(({ id, method }) => method !== 'DELETE' && !/sign_out|logout|password|revoke/.test(id));

type Node = TSchema & {
  readonly type?: string;
  readonly anyOf?: readonly TSchema[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly maxLength?: number;
};

/** What calls have to say before they look at the rest. */
const known: Readonly<Record<string, unknown>> = {
  database_id: 1,
  database: 1,
  db_id: 1,
  datasource: { id: 1, type: 'table' },
  datasource_id: 1,
  datasource_type: 'table',
  viz_type: 'table',
  sql: 'select 1 as a',
  schema: 'main',
  table_name: 't',
  queries: [{ columns: ['a'], metrics: ['count'] }],
  engine: 'duckdb',
};

function smallest(schema: TSchema, name = ''): unknown {
  const node = schema as Node;
  if (Object.hasOwn(known, name)) return known[name];
  if (node.const !== undefined) return node.const;
  if (node.anyOf) return smallest(node.anyOf[0]!, name);
  if (node.type === 'string') return 'a';
  if (node.type === 'integer' || node.type === 'number') return 1;
  if (node.type === 'boolean') return false;
  if (node.type === 'array') return [];
  return Object.fromEntries((node.required ?? []).map((key) => [key, smallest(node.properties![key]!, key)]));
}

/** The fields that take something large, by path, and what kind of thing each takes. */
function largeFields(
  schema: TSchema,
  path: readonly string[] = [],
): readonly { path: readonly string[]; kind: 'text' | 'list' | 'any' }[] {
  const node = schema as Node;
  if (path.length > 4 || node.const !== undefined) return [];
  if (node.anyOf) {
    const found = node.anyOf.flatMap((one) => largeFields(one, path));
    return found.filter(
      (one, index) =>
        found.findIndex((other) => String(other.path) === String(one.path) && other.kind === one.kind) === index,
    );
  }
  if (node.type === 'string') return (node.maxLength ?? longest) >= 1000 ? [{ path, kind: 'text' }] : [];
  if (node.type === 'array') {
    const inside = node.items ? largeFields(node.items, [...path, '0']) : [];
    return [{ path, kind: 'list' }, ...inside];
  }
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, one]) => largeFields(one, [...path, name]));
  return node.type === 'object' || node.type === undefined ? [{ path, kind: 'any' }] : [];
}

function withField(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '0') return [withField(Array.isArray(body) ? body[0] : undefined, rest, value)];
  const base = typeof body === 'object' && body !== null ? body : {};
  return { ...base, [name]: withField((base as Record<string, unknown>)[name], rest, value) };
}

const fit = (piece: string, length = longest) => piece.repeat(Math.floor(length / piece.length));
const nest = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 1 as unknown);

/** Large values, a function each so that they are made one at a time. */
const texts: readonly (() => string)[] = [
  () => fit('select a from t where (a = 1) and '),
  () => fit('('),
  () => `select ${fit("'a', ")}1`,
  () => fit('{"a":['),
  () => `{"a":[${fit('1,', 96_000)}1]}`,
  () => fit('{% for i in range(9999) %}'),
  () => fit('select 1;\n'),
  () => fit('1 day ago : '),
];
const lists: readonly (() => unknown)[] = [
  () => Array.from({ length: 49_000 }, (_, at) => at),
  () => Array.from({ length: 40_000 }, () => 'a'.repeat(80)),
  () => Array.from({ length: 7000 }, (_, at) => ({ col: `a${at}`, op: '==', val: at })),
  () => nest(95),
];
const objects: readonly (() => unknown)[] = [
  () => Object.fromEntries(Array.from({ length: 24_000 }, (_, at) => [`k${at}`, at])),
  () => ({ a: fit('x', 3_500_000) }),
];
const shapes = { text: texts, list: lists, any: [...lists, ...objects] } as const;

/** Texts that are read as a language are tried in every shape, the others take turns. */
function isTried(one: { path: readonly string[]; at: number; index: number; of: number }): boolean {
  const isRead = /sql|where|having|json|params|context|template|form_data|extra/i.test(one.path.at(-1) ?? '');
  return (isRead && one.path.length < 3) || (one.at + one.index) % one.of === 0;
}

function* bodiesOf({
  method,
  body: schema,
  bodyKind,
}: DescribedEndpoint): Generator<readonly [name: string, body: string]> {
  if (method === 'GET' || bodyKind === 'multipart') return;
  yield ['deep', '['.repeat(bodyBytes - 1)];
  yield ['dense', `[${'1,'.repeat(bodyBytes / 2 - 2)}1]`];
  yield ['keys', `{${fit('"a":1,', bodyBytes - 100)}"a":1}`];
  if (!schema) return;
  const base = smallest(schema);
  for (const [at, { path, kind }] of largeFields(schema).entries())
    for (const [index, make] of shapes[kind].entries()) {
      if (!isTried({ path, at, index, of: shapes[kind].length })) continue;
      const text = JSON.stringify(withField(base, path, make()));
      if (text.length < bodyBytes) yield [`${path.join('.') || 'body'} ${kind} ${index}`, text];
    }
}

const metadata = (type: string) => strToU8(`version: 1.0.0\ntype: ${type}\ntimestamp: '2026-01-01'\n`);

/** Archives at the edge of what is taken, in each field that a file is looked for in. */
function* archives(id: string): Generator<readonly [name: string, form: FormData]> {
  const type = { dashboard: 'Dashboard', dataset: 'SqlaTable', database: 'Database', saved_query: 'SavedQuery' };
  const [kind = ''] = id.split('.');
  const files: Readonly<Record<string, () => Record<string, Uint8Array>>> = {
    'many documents': () =>
      Object.fromEntries(
        Array.from({ length: 2500 }, (_, at) => [
          `x/datasets/d/${at}.yaml`,
          strToU8(`table_name: t${at}\nuuid: ${at}\n`),
        ]),
      ),
    'a dense document': () => ({ 'x/datasets/d/a.yaml': strToU8(`table_name: [${fit('1,', 200_000)}1]`) }),
    'a long text': () => ({ 'x/datasets/d/a.yaml': strToU8(`table_name: '${fit('lorem ipsum ', 4_500_000)}'`) }),
    'a deep document': () => ({ 'x/datasets/d/a.yaml': strToU8('- '.repeat(50_000)) }),
  };
  for (const [name, make] of Object.entries(files)) {
    const bytes = zipSync({ 'x/metadata.yaml': metadata(type[kind as keyof typeof type] ?? 'assets'), ...make() });
    const form = new FormData();
    for (const field of ['formData', 'bundle', 'file']) form.append(field, new Blob([new Uint8Array(bytes)]), 'a.zip');
    yield [name, form];
  }
}

/**
 * Pings as long as work goes on. Of the time that a ping took, only that counts in which the server's own thread was at
 * work: while it waits for the processor others have it.
 */
async function longestPingMs(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longestMs = 0;
  while (!isDone) {
    const [startedAt, computedAt] = [performance.now(), computedMs(server.pid)];
    await (await fetch(`${server.url}/ping`)).text();
    longestMs = Math.max(longestMs, Math.min(performance.now() - startedAt, computedMs(server.pid) - computedAt));
  }
  await done;
  return longestMs;
}

/** A first look may meet the collector of garbage or the compiler, of which others wait once; what is slow is slow again. */
const looks = 4;

/** How long the others wait each time; null when that is within the bound. */
async function heldMs(work: () => Promise<unknown>): Promise<number | null> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks && least > worstMs; look += 1) least = Math.min(least, await longestPingMs(work()));
  return least > worstMs ? Math.round(least) : null;
}

type Work = readonly [name: string, work: () => Promise<unknown>];

async function slowOf(works: Iterable<Work>): Promise<readonly string[]> {
  const slow: string[] = [];
  for (const [name, work] of works) {
    const ms = await heldMs(work);
    if (ms !== null) slow.push(`${name}: ${ms} ms`);
  }
  return slow;
}

/** An error says what was wrong with what was sent, and does not send it back. */
const mostErrorBytes = 50_000;
const longErrors: string[] = [];

async function send(
  { method, path }: DescribedEndpoint,
  body: string | FormData | undefined,
  query = '',
): Promise<void> {
  const address = `${server.url}${path.replace(/:[A-Za-z_]+/g, '1')}${query}`;
  const headers = { ...admin.headers, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) };
  const signal = AbortSignal.timeout(15_000);
  // What it answers is others' concern, and some that go on for ever are left.
  const answer = await fetch(address, { method, headers, body, signal, redirect: 'manual' })
    .then(async (answered) => ({ status: answered.status, bytes: (await answered.arrayBuffer()).byteLength }))
    .catch(() => null);
  if (answer && answer.status >= 400 && answer.bytes > mostErrorBytes) longErrors.push(`${path}: ${answer.bytes}`);
}

function* worksOf(endpoint: DescribedEndpoint): Generator<Work> {
  for (const [name, body] of bodiesOf(endpoint)) yield [name, () => send(endpoint, body)];
  if (endpoint.bodyKind === 'multipart')
    for (const [name, form] of archives(endpoint.id)) yield [name, () => send(endpoint, form)];
  if (!endpoint.query) return;
  for (const q of [
    '!('.repeat(6000),
    `!(${'1,'.repeat(6000)}1)`,
    '('.repeat(12_000),
    `(filters:!(${'(col:a,opr:eq,value:1),'.repeat(500)}(col:a,opr:eq,value:1)))`,
  ])
    yield [`q ${q.slice(0, 20)}`, () => send(endpoint, undefined, `?q=${q}`)];
}

describe('the largest body that a call takes', () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'keeps nobody waiting, and is not sent back by an error: %s',
    async (_id, endpoint) => {
      longErrors.length = 0;
      const slow = await slowOf(worksOf(endpoint));
      expect({ slow, longErrors }).toEqual({ slow: [], longErrors: [] });
    },
    120_000,
  );
});

describe('the longest SQL in a grammar that is read by this program', () => {
  const scripts: readonly (() => string)[] = [
    ...texts,
    () => `select ${fit('1,', 490_000)}1`,
    () => `select 1${fit('::a', 490_000)}`,
    () => `select ${Array.from({ length: 4900 }, (_, at) => `f${at}(a)`)}`,
  ];
  const doors: readonly (readonly [name: string, path: () => string, body: (sql: string) => object])[] = [
    ['a run', () => '/api/v1/sqllab/execute/', (sql) => ({ database_id: remoteId, sql, schema: 's' })],
    ['a check', () => `/api/v1/database/${remoteId}/validate_sql/`, (sql) => ({ sql, schema: 's' })],
    ['an estimate', () => '/api/v1/sqllab/estimate/', (sql) => ({ database_id: remoteId, sql, schema: 's' })],
    ['a dataset', () => '/api/v1/dataset/', (sql) => ({ database: remoteId, schema: 's', table_name: 'far', sql })],
  ];
  it.each(doors)(
    'keeps nobody waiting: %s',
    async (_name, path, body) => {
      const slow = await slowOf(
        scripts.map((make, at) => [`script ${at}`, () => admin.post(path(), body(make()))] as const),
      );
      expect(slow).toEqual([]);
    },
    120_000,
  );
});

describe('the largest question for the rows behind a mark', () => {
  const ask = (query: object) => async () => {
    const answer = await admin.post('/api/v1/chart/data', { datasource: { id: 1, type: 'table' }, queries: [query] });
    // Whatever it answers, it was read.
    expect(answer.status).toBeLessThan(500);
  };
  const filters = Array.from({ length: 7000 }, (_, at) => ({ col: 'a', op: '==', val: at }));
  const values = Array.from({ length: 90_000 }, (_, at) => at);

  it.each(['drill_detail', 'samples', 'columns', 'timegrains', 'query', 'results'])(
    'keeps nobody waiting: %s',
    async (result_type) => {
      const slow = await slowOf([
        ['filters', ask({ result_type, filters })],
        ['values', ask({ result_type, filters: [{ col: 'a', op: 'IN', val: values }] })],
        ['columns', ask({ result_type, columns: Array.from({ length: 40_000 }, () => 'a') })],
        ['order', ask({ result_type, columns: ['a'], orderby: Array.from({ length: 40_000 }, () => ['a', true]) })],
        ['condition', ask({ result_type, columns: ['a'], extras: { where: fit('(a = 1) or ', 900_000) } })],
      ]);
      expect(slow).toEqual([]);
    },
    120_000,
  );
});

describe('pictures of the largest charts and dashboards', () => {
  const dataset = { database: 1, schema: 'main', table_name: 'many' };
  const sql = 'select i as a, i * 7 % 1000 as b from range(100000) t(i)';
  const form = { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(b)', label: 's' }], row_limit: 50_000 };
  const forms: Readonly<Record<string, object>> = {
    pie: { groupby: ['a'], metric: form.metrics[0] },
    word_cloud: { series: 'a', metric: form.metrics[0] },
    treemap_v2: { groupby: ['a'], metric: form.metrics[0] },
    echarts_timeseries_line: { x_axis: 'a', groupby: [] },
    echarts_timeseries_bar: { x_axis: 'a', groupby: [], xAxisForceCategorical: true },
    echarts_timeseries_scatter: { x_axis: 'a', groupby: [] },
    table: { query_mode: 'raw', all_columns: ['a', 'b'] },
  };

  it('keep nobody waiting', async () => {
    const made = await admin.post('/api/v1/dataset/', { ...dataset, sql });
    const works: Work[] = [];
    for (const [viz_type, own] of Object.entries(forms)) {
      const params = JSON.stringify({ ...form, ...own, viz_type, datasource: `${made.json.id}__table` });
      const chart = await admin.post('/api/v1/chart/', {
        ...{ slice_name: viz_type, viz_type, params },
        ...{ datasource_id: made.json.id, datasource_type: 'table' },
      });
      const path = `/api/v1/chart/${chart.json.id}/cache_screenshot/?q=(force:!t,window_size:!(1200,800))`;
      works.push([viz_type, async () => drawn((await admin.get(path)).json.image_url)]);
    }
    expect(await slowOf(works)).toEqual([]);
  }, 240_000);

  async function drawn(address: string): Promise<void> {
    const answer = await fetch(`${server.url}${new URL(address, server.url).pathname}`, { headers: admin.headers });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
});
