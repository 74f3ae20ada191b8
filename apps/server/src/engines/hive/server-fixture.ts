import { serviceUrl } from '@powerset/testkit';
import { Connection } from './driver.ts';
import { fromUri } from './uri.ts';
import { toCells } from './values.ts';

/** A Spark Thrift server that whoever runs the tests has started, with schemas that can be written: none is installed for them. */
export const sparkUrl = process.env.SPARK_URL ?? serviceUrl('spark') ?? '';

export interface SparkSession {
  /** The rows of a statement, told to the server itself. */
  tell(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  end(): void;
}

export async function openSession(): Promise<SparkSession> {
  const settings = { ...fromUri(sparkUrl), serverCertificate: null, policy: { allowsPrivateHosts: true } };
  const signal = new AbortController().signal;
  const connection = await Connection.open(settings, signal);
  const session = await connection.openSession(settings, signal);
  return {
    tell: async (sql) => {
      const operation = await connection.start(session, sql, signal);
      while ((await connection.stateOf(operation, signal)).isRunning);
      const rows: (readonly (string | null)[])[] = [];
      const { length: width } = await connection.readColumns(operation, signal);
      for (;;) {
        const { rowCount, columns } = await connection.fetch(operation, 1000, signal);
        const cells = toCells(columns, rowCount);
        for (let row = 0; row < rowCount; row += 1) rows.push(cells.slice(row * width, (row + 1) * width));
        if (rowCount === 0) break;
      }
      await connection.finish(operation, signal);
      return rows;
    },
    end: () => connection.close(),
  };
}

const world: readonly string[] = [
  'DROP TABLE IF EXISTS default.orders',
  "CREATE TABLE default.orders AS SELECT 'of the default' AS word",
  'CREATE SCHEMA IF NOT EXISTS shop',
  'DROP VIEW IF EXISTS shop.by_day',
  'DROP TABLE IF EXISTS shop.orders',
  'DROP TABLE IF EXISTS shop.parted',
  'DROP TABLE IF EXISTS shop.big',
  `CREATE TABLE shop.orders (id bigint COMMENT 'its number', day date, at timestamp, price decimal(10, 2), note string,
     tags array<string>) USING parquet COMMENT 'what was sold'`,
  `INSERT INTO shop.orders SELECT id, date_add(DATE '2024-01-01', CAST(id % 60 AS INT)),
     TIMESTAMP '2024-01-01 00:00:00' + make_interval(0, 0, 0, 0, CAST(id AS INT)), CAST(id AS decimal(10, 2)) / 4,
     IF(id % 3 = 0, NULL, concat('n', id)), array(CAST(id % 2 AS string)) FROM range(300)`,
  'ANALYZE TABLE shop.orders COMPUTE STATISTICS',
  'CREATE TABLE shop.parted (n int, day date) USING parquet PARTITIONED BY (day)',
  "INSERT INTO shop.parted VALUES (1, DATE '2024-01-01'), (2, DATE '2024-02-01')",
  'CREATE TABLE shop.big USING parquet AS SELECT id AS n FROM range(100000)',
  'CREATE VIEW shop.by_day AS SELECT day, count(*) AS orders FROM shop.orders GROUP BY day',
  'CREATE SCHEMA IF NOT EXISTS judge',
  ...['t', 'u', 'secret'].flatMap((table) => [
    `DROP TABLE IF EXISTS judge.${table}`,
    `CREATE TABLE judge.${table} USING parquet AS SELECT 1 AS a, 2 AS b`,
  ]),
];

/** Tables for the tests of the engine, anew. */
export async function setUpWorld({ tell }: SparkSession): Promise<void> {
  // A server in one folder forgets its tables when it ends, and keeps their files.
  for (const sql of world) await tell(sql);
}
