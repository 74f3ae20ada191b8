import { startService } from '@powerset/testkit';
import { type Connection, createConnection } from 'mysql2/promise';
import { readScript } from '../script-reading.ts';
import type { ServerAdmin, TestedServer } from '../servers/server-fixture.ts';
import { fromUri, openMysql } from './index.ts';

/** MariaDB: another server of the family is this one with its differences. */
export const mariadbServer: TestedServer = {
  name: 'MariaDB',
  service: 'mariadb',
  backend: 'mariadb',
  uriOf: (url) => url.replace(/^mysql:/, 'mariadb:'),
  schemes: ['mysql', 'mariadb', 'mysql+pymysql', 'mysql+mysqldb', 'mysql+mysqlconnector', 'mariadb+pymysql'],
  open: (uri, { encryption, serverCertificate, allowsPrivateHosts = true, tunnel, ...changes }) =>
    openMysql({
      ...fromUri(uri),
      ...changes,
      ...(encryption ? { sslMode: encryption as 'require' } : {}),
      serverCertificate: serverCertificate ?? null,
      policy: { allowsPrivateHosts, ...(tunnel ? { tunnel } : {}) },
      readLongScript: readScript,
      log: () => undefined,
    }),
  admin: async (url) => toAdmin(await createConnection({ uri: url, rowsAsArray: true, dateStrings: true })),
  weekStartsOn: 'sunday',
  has: { foreignKeys: true, indexes: true, costs: true, encryption: true, passwords: true },
  startEncrypted: ({ key, certificate }) =>
    startService('mariadb', { args: [`--ssl-key=${key}`, `--ssl-cert=${certificate}`, `--ssl-ca=${certificate}`] }),
  askForCertificate: async (admin, account) => {
    await admin.run(`CREATE USER ${account}@'%' REQUIRE X509`, `GRANT SELECT ON *.* TO ${account}@'%'`);
  },
  namesInCertificates: false,
  sql: {
    makeSchema: (schema) => [`DROP DATABASE IF EXISTS ${schema}`, `CREATE DATABASE ${schema} CHARACTER SET utf8mb4`],
    types: { whole: 'BIGINT', decimal: 'DECIMAL(12,2)', text: 'VARCHAR(40)', time: 'DATETIME(3)', day: 'DATE' },
    series: (rows) => `(SELECT seq AS i FROM test.seq_1_to_${rows}) AS series`,
    hoursLater: (hours) => `TIMESTAMPADD(HOUR, ${hours}, '2024-01-01 00:00:00')`,
    comments: {
      table: "ALTER TABLE {orders} COMMENT = 'What was sold'",
      column: "ALTER TABLE {orders} MODIFY placed DATETIME(3) COMMENT 'When'",
    },
    analyze: (table) => `ANALYZE TABLE ${table}`,
    repeated: (signs) => `REPEAT('x', ${signs})`,
    slowWrite: (table) => `INSERT INTO ${table} (id, word) SELECT 100 + SLEEP(5), 'slow'`,
    sleep: (seconds) => `SELECT SLEEP(${seconds})`,
    countRunning: (text) =>
      `SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%${text}%' AND COMMAND = 'Query' AND ID <> CONNECTION_ID()`,
    endSessions: async (admin) => {
      const rows = await admin.run('SELECT ID FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID()');
      for (const [id] of rows) await admin.run(`KILL ${Number(id)}`).catch(() => undefined);
    },
    failing: 'SELECT POW(9.0, id * 1000) FROM orders',
    makeTraps: (schema) => [
      `CREATE SEQUENCE ${schema}.drill_numbers`,
      `CREATE FUNCTION ${schema}.drill_writes() RETURNS INT BEGIN DELETE FROM ${schema}.fruits; RETURN 1; END`,
      `CREATE FUNCTION ${schema}.drill_reads() RETURNS VARCHAR(40) READS SQL DATA RETURN (SELECT secret FROM vault.secrets)`,
    ],
    account: (user) => `'${user}'@'%'`,
    makeUser: (user, password, schema) => [
      `CREATE OR REPLACE USER '${user}'@'%' IDENTIFIED BY '${password}'`,
      `GRANT SELECT ON ${schema}.* TO '${user}'@'%'`,
    ],
  },
  values: [
    { sql: 'CAST(9007199254740993 AS SIGNED)', nativeType: 'bigint', type: 'number', value: 9007199254740993n },
    {
      sql: 'CAST(18446744073709551615 AS UNSIGNED)',
      nativeType: 'bigint unsigned',
      type: 'number',
      value: 18446744073709551615n,
    },
    { sql: '7', nativeType: 'int', type: 'number', value: 7 },
    {
      sql: 'CAST(1234567890.123456789 AS DECIMAL(30,9))',
      nativeType: 'decimal(30,9)',
      type: 'number',
      value: 1234567890.1234567,
      exact: '1234567890.123456789',
    },
    { sql: '0.5e0', nativeType: 'double', type: 'number', value: 0.5 },
    { sql: '0.1234567890123456e0', nativeType: 'double', type: 'number', value: 0.1234567890123456 },
    { sql: "'ä€😀\\\\'", nativeType: 'varchar(4)', type: 'string', value: 'ä€😀\\' },
    {
      sql: "DATE '2024-02-29'",
      nativeType: 'date',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29),
      exact: '2024-02-29',
    },
    {
      sql: "TIMESTAMP '2024-02-29 12:34:56.789'",
      nativeType: 'datetime(3)',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29, 12, 34, 56, 789),
      exact: '2024-02-29 12:34:56.789',
    },
    {
      sql: "CONVERT_TZ('2024-02-29 12:34:56', '+02:00', @@session.time_zone)".replace(
        '@@session.time_zone',
        "'+00:00'",
      ),
      nativeType: 'datetime',
      type: 'temporal',
      value: Date.UTC(2024, 1, 29, 10, 34, 56),
      exact: '2024-02-29 10:34:56',
    },
    { sql: "CAST('0000-00-00' AS DATE)", nativeType: 'date', type: 'temporal', value: null, exact: '0000-00-00' },
    { sql: "JSON_OBJECT('a', 1)", nativeType: 'json', type: 'string', value: '{"a": 1}' },
    { sql: "TIME '-838:59:59'", nativeType: 'time', type: 'string', value: '-838:59:59' },
    { sql: "CAST(x'00FF' AS BINARY)", nativeType: 'varbinary(2)', type: 'string', value: '0x00FF' },
    { sql: "ST_GeomFromText('POINT(1 2.5)')", nativeType: 'geometry', type: 'string', value: 'POINT(1 2.5)' },
    {
      sql: "ST_GeomFromText('MULTIPOLYGON(((0 0,1 0,1 1,0 0)))')",
      nativeType: 'geometry',
      type: 'string',
      value: 'MULTIPOLYGON(((0 0,1 0,1 1,0 0)))',
    },
    { sql: 'CAST(NULL AS SIGNED)', nativeType: 'int', type: 'number', value: null },
  ],
  attacks: [
    "SELECT LOAD_FILE('/etc/passwd')",
    "SELECT `load_file`('/etc/passwd')",
    "SELECT load_file ('/etc/passwd')",
    "SELECT secret INTO OUTFILE '/tmp/powerset-drill' FROM vault.secrets",
    "SELECT secret INTO DUMPFILE '/tmp/powerset-drill' FROM vault.secrets",
    'SELECT secret FROM vault.secrets INTO @stolen',
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE fruits",
    "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE fruits",
    "LOAD XML LOCAL INFILE '/etc/passwd' INTO TABLE fruits",
    "SELECT 1 /*! INTO OUTFILE '/tmp/powerset-drill' */",
    'SELECT 1 /*!50000 UNION SELECT secret FROM vault.secrets */',
    'SELECT 1 /*M! UNION SELECT secret FROM vault.secrets */',
    'SELECT /*+ SET_VAR(sql_mode=ANSI_QUOTES) */ 1',
    'SELECT 1 -- \n; DELETE FROM fruits',
    'SELECT 1; DELETE FROM fruits',
    'HANDLER fruits OPEN',
    "PREPARE x FROM 'DELETE FROM fruits'",
    'EXECUTE x',
    "EXECUTE IMMEDIATE 'DELETE FROM fruits'",
    'SELECT @@version',
    'SELECT @@global.secure_file_priv',
    'SELECT @stolen := name FROM fruits',
    'SET GLOBAL general_log = 1',
    'SET @x = 1',
    'SET PASSWORD = PASSWORD("x")',
    'SELECT * FROM mysql.user',
    'SELECT * FROM `mysql`.`global_priv`',
    'SELECT * FROM MySQL . user',
    'SELECT * FROM information_schema.PROCESSLIST',
    'SELECT * FROM performance_schema.threads',
    'SELECT * FROM sys.version',
    'SELECT sys.version_major()',
    'SHOW GRANTS',
    'SHOW PROCESSLIST',
    'SHOW VARIABLES',
    'KILL 1',
    'FLUSH TABLES WITH READ LOCK',
    'CALL drill_procedure()',
    'DO SLEEP(1)',
    "SELECT BENCHMARK(1000000000, MD5('x'))",
    "SELECT GET_LOCK('drill', 1)",
    'SELECT NEXTVAL(drill_numbers)',
    'SELECT NEXT VALUE FOR drill_numbers',
    'SELECT * FROM fruits PROCEDURE ANALYSE()',
    'SELECT * FROM fruits FOR UPDATE',
    'SELECT * FROM fruits LOCK IN SHARE MODE',
    'LOCK TABLES fruits WRITE',
    'CREATE TABLE stolen AS SELECT secret FROM vault.secrets',
    'CREATE TABLE stolen (a int) ENGINE=CONNECT TABLE_TYPE=DOS FILE_NAME="/etc/passwd"',
    'CREATE FUNCTION sys_exec RETURNS INTEGER SONAME "x.so"',
    'CREATE USER drill',
    'GRANT ALL ON *.* TO drill',
    'INSTALL PLUGIN x SONAME "x.so"',
    'ALTER TABLE fruits DISCARD TABLESPACE',
    'EXPLAIN DELETE FROM fruits',
    'ANALYZE DELETE FROM fruits',
    'BEGIN NOT ATOMIC DELETE FROM fruits; END',
    'WITH gone AS (DELETE FROM fruits RETURNING *) SELECT * FROM gone',
    "SELECT _gbk'\\xbf\\' UNION SELECT secret FROM vault.secrets -- '",
    'SELECT drill_writes()',
    'XA START "x"',
    'BACKUP STAGE START',
    'SHUTDOWN',
  ],
  harmless: [
    "SELECT '/*! ; DELETE FROM fruits; */'",
    'SELECT "it\\"; DELETE FROM fruits; -- "',
    "SELECT '' 'INTO OUTFILE ''/tmp/powerset-drill'''",
  ],
};

function toAdmin(connection: Connection): ServerAdmin {
  return {
    run: async (...statements) => {
      let rows: readonly (readonly unknown[])[] = [];
      for (const statement of statements) {
        const [answer] = await connection.query(statement);
        rows = Array.isArray(answer) ? (answer as unknown as readonly (readonly unknown[])[]) : [];
      }
      return rows;
    },
    end: () => connection.end(),
  };
}
