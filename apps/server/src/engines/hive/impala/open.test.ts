import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../duckdb/engine-fixture.ts';
import type { Engine } from '../../engine.ts';
import { findDatabaseKind } from '../../kinds.ts';
import { findOpeningProblem } from '../../opening.ts';
import { readScript } from '../../script-reading.ts';
import { noResults } from '../../servers/server-fixture.ts';
import { fromImpalaUri, openImpala, readImpalaScript } from '../index.ts';
import {
  type Answer,
  columnsOf,
  type HiveService,
  rowsOf,
  type ServiceWays,
  startHiveService,
} from '../service-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const types = { int: 3, string: 7, time: 8 };
const open: { service?: HiveService; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(answer: Answer, { options = '', ...ways }: ServiceWays & { readonly options?: string } = {}) {
  const service = await startHiveService(answer, { isSasl: false, ...ways });
  const engine = await openImpala({
    ...fromImpalaUri(`impala://ada:s%20x@127.0.0.1:${service.port}/sales${options}`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(open, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t', more = {}) => engine.run({ ...limits, sql, ...more }) };
}

interface Told {
  readonly columns: readonly string[];
  /** Rows of each fetch, one fetch after the other. */
  readonly parts: readonly (readonly (readonly string[])[])[];
}

/** A server that tells what it is told to, by the beginning of a statement, and whether rows follow. */
function telling(told: Readonly<Record<string, Told>>): Answer {
  let now: Told = { columns: [], parts: [] };
  let count = 0;
  return (question, { statement }) => {
    if (question === 'ExecuteStatement') {
      const head = Object.keys(told).find((one) => String(statement).startsWith(one));
      now = told[head ?? ''] ?? { columns: ['n'], parts: [[]] };
      count = 0;
    }
    if (question === 'GetInfo') return undefined as never;
    if (question === 'GetResultSetMetadata')
      return columnsOf(now.columns.map((name) => ({ name, type: types.string })));
    if (question !== 'FetchResults') return undefined as never;
    const rows = now.parts[count] ?? [];
    count += 1;
    return rowsOf(
      now.columns.map((_, at) => ({ kind: 'stringVal', values: rows.map((row) => row[at] ?? '') })),
      count < now.parts.length,
    );
  };
}

const failing =
  (errorMessage: string): Answer =>
  (question, { statement }) =>
    question === 'ExecuteStatement' && !/^SET|^USE/.test(String(statement))
      ? { status: { statusCode: 3, errorMessage, sqlState: 'HY000' } }
      : (undefined as never);

describe('a server of Impala', () => {
  it('is asked without signing in, in UTC, and for rows as long as it says that some follow, also where none came', async () => {
    const { run, service } = await start(telling({ SELECT: { columns: ['n'], parts: [[['1']], [], [['2']]] } }));
    expect((await run()).table.columns[0]?.values).toEqual(['1', '2']);
    expect(service.signIns).toEqual([]);
    expect(service.heard.filter((one) => one.startsWith('Execute'))).toEqual([
      'ExecuteStatement SET TIMEZONE=UTC',
      'ExecuteStatement USE `sales`',
      'ExecuteStatement SELECT n FROM t',
    ]);
    expect(service.heard.filter((one) => one === 'FetchResults')).toHaveLength(3);
  });

  it('is signed in to by name and password where the address says LDAP, also over HTTP', async () => {
    const rows = telling({ SELECT: { columns: ['n'], parts: [[['1']]] } });
    const ldap = await start(rows, { isSasl: true, options: '?auth_mechanism=LDAP' });
    await ldap.run();
    expect(ldap.service.signIns).toEqual(['\u007cada\u007cs x']);
    await ldap.engine.close();
    await ldap.service.stop();
    const { run, service } = await start(rows, {
      isHttp: true,
      options: '?auth_mechanism=LDAP&use_http_transport=true&http_path=gateway/impala',
    });
    await run();
    expect(service.signIns[0]).toBe('ada:s x');
    expect(service.requests[0]).toMatch(/^\/gateway\/impala /);
  });

  it('is told that a session is over: it would keep it, and what runs in it, without its connection', async () => {
    const { run, engine, service } = await start(telling({ SELECT: { columns: ['n'], parts: [[['1']]] } }));
    await run();
    await engine.close();
    await expect.poll(() => service.heard.at(-1)).toBe('CloseSession');
  });

  it('is told on another connection to end a statement that takes too long', async () => {
    let isSilent = false;
    const rows = telling({ SELECT: { columns: ['n'], parts: [[['1']]] } });
    const { run, service } = await start((question, request) =>
      isSilent && question === 'GetOperationStatus' ? null : rows(question, request),
    );
    await run();
    isSilent = true;
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 300 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    await expect.poll(() => service.heard.includes('CancelOperation')).toBe(true);
  });

  it('is asked whether a table is one, once, before what its name could mean besides is read', async () => {
    const { run, service } = await start(
      telling({
        "SHOW TABLES IN `shop` LIKE 'orders'": { columns: ['name'], parts: [[['orders']]] },
        'SHOW TABLES': { columns: ['name'], parts: [[]] },
        SELECT: { columns: ['n'], parts: [[['1']]] },
      }),
    );
    await run('SELECT n FROM Shop.Orders');
    await run('SELECT n FROM shop.orders');
    expect(service.heard.filter((one) => one.includes('SHOW TABLES'))).toHaveLength(1);
    // `items` could be a column of a table `orders` that holds rows of its own.
    expect(await failureOf(run('SELECT item FROM orders.items'))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'Table "orders.items" does not exist.',
    });
    expect(service.heard.some((one) => one.includes('FROM orders.items'))).toBe(false);
  });

  it('tells its schemas without its own, its functions, and its tables', async () => {
    const { engine } = await start(
      telling({
        'SHOW SCHEMAS': {
          columns: ['name', 'comment'],
          parts: [
            [
              ['sales', ''],
              ['_impala_builtins', 'System'],
            ],
          ],
        },
        'SHOW FUNCTIONS IN _impala_builtins': {
          columns: ['return type', 'signature', 'binary type', 'is persistent'],
          parts: [
            [
              ['BIGINT', 'abs(BIGINT)', 'BUILTIN', 'true'],
              ['INT', 'abs(INT)', 'BUILTIN', 'true'],
            ],
          ],
        },
        'SHOW VIEWS': { columns: ['name'], parts: [[['by_day']]] },
        'SHOW TABLES': { columns: ['name'], parts: [[['by_day'], ['orders']]] },
        'DESCRIBE FORMATTED': {
          columns: ['name', 'type', 'comment'],
          parts: [
            [
              ['# Detailed Table Information', '', ''],
              ['Table Type:         ', 'EXTERNAL_TABLE      ', ''],
              ['', 'totalSize           ', '99'],
            ],
          ],
        },
        DESCRIBE: {
          columns: ['name', 'type', 'comment'],
          parts: [
            [
              ['id', 'bigint', 'its number'],
              ['day', 'date', ''],
            ],
          ],
        },
      }),
    );
    expect(await engine.listSchemas()).toEqual(['sales']);
    expect(await engine.listFunctionNames?.()).toEqual(['abs']);
    expect((await engine.listTables('sales')).map(({ table, kind }) => [table, kind])).toEqual([
      ['by_day', 'view'],
      ['orders', 'table'],
    ]);
    expect(await engine.describeTable({ schema: 'sales', table: 'orders' })).toMatchObject({
      ...{ kind: 'table', sizeBytes: 99 },
      columns: [
        { name: 'id', nativeType: 'BIGINT', type: 'number', comment: 'its number' },
        { name: 'day', nativeType: 'DATE', type: 'temporal' },
      ],
    });
  });

  it.each([
    [
      'ParseException: Syntax error in line 1:\nSELECT n FORM t\n              ^\nEncountered: IDENTIFIER\nExpected: AND, AS, COMMA\n\nCAUSED BY: Exception: Syntax error\n',
      ...['SYNTAX_ERROR', 'Syntax error near "t".', 1, 15],
    ],
    [
      'ParseException: Syntax error in line 2:\n...where the line is longer than what is shown of it FORM t\n                           ^\nEncountered: EOF\nExpected: IDENTIFIER\n',
      ...['SYNTAX_ERROR', 'The statement ends too early.', null, null],
    ],
    [
      "AnalysisException: Could not resolve table reference: 'nope'\n",
      ...['TABLE_DOES_NOT_EXIST_ERROR', 'Table "nope" does not exist.', null, null],
    ],
    [
      "AnalysisException: Could not resolve column/field reference: 'nope'\n",
      ...['COLUMN_DOES_NOT_EXIST_ERROR', 'The column "nope" does not exist.', null, null],
    ],
    [
      'AnalysisException: Database does not exist: nope\n',
      ...['SCHEMA_DOES_NOT_EXIST_ERROR', 'Schema "nope" does not exist.', null, null],
    ],
    [
      "AuthorizationException: User 'ada' does not have privileges to execute 'SELECT' on: sales.t\n",
      'GENERIC_DB_ENGINE_ERROR',
      "User 'ada' does not have privileges to execute 'SELECT' on: sales.t",
      ...[null, null],
    ],
    ['Cancelled', ...['QUERY_STOPPED_ERROR', 'The query was stopped.', null, null]],
  ] as const)('says in plain words: %s', async (message, code, words, line, column) => {
    const { run } = await start(failing(message));
    expect(await failureOf(run())).toMatchObject({ code, message: words, line, column });
  });

  it('is closed to whoever gives a wrong password', async () => {
    const { run } = await start(() => undefined as never, {
      ...{ isSasl: true, isWelcome: false, options: '?auth_mechanism=PLAIN' },
    });
    expect(await failureOf(run())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
  });
});

describe('queries of Impala', () => {
  it.each([
    ['SELECT a FROM Sales.Orders o LEFT ANTI JOIN `u ` ON o.a = u.a', ['sales.orders', 'u']],
    ['WITH x AS (SELECT 1 a FROM t) SELECT STRAIGHT_JOIN * FROM `X ` JOIN u USING (a)', ['t', 'u']],
    ["SELECT 'it\\'s', \"--\" FROM t MINUS SELECT 1, 2 FROM u", ['t', 'u']],
    ['SELECT a FROM t FOR SYSTEM_VERSION AS OF 5', ['t']],
    ['SELECT a <=> b && c FROM t TABLESAMPLE SYSTEM(10)', ['t']],
    ['VALUES (1, 2)', []],
  ])('%s', (sql, wanted) => {
    const found = readImpalaScript(sql).flatMap(({ tables }) =>
      tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
    );
    expect(found).toEqual(wanted);
  });

  it.each([
    'SELECT * FROM `open``secret`',
    'SELECT * FROM `a\\`b`',
    'SELECT * FROM sales.orders.items',
    'SELECT * FROM 1secret',
    "SELECT * FROM t 'x'",
    "SELECT 'a\\\n' FROM t",
    "SELECT ai_generate_text('http://inside', 'x', 'm', 'k', '{}')",
    'SELECT * FROM t JOIN [SHUFFLE] u',
    'INSERT INTO t SELECT 1',
    'INVALIDATE METADATA',
    'SET MEM_LIMIT=1g',
    'USE sales',
    'SHOW TABLES',
  ])('%s is refused', (sql) => {
    expect(() => readImpalaScript(sql)).toThrow();
  });
});

describe('the address of Impala', () => {
  it.each([
    ['impala://h', { user: 'anonymous', port: 21_050, schema: 'default', tlsMode: 'disable', isSasl: false }],
    ['impala://a:b%40c@h:1/Sales?auth_mechanism=plain', { password: 'b@c', schema: 'sales', isSasl: true }],
    ['impala://h?use_ssl=true&verify=false&timeout=5', { tlsMode: 'trust' }],
    ['impala://h?use_http_transport=true', { httpPath: '/cliservice' }],
    ['impala://h?auth_mechanism=GSSAPI', { kerberos: { service: 'impala', principal: null } }],
  ])('%s', (uri, parts) => {
    expect(fromImpalaUri(uri)).toMatchObject(parts);
    expect(findOpeningProblem({ backend: 'impala', sqlalchemy_uri: uri })).toBeNull();
  });

  it.each([
    ['impala://', 'names no host'],
    ['impala:/h', 'must look like impala://'],
    ['impala://h:99999', 'between 1 and 65535'],
    ['impala://h?auth_mechanism=JWT', 'must be NOSASL, PLAIN, LDAP or GSSAPI'],
    ['impala://h?ca_cert=/etc/x', '"ca_cert" of the connection string is not supported'],
    ['impala://h?http_path=x', 'needs use_http_transport=true'],
    ['impala://h?use_http_transport=true&http_path=../x', 'must be plain letters'],
    ['impala://h?kerberos_service_name=x', 'need auth_mechanism=GSSAPI'],
    ['impala://a:b@h?auth_mechanism=GSSAPI', 'has no password'],
    ['impala://%zz@h', 'must be written as %25'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('impala')?.findUriProblem(uri)).toContain(words);
  });

  it.each([
    [{ password: 'p@x', query: {} }, 'auth_mechanism=LDAP'],
    [{ password: 'p@x', query: { auth_mechanism: 'NOSASL', verify: 'false' } }, 'auth_mechanism=NOSASL'],
    [{ password: null, query: { auth_mechanism: 'GSSAPI', kerberos_service_name: 'imp' } }, 'GSSAPI'],
    [{ password: null, query: { use_http_transport: 'true', http_path: 'x/y' } }, 'http_path=x%2Fy'],
  ])('is what the fields of its form mean, and gives them back: %j', (given, part) => {
    const kind = findDatabaseKind('impala');
    const fields = { host: '::1', port: 21_051, database: 'sales', username: 'ada', encryption: true, ...given };
    const uri = kind?.toUri(fields) ?? '';
    expect(uri).toContain(part);
    expect(kind?.toParameters(uri)).toEqual(fields);
  });
});
