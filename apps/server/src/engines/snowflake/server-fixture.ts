import { readScript } from '../script-reading.ts';
import type { ServerAdmin, TestedServer } from '../servers/server-fixture.ts';
import { Connection, type SnowflakeSettings } from './client.ts';
import { fromUri, openSnowflake } from './index.ts';

const toSettings = (uri: string): SnowflakeSettings => ({
  ...fromUri(uri),
  ...{ privateKey: null, serverCertificate: null, policy: { allowsPrivateHosts: true } },
});

const uriOf = (url: string): string =>
  `snowflake://tests:tests@org-shop:${new URL(url).port}/powerset/public?host=127.0.0.1&protocol=http`;

/** Rows 1 to that number. */
const series = (rows: number): string =>
  `(SELECT ROW_NUMBER() OVER (ORDER BY 1) AS i FROM TABLE(GENERATOR(ROWCOUNT => ${rows}))) AS series`;

/** Long enough to be stopped. */
const slow = (seconds: number): string =>
  `(SELECT COUNT(*) FROM ${series(300_000)} JOIN ${series(300_000).replace('series', 'other')} ON SQRT(series.i + other.i) = -${seconds})`;

/** `fakesnow`: Snowflake's SQL, parsed and run by DuckDB, behind the interface for statements of the service. */
export const fakesnowServer: TestedServer = {
  name: 'Snowflake (fakesnow)',
  service: 'fakesnow',
  backend: 'snowflake',
  uriOf,
  schemes: ['snowflake'],
  open: (uri, { host, port, password, user, database, serverCertificate, allowsPrivateHosts = true, resultSink }) =>
    openSnowflake({
      ...toSettings(uri),
      ...(host ? { host } : {}),
      ...(port ? { port } : {}),
      ...(user ? { user } : {}),
      ...(password ? { password } : {}),
      ...(database ? { database } : {}),
      serverCertificate: serverCertificate ?? null,
      policy: { allowsPrivateHosts },
      resultSink,
      readLongScript: readScript,
    }),
  admin: async (url) => toAdmin(new Connection(toSettings(uriOf(url)))),
  weekStartsOn: 'monday',
  has: { foreignKeys: false, indexes: false, costs: false, encryption: false, passwords: true },
  startEncrypted: async () => null,
  askForCertificate: async () => undefined,
  namesInCertificates: false,
  sql: {
    makeSchema: (schema) => [`DROP SCHEMA IF EXISTS ${schema} CASCADE`, `CREATE SCHEMA ${schema}`],
    types: { whole: 'NUMBER(38,0)', decimal: 'NUMBER(12,2)', text: 'VARCHAR(40)', time: 'TIMESTAMP_NTZ', day: 'DATE' },
    series,
    hoursLater: (hours) => `DATEADD('hour', ${hours}, TO_TIMESTAMP('2024-01-01 00:00:00'))`,
    comments: {
      table: "COMMENT ON TABLE {orders} IS 'What was sold'",
      column: "COMMENT ON COLUMN {orders}.placed IS 'When'",
    },
    analyze: () => null,
    repeated: (signs) => `REPEAT('x', ${signs})`,
    slowWrite: (table) => `INSERT INTO ${table} (id) SELECT ${slow(5)}`,
    sleep: (seconds) => `SELECT ${slow(seconds)}`,
    countRunning: (text) => `RUNNING ${text}`,
    endSessions: async () => undefined,
    failing: 'SELECT CAST(name AS NUMBER) FROM customers',
    makeTraps: () => [],
    account: (user) => user,
    makeUser: () => [],
  },
  values: [
    { sql: '9007199254740993', nativeType: 'NUMBER(38,0)', type: 'number', value: 9007199254740993n },
    { sql: '7', nativeType: 'NUMBER(38,0)', type: 'number', value: 7 },
    {
      sql: 'CAST(1234567890.123456789 AS NUMBER(30,9))',
      nativeType: 'NUMBER(30,9)',
      type: 'number',
      value: 1234567890.1234567,
      exact: '1234567890.123456789',
    },
    { sql: 'CAST(0.5 AS FLOAT)', nativeType: 'FLOAT', type: 'number', value: 0.5 },
    { sql: "'ä€😀\\\\'", nativeType: 'VARCHAR', type: 'string', value: 'ä€😀\\' },
    {
      sql: "DATE '2024-02-29'",
      nativeType: 'DATE',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29),
      exact: '2024-02-29',
    },
    {
      sql: "TO_TIMESTAMP('2024-02-29 12:34:56.789')",
      nativeType: 'TIMESTAMP_NTZ',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29, 12, 34, 56, 789),
      exact: '2024-02-29 12:34:56.789',
    },
    {
      sql: "CAST('2024-02-29 12:34:56 +02:00' AS TIMESTAMP_TZ)",
      nativeType: 'TIMESTAMP_TZ',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29, 10, 34, 56),
      exact: '2024-02-29 10:34:56',
    },
    { sql: "TIME '03:04:05'", nativeType: 'TIME', type: 'string', value: '03:04:05' },
    { sql: 'PARSE_JSON(\'{"a":1}\')', nativeType: 'VARIANT', type: 'string', value: '{"a":1}' },
    { sql: "X'00FF'", nativeType: 'BINARY', type: 'string', value: "X'00FF'" },
    { sql: 'TRUE', nativeType: 'BOOLEAN', type: 'boolean', value: true },
    { sql: 'CAST(NULL AS NUMBER(38,0))', nativeType: 'NUMBER(38,0)', type: 'number', value: null },
  ],
  attacks: [],
  harmless: [],
  leavesOut: {
    connections: 'fakesnow has no accounts and no databases that could be missing, and its bridge keeps no connection',
    ways: 'the engine asks a service in the cloud, never a server behind SSH or with certificates of people',
    databases: 'the form names an account of the service, whose address is its own',
    reach: 'its attacks are those of DuckDB, which runs the SQL here, not of the service',
  },
  cannot: {
    'points errors at line and column, in words of the catalogue [SQL-018]': 'its errors are in words of DuckDB',
    'finds no table by a name in other capital letters, and says so':
      'names that are shown in small letters are kept in capital ones, as on the service',
    'lets nothing but reading through where writing is not allowed, whatever was checked before':
      'the engine refuses in other words what does not read',
    'writes where that is allowed, and says how many rows it changed': 'the engine sends only what reads',
    'serves again after the server has cut its connections': 'no connection is kept between two statements',
    'refuses a row that no memory should hold, and goes on serving':
      'its bridge needs longer for one than a query may take',
    'shows schemas, tables, columns, keys, indexes and estimates [TBL-001] [TBL-013]':
      'it lists no views, and the service tells of no keys that anybody is held to',
    'describes a query without running it': 'it does not say where in a statement it found a mistake',
    'explains a plan': 'it knows no EXPLAIN USING TEXT',
  },
};

function toAdmin(connection: Connection): ServerAdmin {
  return {
    run: async (...statements) => {
      let rows: (readonly unknown[])[] = [];
      for (const sql of statements) {
        rows = [];
        const signal = AbortSignal.timeout(60_000);
        for await (const { columns, rowCount, cells } of connection.read({ sql, schema: 'public', signal }))
          for (let row = 0; row < rowCount; row += 1)
            rows.push(cells.slice(row * columns.length, (row + 1) * columns.length));
      }
      return rows;
    },
    end: async () => connection.close(),
  };
}
