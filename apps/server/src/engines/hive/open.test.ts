import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine, RunProgress } from '../engine.ts';
import { findDatabaseKind } from '../kinds.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { readStatements } from './grammar.ts';
import { fromUri, openHive } from './index.ts';
import { type Answer, columnsOf, type HiveService, progressOf, rowsOf, startHiveService } from './service-fixture.ts';

/** Of a variable of the server. */
const opening = '$'.concat('{');
const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const types = { boolean: 0, int: 3, bigint: 4, double: 6, string: 7, time: 8, binary: 9, decimal: 15, zoned: 22 };
const running = { operationState: 1 };
const open: { service?: HiveService; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
});

async function start(answer: Answer, { isWelcome = true, isSasl = true, account = 'ada:s%20x@' } = {}) {
  const service = await startHiveService(answer, { isWelcome, isSasl });
  const engine = await openHive({
    ...fromUri(`hive://${account}127.0.0.1:${service.port}/sales?auth=${isSasl ? 'LDAP' : 'NOSASL'}`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(open, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t', more = {}) => engine.run({ ...limits, sql, ...more }) };
}

/** Answers with parts of rows, one after the other, and then with none. */
function answering(
  columns: Parameters<typeof columnsOf>[0],
  ...parts: readonly Parameters<typeof rowsOf>[0][]
): Answer {
  let count = 0;
  return (question) => {
    if (question === 'GetResultSetMetadata') return columnsOf(columns);
    if (question !== 'FetchResults') return undefined as never;
    const part = parts[count];
    count += 1;
    return rowsOf(part ?? columns.map(() => ({ kind: 'i32Val', values: [] })));
  };
}

const failing =
  (errorMessage: string): Answer =>
  (question) =>
    question === 'GetOperationStatus' ? { operationState: 5, errorMessage, sqlState: '42000' } : (undefined as never);

describe('a server that speaks the protocol of HiveServer2', () => {
  it('is signed in to, set to UTC and to the schema, and asked for rows until there are no more', async () => {
    const n = (values: readonly number[]) => [{ kind: 'i32Val', values }];
    const { run, service } = await start(answering([{ name: 'n', type: types.int }], n([1, 2]), n([3])));
    expect((await run()).table.columns[0]?.values).toEqual([1, 2, 3]);
    expect(service.signIns).toEqual(['|ada|s x']);
    expect(service.heard.filter((one) => one.startsWith('Execute'))).toEqual([
      'ExecuteStatement SET spark.sql.session.timeZone=UTC',
      'ExecuteStatement SET spark.sql.variable.substitute=false',
      'ExecuteStatement SET spark.sql.parser.escapedStringLiterals=false',
      'ExecuteStatement SET spark.sql.ansi.doubleQuotedIdentifiers=false',
      'ExecuteStatement USE `sales`',
      'ExecuteStatement SELECT n FROM t',
    ]);
    expect(service.heard.slice(-6)).toEqual([
      ...[
        'GetOperationStatus',
        'GetResultSetMetadata',
        'FetchResults',
        'FetchResults',
        'FetchResults',
        'CloseOperation',
      ],
    ]);
    await run();
    expect(service.heard.filter((one) => one === 'OpenSession')).toHaveLength(1);
  });

  it('has its values read exactly, whatever their types', async () => {
    const long = Buffer.from('0020000000000001', 'hex');
    const columns = [
      ...[
        { name: 'i', type: types.bigint },
        { name: 'd', type: types.decimal, qualifiers: { precision: 38, scale: 9 } },
      ],
      ...[
        { name: 'f', type: types.double },
        { name: 'b', type: types.boolean },
        { name: 't', type: types.time },
      ],
      ...[
        { name: 'z', type: types.zoned },
        { name: 'x', type: types.binary },
        { name: 's', type: types.string },
      ],
    ];
    const { engine } = await start(
      answering(columns, [
        {
          kind: 'i64Val',
          values: [
            { buffer: long, offset: 0 },
            { buffer: long, offset: 0 },
          ],
          nulls: 2,
        },
        { kind: 'stringVal', values: ['12345678901234567890.1', ''], nulls: 2 },
        { kind: 'doubleVal', values: [0.1, Number.NaN] },
        { kind: 'boolVal', values: [true, false] },
        { kind: 'stringVal', values: ['2024-01-02 03:04:05.678', '2024-01-02 03:04:05.0'] },
        { kind: 'stringVal', values: ['2024-01-02 03:04:05.6 UTC', ''], nulls: 2 },
        { kind: 'binaryVal', values: [Buffer.from('cafe', 'hex'), Buffer.from('')], nulls: 2 },
        { kind: 'stringVal', values: ['ä', ''] },
      ]),
    );
    const exact = (await engine.run({ ...limits, sql: 'SELECT 1', isExact: true })).table.columns;
    expect(exact.map(({ values, nativeType }) => [nativeType, ...values])).toEqual([
      ['BIGINT', 9007199254740993n, null],
      ['DECIMAL(38,9)', '12345678901234567890.1', null],
      ['DOUBLE', 0.1, null],
      ['BOOLEAN', true, false],
      ['TIMESTAMP', '2024-01-02 03:04:05.678', '2024-01-02 03:04:05'],
      ['TIMESTAMPLOCALTZ', '2024-01-02 03:04:05.6', null],
      ['BINARY', "X'CAFE'", null],
      ['STRING', 'ä', ''],
    ]);
  });

  it('says how far a statement is, as far as it is told', async () => {
    let left = 0;
    const rows = answering([{ name: 'n', type: types.int }]);
    const { engine, run } = await start((question, request) => {
      if (question !== 'GetOperationStatus' || left === 0) return rows(question, request);
      left -= 1;
      return { ...running, ...progressOf(0.5) };
    });
    await engine.ping();
    left = 2;
    const seen: RunProgress[] = [];
    await run('SELECT n FROM t', { onProgress: (progress: RunProgress) => seen.push(progress) });
    expect(seen).toEqual([
      { rowsRead: 0, fraction: 0.5 },
      { rowsRead: 0, fraction: 0.5 },
    ]);
  });

  it('is told on another connection to end a statement that takes too long', async () => {
    let isSilent = false;
    const rows = answering([{ name: 'n', type: types.int }]);
    const { run, service } = await start((question, request) =>
      isSilent && question === 'GetOperationStatus' ? null : rows(question, request),
    );
    await run();
    isSilent = true;
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 300 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    await expect.poll(() => service.heard.at(-1)).toBe('CancelOperation');
    expect(service.signIns).toHaveLength(2);
  });

  it('is asked again on a new connection where it ended the old one', async () => {
    const rows = answering([{ name: 'n', type: types.int }]);
    const { run, service } = await start(rows);
    await run();
    service.cutConnections();
    await run();
    expect(service.heard.filter((one) => one === 'OpenSession')).toHaveLength(2);
  });

  it('is spoken with as well where it asks nobody who he is', async () => {
    const rows = answering([{ name: 'n', type: types.int }], [{ kind: 'i32Val', values: [4] }]);
    const { run, service } = await start(rows, { isSasl: false });
    expect((await run()).table.columns[0]?.values).toEqual([4]);
    expect(service.signIns).toEqual([]);
  });

  it('is asked for fewer rows at once the wider they are', async () => {
    const wide = Array.from({ length: 1000 }, (_, at) => ({ name: `c${at}`, type: types.int }));
    const asked: unknown[] = [];
    const rows = answering(
      wide,
      wide.map(() => ({ kind: 'i32Val', values: [1] })),
    );
    const { run } = await start((question, request) => {
      if (question === 'FetchResults') asked.push(request.maxRows);
      return rows(question, request);
    });
    await run();
    // One follows after the last of each setting, too.
    expect(asked.slice(-2).map(Number)).toEqual([50, 50]);
  });

  it('is closed to whoever gives a wrong password', async () => {
    const { run } = await start(() => undefined as never, { isWelcome: false });
    expect(await failureOf(run())).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username "ada" or the password is incorrect.',
    });
  });

  it('is no other one: what speaks HTTP, ends the connection or sends without end is no server of this kind', async () => {
    const words = ['HTTP/1.1 400 Bad Request\r\n\r\n', '', `\u0002${'\u007f'.repeat(4)}`];
    for (const said of words) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.resume().end(said);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const engine = await openHive({
        ...fromUri(`hive://127.0.0.1:${port}`),
        ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
        ...{ resultSink: noResults, readLongScript: readScript },
      });
      expect(await failureOf(engine.ping())).toMatchObject({ message: expect.stringContaining('Spark Thrift server') });
      await engine.close();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('describes tables as Spark does and as Hive does', async () => {
    const three = ['a', 'b', 'c'].map((name) => ({ name, type: types.string }));
    const spark = [
      ...[
        ['id', 'bigint', 'its number'],
        ['day', 'date', null],
        ['# Partition Information', '', ''],
      ],
      ...[
        ['# col_name', 'data_type', 'comment'],
        ['day', 'date', null],
      ],
    ];
    const sparkFacts = [
      ['', '', ''],
      ['# Detailed Table Information', '', ''],
      ['Type', 'MANAGED', ''],
      ['Comment', 'All', ''],
      ['Statistics', '99 bytes', ''],
    ];
    const hiveFacts = [
      ['# Detailed Table Information', null, null],
      ['Table Type:         ', 'VIRTUAL_VIEW        ', null],
      ['', 'comment             ', 'All'],
      ['View Original Text: ', 'SELECT 1', null],
    ];
    const tell = (facts: readonly (readonly (string | null)[])[]): Answer => {
      let rows: readonly (readonly (string | null)[])[] = [];
      return (question, { statement }) => {
        if (question === 'ExecuteStatement') rows = readRows(String(statement), spark, facts);
        if (question === 'GetResultSetMetadata') return columnsOf(three.slice(0, rows[0]?.length));
        if (question !== 'FetchResults') return undefined as never;
        const part = rows;
        rows = [];
        return rowsOf(
          three
            .slice(0, part[0]?.length)
            .map((_, at) => ({ kind: 'stringVal', values: part.map((row) => row[at] ?? '') })),
        );
      };
    };
    const { engine } = await start(tell(sparkFacts));
    expect(await engine.describeTable({ schema: 'sales', table: 'orders' })).toMatchObject({
      ...{ kind: 'table', comment: 'All', sizeBytes: 99, partitions: { columns: ['day'], latest: '2024-01-02' } },
      columns: [
        { name: 'id', nativeType: 'BIGINT', type: 'number', comment: 'its number' },
        { name: 'day', nativeType: 'DATE', type: 'temporal' },
      ],
    });
    await engine.close();
    const { engine: second } = await start(tell(hiveFacts));
    expect(await second.describeTable({ schema: 'sales', table: 'v' })).toMatchObject({
      ...{ kind: 'view', comment: 'All', definition: 'SELECT 1' },
    });
  });

  it.each([
    [
      "org.apache.hive.service.cli.HiveSQLException: Error running query: [PARSE_SYNTAX_ERROR] org.apache.spark.sql.catalyst.parser.ParseException: \n[PARSE_SYNTAX_ERROR] Syntax error at or near 'FORM'.(line 1, pos 9)\n\n== SQL ==",
      ...['SYNTAX_ERROR', 'Syntax error near "FORM".', 10],
    ],
    [
      'org.apache.hive.service.cli.HiveSQLException: Error running query: [UNRESOLVED_COLUMN.WITH_SUGGESTION] org.apache.spark.sql.AnalysisException: [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column or function parameter with name `nope` cannot be resolved. Did you mean one of the following? [`id`].; line 1 pos 7;\n\tat org.apache.X',
      ...['COLUMN_DOES_NOT_EXIST_ERROR', 'The column "nope" does not exist.', 8],
    ],
    [
      "org.apache.hive.service.cli.HiveSQLException: Error running query: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 11.0 failed 1 times, most recent failure: Lost task 0.0 in stage 11.0 (TID 16) (localhost executor driver): java.lang.RuntimeException: 'false' is not true!\n\tat org.apache.X",
      ...['GENERIC_DB_ENGINE_ERROR', "'false' is not true!", null],
    ],
    [
      "Error while compiling statement: FAILED: ParseException line 1:9 cannot recognize input near 'FORM' 't' '<EOF>' in select clause",
      ...['SYNTAX_ERROR', 'Syntax error near "FORM".', 10],
    ],
    [
      "Error while compiling statement: FAILED: SemanticException [Error 10001]: Line 1:14 Table not found 'nope'",
      ...['TABLE_DOES_NOT_EXIST_ERROR', 'Table "nope" does not exist.', 15],
    ],
    [
      "Error while compiling statement: FAILED: SemanticException [Error 10004]: Line 1:7 Invalid table alias or column reference 'nope': (possible column names are: n)",
      ...['COLUMN_DOES_NOT_EXIST_ERROR', 'The column "nope" does not exist.', 8],
    ],
    [
      'Error while compiling statement: FAILED: SemanticException [Error 10072]: Database does not exist: nope',
      ...['SCHEMA_DOES_NOT_EXIST_ERROR', 'Schema "nope" does not exist.', null],
    ],
  ] as const)('says in plain words: %s', async (message, code, words, column) => {
    const { run, service } = await start((question, request) =>
      service.heard.some((one) => one.endsWith('FROM t')) ? failing(message)(question, request) : (undefined as never),
    );
    const failure = await failureOf(run());
    expect(failure).toMatchObject({ code, message: words, column });
    expect(failure.driverMessage).not.toContain('\tat ');
    // A statement that failed costs no session.
    await failureOf(run());
    expect(service.signIns).toHaveLength(1);
  });
});

function readRows(
  statement: string,
  columns: readonly (readonly (string | null)[])[],
  facts: readonly (readonly (string | null)[])[],
): readonly (readonly (string | null)[])[] {
  if (statement.startsWith('DESCRIBE FORMATTED')) return [...columns, ...facts];
  return statement.startsWith('DESCRIBE') ? columns : [['2024-01-02']];
}

describe('queries of Spark SQL and Hive', () => {
  it.each([
    ['SELECT a FROM Sales.Orders', ['sales.orders']],
    ["SELECT c FROM t LATERAL VIEW explode(split(a, ',')) x AS c", ['t']],
    ["SELECT transform(a, x -> x + 1), 'it\\'s' FROM t", ['t']],
  ])('%s', (sql, wanted) => {
    const found = readStatements(sql).flatMap(({ tables }) =>
      tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
    );
    expect(found).toEqual(wanted);
  });

  it.each([
    "SELECT TRANSFORM (a) USING 'cat' AS (b) FROM t",
    "SELECT TRANSFORM (a) ROW FORMAT DELIMITED USING 'cat' FROM t",
    "FROM t MAP a USING 'cat'",
    "SELECT in_file('x', '/etc/passwd')",
    "SELECT reflect2('x', 'length')",
    "SELECT java_method('java.lang.System', 'getenv')",
    "SELECT r'\\' , ' FROM secret -- '",
    `SELECT '${opening}env:HOME}'`,
    `SELECT 1 -- ${opening}hivevar:x}`,
    'SELECT * FROM csv.`people`',
    'SELECT * FROM Parquet.people',
    'SELECT * FROM text.`/etc/passwd`',
    'ADD JAR x',
    'SET x=y',
    '!sh ls',
    'dfs -ls /',
  ])('%s is refused', (sql) => {
    expect(() => readStatements(sql)).toThrow();
  });
});

describe('the address of Spark SQL and Hive', () => {
  it.each([
    [
      'hive://h',
      { user: 'anonymous', port: 10_000, schema: 'default', password: null, tlsMode: 'disable', isSasl: true },
    ],
    ['hive+pyhive://a:b%40c@h:1/Sales?auth=LDAP', { user: 'a', password: 'b@c', port: 1, schema: 'sales' }],
    ['hive://a@h/?auth=nosasl&ssl=true&verify=false', { isSasl: false, tlsMode: 'trust' }],
  ])('%s', (uri, parts) => {
    expect(fromUri(uri)).toMatchObject(parts);
  });

  it.each([
    ['hive://', 'names no host'],
    ['hive://h?auth=LDAP&principal=hive', '"principal" of the connection string is not supp'],
    ['hive://h?auth=GSSAPI', 'must be NONE, NOSASL, LDAP, CUSTOM or KERBEROS'],
    ['hive://h?auth=x', 'must be NONE, NOSASL, LDAP, CUSTOM or KERBEROS'],
    ['hive://h:99999', 'between 1 and 65535'],
  ])('%s is refused', (uri, words) => {
    expect(findDatabaseKind('hive')?.findUriProblem(uri)).toContain(words);
  });

  it('is what the fields of its form mean, and gives them back', () => {
    const kind = findDatabaseKind('hive');
    const fields = {
      ...{ host: 'h.example', port: 10_001, database: 'sales', username: 'ada', password: 'p@x', encryption: true },
      query: { auth: 'NOSASL', verify: 'false' },
    };
    expect(kind?.toParameters(kind.toUri(fields))).toEqual(fields);
  });
});
