import { serviceUrl } from '@powerset/testkit';
import { fromUri } from './uri.ts';

/** Servers that whoever runs the tests has started, with a catalog that can be written: none is installed for them. */
export const trinoServers = [
  { name: 'Trino', url: process.env.TRINO_URL ?? serviceUrl('trino') ?? '' },
  { name: 'Presto', url: process.env.PRESTO_URL ?? serviceUrl('presto') ?? '' },
] as const;

interface Page {
  readonly data?: readonly (readonly unknown[])[];
  readonly nextUri?: string;
  readonly error?: { readonly message: string };
}

/** The rows of a statement, told to the server itself. */
export async function tell(url: string, sql: string, schema = 'default'): Promise<readonly (readonly unknown[])[]> {
  const { host, port, user, catalog, family } = fromUri(url);
  const headers = {
    [`X-${family}-User`]: user,
    [`X-${family}-Catalog`]: catalog,
    [`X-${family}-Schema`]: schema,
    [`X-${family}-Time-Zone`]: 'UTC',
  };
  let answer = await fetch(`http://${host}:${port}/v1/statement`, { method: 'POST', body: sql, headers });
  const rows: (readonly unknown[])[] = [];
  for (;;) {
    // The documented shape of the protocol's answers.
    const page = (await answer.json()) as Page;
    if (page.error) throw new Error(`${page.error.message}: ${sql}`);
    rows.push(...(page.data ?? []));
    if (page.nextUri === undefined) return rows;
    answer = await fetch(page.nextUri);
  }
}

/** A time is as fine as a millisecond in both. */
const world = (url: string): readonly string[] => [
  'DROP TABLE IF EXISTS "default".orders',
  'CREATE TABLE "default".orders AS SELECT \'of the default\' AS word',
  'CREATE SCHEMA IF NOT EXISTS shop',
  'DROP VIEW IF EXISTS shop.by_day',
  'DROP TABLE IF EXISTS shop.orders',
  'DROP TABLE IF EXISTS shop.big',
  `CREATE TABLE shop.orders (id bigint COMMENT 'its number', day date, at ${fromUri(url).family === 'Trino' ? 'timestamp(3)' : 'timestamp'}, price decimal(10, 2), note varchar,
     tags array(varchar)) COMMENT 'what was sold'`,
  `INSERT INTO shop.orders SELECT n, date_add('day', n % 60, DATE '2024-01-01'), date_add('hour', n, TIMESTAMP '2024-01-01 00:00:00'),
     CAST(n AS decimal(10, 2)) / 4, IF(n % 3 = 0, NULL, 'n' || CAST(n AS varchar)), ARRAY[CAST(n % 2 AS varchar)]
   FROM UNNEST(sequence(0, 299)) AS s (n)`,
  'CREATE TABLE shop.big AS SELECT a * 1000 + b AS n FROM UNNEST(sequence(0, 99)) AS s (a) CROSS JOIN UNNEST(sequence(0, 999)) AS r (b)',
  'CREATE VIEW shop.by_day AS SELECT day, count(*) AS orders FROM shop.orders GROUP BY day',
  'CREATE SCHEMA IF NOT EXISTS judge',
  ...['t', 'u', 'secret'].flatMap((table) => [
    `DROP TABLE IF EXISTS judge.${table}`,
    `CREATE TABLE judge.${table} AS SELECT 1 AS a, 2 AS b`,
  ]),
];

/** Tables for the tests of the engine, anew. */
export async function setUpWorld(url: string): Promise<void> {
  for (const sql of world(url)) await tell(url, sql);
}
