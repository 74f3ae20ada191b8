import { createClient } from '@clickhouse/client';
import { type ServiceName, startService } from '@powerset/testkit';
import { tableFromIPC } from '@uwdata/flechette';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { Connection, requestBytes } from '../connection.ts';
import { figuresOf, interleave, ms, ratiosOf, spreadOf, times } from '../figures.ts';
import { chartPayload } from './chart-query.ts';

const sizes = [
  { rows: 1_000, bar: 1.15, leastRounds: 80 },
  { rows: 50_000, bar: 1.5, leastRounds: 20 },
] as const;

const orders = 300_000;

/** A server of another maker, and its own client without anything around it. */
interface Maker {
  readonly name: string;
  readonly service: ServiceName;
  readonly schema: string;
  readonly uri: (url: string) => string;
  readonly fill: readonly string[];
  readonly open: (url: string) => Promise<BareClient>;
}

interface BareClient {
  /** Runs a query and reads its rows as lists, as the client gives them. */
  readonly read: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const words = "CASE i % 4 WHEN 0 THEN 'delivered' WHEN 1 THEN 'shipped' WHEN 2 THEN 'returned' ELSE 'cancelled' END";

const makers: readonly Maker[] = [
  {
    name: 'PostgreSQL',
    service: 'postgresql',
    schema: 'public',
    uri: (url) => `${url}?sslmode=disable`,
    fill: [
      `CREATE TABLE sold AS SELECT timestamp '2022-01-01' + (i % 1000) * interval '1 day' AS placed, ${words} AS status,
         'country ' || i % 60 AS country, i % 9 AS quantity, i % 100 AS discount, i * 1.25::float8 AS amount
       FROM generate_series(1, ${orders}) AS s (i)`,
      'ANALYZE sold',
    ],
    open: async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return { read: (text) => client.query({ text, rowMode: 'array' }), close: () => client.end() };
    },
  },
  {
    name: 'MariaDB',
    service: 'mariadb',
    schema: 'test',
    uri: (url) => url.replace(/^mysql:/, 'mariadb:'),
    fill: [
      `CREATE TABLE sold AS SELECT TIMESTAMPADD(DAY, i % 1000, TIMESTAMP '2022-01-01 00:00:00') AS placed, ${words} AS status,
         CONCAT('country ', i % 60) AS country, i % 9 AS quantity, i % 100 AS discount, i * 1.25e0 AS amount
       FROM (SELECT seq AS i FROM seq_1_to_${orders}) AS s`,
      'ANALYZE TABLE sold',
    ],
    open: async (url) => {
      const client = await createConnection({ uri: url, rowsAsArray: true, timezone: 'Z' });
      return { read: (sql) => client.query(sql), close: () => client.end() };
    },
  },
  {
    name: 'ClickHouse',
    service: 'clickhouse',
    schema: 'default',
    uri: (url) => url,
    fill: [
      'CREATE TABLE sold (placed DateTime, status String, country String, quantity UInt8, discount UInt8, amount Float64) ENGINE = MergeTree ORDER BY placed',
      `INSERT INTO sold SELECT toDateTime('2022-01-01 00:00:00') + (number % 1000) * 86400, ${words.replaceAll(' i ', ' number ')},
         concat('country ', toString(number % 60)), number % 9, number % 100, number * 1.25 FROM system.numbers LIMIT ${orders}`,
    ],
    open: async (url) => {
      const client = createClient({ url: `http://${new URL(url).host}` });
      const read = async (sql: string) =>
        /^\s*(?:CREATE|INSERT)/.test(sql)
          ? client.command({ query: sql })
          : (await client.query({ query: sql, format: 'JSONCompact' })).json();
      return { read, close: () => client.close() };
    },
  },
];

/**
 * From the request to the parsed answer, against the same SQL through the bare client of the database: rows by name as the
 * reference answers them, by column as our own pages ask, and as Arrow.
 */
export const serverQueries: BenchCase = {
  name: 'server-queries',
  title: 'Server overhead of one chart query on other databases',
  run: async (shop, { rounds }) => {
    const results: BenchRow[] = [];
    for (const maker of makers) results.push(...(await measureMaker(shop, maker, rounds)));
    return results;
  },
};

async function measureMaker(shop: ShopStage, maker: Maker, rounds: number): Promise<readonly BenchRow[]> {
  const service = await startService(maker.service).catch(() => null);
  if (!service) return [];
  const bare = await maker.open(service.url);
  try {
    for (const sql of maker.fill) await bare.read(sql);
    const datasetId = await makeDataset(shop, maker, service.url);
    const rows: BenchRow[] = [];
    for (const size of sizes)
      rows.push(
        ...(await measure(shop, { ...size, rounds: Math.max(rounds, size.leastRounds), maker, bare, datasetId })),
      );
    return rows;
  } finally {
    await bare.close();
    await service.stop();
  }
}

async function makeDataset({ api }: ShopStage, { name, schema, uri }: Maker, url: string): Promise<number> {
  const made = await api.post('/api/v1/database/', {
    database_name: `${name} ${Date.now()}`,
    sqlalchemy_uri: uri(url),
  });
  if (made.status !== 201) throw new Error(`The database was not taken: ${made.text}`);
  const dataset = await api.post('/api/v1/dataset/', { database: made.json.id, schema, table_name: 'sold' });
  if (dataset.status !== 201) throw new Error(`The dataset was not made: ${dataset.text}`);
  return dataset.json.id;
}

interface Measurement {
  readonly rows: number;
  readonly bar: number;
  readonly rounds: number;
  readonly maker: Maker;
  readonly bare: BareClient;
  readonly datasetId: number;
}

async function measure(shop: ShopStage, measurement: Measurement): Promise<readonly BenchRow[]> {
  const { rows, rounds, maker, bare, datasetId } = measurement;
  const server = await Connection.open(shop.server().port);
  const dataset = {
    id: datasetId,
    name: 'sold',
    temporal: 'placed',
    text: ['status', 'country'],
    numbers: ['quantity', 'discount', 'amount'],
  };
  const payload = chartPayload(dataset, rows);
  const asking = async (path: string, body: object): Promise<() => Promise<Buffer>> => {
    const { headers } = shop.api;
    const request = requestBytes({ port: shop.server().port, path, body: JSON.stringify(body), headers });
    return async () => {
      const answer = await server.send(request);
      const bytes = answer.body();
      if (answer.status !== 200) throw new Error(`The chart query answered ${answer.status}: ${bytes}`.slice(0, 300));
      return bytes;
    };
  };
  const askRows = await asking('/api/v1/chart/data', payload);
  const askColumns = await asking('/api/v1/chart/data/batch', { requests: [{ key: 'chart', payload }] });
  const askArrow = await asking('/api/v1/chart/data', { ...payload, result_format: 'arrow' });
  const readJson = async (ask: () => Promise<Buffer>) => JSON.parse((await ask()).toString('utf8'));
  const first = (await readJson(askRows)).result[0] as { readonly query: string; readonly rowcount: number };
  const { rowcount } = first;
  const durations = await interleave(
    {
      rows: () => readJson(askRows),
      columns: () => readJson(askColumns),
      arrow: async () => tableFromIPC(new Uint8Array(await askArrow())).numRows,
      bare: () => bare.read(first.query),
    },
    rounds,
  );
  server.close();
  const alone = figuresOf(durations.bare);
  const compared = (durationsOfForm: readonly number[], form: string): BenchRow => {
    const ratio = figuresOf(ratiosOf(durationsOfForm, durations.bare));
    const asked = figuresOf(durationsOfForm);
    return {
      what: `${maker.name}, ${rowcount} rows ${form}, against its bare client`,
      figure: ratio.median,
      show: times,
      measured: `${times(ratio.median)} (${ms(asked.median)} against ${ms(alone.median)})`,
      spread: spreadOf(ratio, times),
      bar: `${measurement.bar}x`,
      isWithin: ratio.median <= measurement.bar,
    };
  };
  return [
    compared(durations.rows, 'by name'),
    compared(durations.columns, 'by column'),
    compared(durations.arrow, 'as Arrow'),
  ];
}
