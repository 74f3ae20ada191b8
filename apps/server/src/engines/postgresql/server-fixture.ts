import { chmodSync, chownSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, startService } from '@powerset/testkit';
import { Client } from 'pg';
import { readScript } from '../script-reading.ts';
import type { ServerAdmin, TestedServer } from '../servers/server-fixture.ts';
import { fromUri } from './index.ts';
import { openPostgresql } from './open.ts';

export const postgresqlServer: TestedServer = {
  name: 'PostgreSQL',
  service: 'postgresql',
  backend: 'postgresql',
  uriOf: (url) => url,
  schemes: ['postgresql', 'postgres', 'postgresql+psycopg2', 'postgresql+asyncpg'],
  open: (uri, { encryption, serverCertificate, allowsPrivateHosts = true, tunnel, ...changes }) =>
    openPostgresql({
      ...fromUri(uri),
      ...changes,
      ...(encryption ? { sslMode: encryption as 'require' } : {}),
      serverCertificate: serverCertificate ?? null,
      policy: { allowsPrivateHosts, ...(tunnel ? { tunnel } : {}) },
      readLongScript: readScript,
      log: () => undefined,
    }),
  admin: async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return {
      run: async (...statements) => {
        let rows: readonly (readonly unknown[])[] = [];
        for (const text of statements) rows = (await client.query({ text, rowMode: 'array' })).rows;
        return rows;
      },
      end: () => client.end(),
    };
  },
  weekStartsOn: 'monday',
  has: { foreignKeys: true, indexes: true, costs: true, encryption: true, passwords: false },
  readersDatabase: 'postgres',
  startEncrypted,
  askForCertificate,
  namesInCertificates: true,
  sql: {
    makeSchema: (schema) => [`DROP SCHEMA IF EXISTS ${schema} CASCADE`, `CREATE SCHEMA ${schema}`],
    types: { whole: 'bigint', decimal: 'numeric(12,2)', text: 'varchar(40)', time: 'timestamp', day: 'date' },
    series: (rows) => `generate_series(1, ${rows}) AS series (i)`,
    hoursLater: (hours) => `timestamp '2024-01-01 00:00:00' + ${hours} * interval '1 hour'`,
    comments: {
      table: "COMMENT ON TABLE {orders} IS 'What was sold'",
      column: "COMMENT ON COLUMN {orders}.placed IS 'When'",
    },
    analyze: (table) => `ANALYZE ${table}`,
    repeated: (signs) => `repeat('x', ${signs})`,
    slowWrite: (table) => `INSERT INTO ${table} (id, word) SELECT 100, pg_sleep(5)::text`,
    sleep: (seconds) => `SELECT pg_sleep(${seconds})`,
    countRunning: (text) =>
      `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${text}%' AND pid <> pg_backend_pid()`,
    endSessions: async (admin) => {
      await admin.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'powerset' AND pid <> pg_backend_pid()",
      );
    },
    failing: 'SELECT 1 / (id - 5) FROM orders',
    makeTraps: (schema) => [
      'DROP SEQUENCE IF EXISTS public.drill_numbers',
      'CREATE SEQUENCE public.drill_numbers',
      `CREATE FUNCTION ${schema}.drill_writes() RETURNS void LANGUAGE sql AS 'DELETE FROM ${schema}.fruits'`,
      `CREATE FUNCTION ${schema}.drill_reads() RETURNS text LANGUAGE sql AS 'SELECT secret FROM vault.secrets'`,
    ],
    account: (user) => user,
    makeUser: (user, password, schema) => [
      `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${user}') THEN CREATE ROLE ${user} LOGIN PASSWORD '${password}'; END IF; END $$`,
      `GRANT USAGE ON SCHEMA ${schema} TO ${user}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${user}`,
    ],
  },
  values: [
    { sql: '9007199254740993::bigint', nativeType: 'bigint', type: 'number', value: 9007199254740993n },
    { sql: '7', nativeType: 'integer', type: 'number', value: 7 },
    {
      sql: '1234567890.123456789::numeric',
      nativeType: 'numeric',
      type: 'number',
      value: 1234567890.1234567,
      exact: '1234567890.123456789',
    },
    { sql: '0.5::float8', nativeType: 'double precision', type: 'number', value: 0.5 },
    { sql: 'true', nativeType: 'boolean', type: 'boolean', value: true },
    { sql: "'ä€😀\\'::text", nativeType: 'text', type: 'string', value: 'ä€😀\\' },
    {
      sql: "date '2024-02-29'",
      nativeType: 'date',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29),
      exact: '2024-02-29',
    },
    {
      sql: "timestamp '2024-02-29 12:34:56.789'",
      nativeType: 'timestamp without time zone',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29, 12, 34, 56, 789),
      exact: '2024-02-29 12:34:56.789',
    },
    {
      sql: "timestamptz '2024-02-29 12:34:56+02'",
      nativeType: 'timestamp with time zone',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29, 10, 34, 56),
      exact: '2024-02-29 10:34:56+00',
    },
    { sql: `'{"a":1}'::jsonb`, nativeType: 'jsonb', type: 'string', value: '{"a": 1}' },
    { sql: 'ARRAY[1,2]', nativeType: 'integer[]', type: 'string', value: '{1,2}' },
    { sql: "interval '1 day 2 hours'", nativeType: 'interval', type: 'string', value: '1 day 02:00:00' },
    { sql: "'\\x00ff'::bytea", nativeType: 'bytea', type: 'string', value: '\\x00ff' },
    { sql: "point '(1,2.5)'", nativeType: 'point', type: 'string', value: '(1,2.5)' },
    { sql: 'NULL::int', nativeType: 'integer', type: 'number', value: null },
  ],
  attacks: [
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_catalog.pg_read_binary_file('/etc/passwd')",
    "SELECT convert_from(lo_get(lo_import('/etc/passwd')), 'utf8')",
    "SELECT * FROM dblink('host=127.0.0.1', 'SELECT secret FROM vault.secrets') AS t(s text)",
    "COPY (SELECT 1) TO PROGRAM 'touch drilled'",
    "COPY fruits FROM PROGRAM 'cat /etc/passwd'",
    "DO $$ BEGIN EXECUTE 'DELETE FROM fruits'; END $$",
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION powerset',
    'SET statement_timeout = 0; SELECT 1',
    'EXPLAIN ANALYZE DELETE FROM fruits',
    'EXPLAIN (ANALYZE, BUFFERS) UPDATE fruits SET name = $$x$$',
    'WITH gone AS (DELETE FROM fruits RETURNING *) SELECT * FROM gone',
    "SELECT query_to_xml('SELECT * FROM vault.secrets', true, true, '')",
    "SELECT table_to_xml('vault.secrets', true, true, '')",
    "SELECT * FROM ts_stat('SELECT to_tsvector(secret) FROM vault.secrets')",
    "SELECT set_config('role', 'postgres', false)",
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity',
    'SELECT pg_reload_conf()',
    'SELECT rolpassword FROM pg_authid',
    "SELECT nextval('drill_numbers')",
    'SELECT drill_writes()',
    'SELECT * FROM fruits FOR UPDATE',
    'SELECT 1 INTO TABLE stolen',
    'PREPARE x AS SELECT 1',
    "NOTIFY drill, 'x'",
    'SELECT 1; COMMIT; DELETE FROM fruits',
  ],
  harmless: ["SELECT '$€$ /* $€$; DELETE FROM fruits; SELECT $€$ */ $€$'"],
};

/** The rule comes before those that are there: the first that fits counts. */
async function askForCertificate(admin: ServerAdmin, account: string): Promise<void> {
  const rules = String((await admin.run('SHOW hba_file'))[0]?.[0]);
  writeFileSync(rules, `hostssl all ${account} all trust clientcert=verify-full\n${readFileSync(rules, 'utf8')}`);
  await admin.run(
    ...[`CREATE ROLE ${account} LOGIN`, "ALTER SYSTEM SET ssl_ca_file = 'server.crt'", 'SELECT pg_reload_conf()'],
  );
}

/** The server takes a key that its own account alone may read, and reads it when it is told to. */
async function startEncrypted(files: { readonly key: string; readonly certificate: string }): Promise<Service | null> {
  const service = await startService('postgresql');
  if (!service) return null;
  const client = new Client({ connectionString: service.url });
  await client.connect();
  const folder = String((await client.query('SHOW data_directory')).rows[0].data_directory);
  const { uid, gid } = statSync(folder);
  for (const [from, name] of [
    [files.key, 'server.key'],
    [files.certificate, 'server.crt'],
  ] as const) {
    const to = join(folder, name);
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    if (process.getuid?.() === 0) chownSync(to, uid, gid);
  }
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return service;
}
