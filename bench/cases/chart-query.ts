import { tableFromIPC } from '@uwdata/flechette';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { Connection, requestBytes } from '../connection.ts';
import { figuresOf, interleave, ms, ratiosOf, spreadOf, timeRow, times } from '../figures.ts';
import { findOrders, openBare, type ShopDataset } from '../shop.ts';

/** Of runs that take 10 ms a handful says nothing: medians of nine lay between 1.03x and 1.33x, medians of eighty 0.03 apart. */
const sizes = [
  { rows: 1_000, bar: 1.15, leastRounds: 80 },
  { rows: 50_000, bar: 1.5, leastRounds: 20 },
] as const;

/**
 * From the request to the parsed answer, against the same SQL run bare on a copy of the same file, its rows read as the
 * client gives them by column.
 */
export const chartQuery: BenchCase = {
  name: 'chart-query',
  title: 'Server overhead of one chart query',
  run: async (shop, { rounds }) => {
    const results: BenchRow[] = [];
    const orders = await findOrders(shop.api);
    for (const size of sizes)
      results.push(...(await measure({ shop, orders, ...size, rounds: Math.max(rounds, size.leastRounds) })));
    return [...results, ...(await measureArrow(shop, orders, rounds))];
  },
};

const arrowRows = 50_000;
const arrowBar = 1.5;

/** The same rows as columns, to the decoded table, against a run whose rows nobody reads. */
async function measureArrow(shop: ShopStage, orders: ShopDataset, rounds: number): Promise<readonly BenchRow[]> {
  const server = await Connection.open(shop.server().port);
  const payload = chartPayload(orders, arrowRows);
  const requestOf = (format: string) =>
    requestBytes({
      port: shop.server().port,
      path: '/api/v1/chart/data',
      body: JSON.stringify({ ...payload, result_format: format }),
      headers: shop.visitor.api.headers,
    });
  const { query } = JSON.parse((await server.send(requestOf('json'))).body().toString('utf8')).result[0];
  const request = requestOf('arrow');
  const ask = async (): Promise<number> => {
    const answer = await server.send(request);
    if (answer.status !== 200) throw new Error(`The chart query answered ${answer.status}.`);
    return tableFromIPC(new Uint8Array(answer.body())).numRows;
  };
  const rowcount = await ask();
  const engine = await openBare(shop.engineFile);
  const durations = await interleave({ server: ask, bare: () => engine.run(query) }, Math.max(rounds, 80));
  engine.close();
  server.close();
  const ratio = figuresOf(ratiosOf(durations.server, durations.bare));
  const asked = figuresOf(durations.server);
  const bare = figuresOf(durations.bare);
  return [
    {
      what: `${rowcount} rows as Arrow, against a bare run in the engine's own form`,
      figure: ratio.median,
      show: times,
      measured: `${times(ratio.median)} (${ms(asked.median)} against ${ms(bare.median)})`,
      spread: spreadOf(ratio, times),
      bar: `${arrowBar}x`,
      isWithin: ratio.median <= arrowBar,
    },
  ];
}

interface Measurement {
  readonly shop: ShopStage;
  readonly orders: ShopDataset;
  readonly rounds: number;
  readonly rows: number;
  readonly bar: number;
}

async function measure({ shop, orders, rounds, rows, bar }: Measurement): Promise<readonly BenchRow[]> {
  const server = await Connection.open(shop.server().port);
  const request = requestBytes({
    port: shop.server().port,
    path: '/api/v1/chart/data',
    body: JSON.stringify(chartPayload(orders, rows)),
    headers: shop.visitor.api.headers,
  });
  const ask = async (): Promise<{ readonly query: string; readonly rowcount: number }> => {
    const answer = await server.send(request);
    const text = answer.body().toString('utf8');
    if (answer.status !== 200) throw new Error(`The chart query answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text).result[0];
  };
  const { query, rowcount } = await ask();
  const engine = await openBare(shop.engineFile);
  const durations = await interleave({ server: ask, bare: () => engine.read(query) }, rounds);
  engine.close();
  server.close();
  const ratio = figuresOf(ratiosOf(durations.server, durations.bare));
  const asked = figuresOf(durations.server);
  const bare = figuresOf(durations.bare);
  const against: BenchRow = {
    what: `${rowcount} rows, against a bare run`,
    figure: ratio.median,
    show: times,
    measured: `${times(ratio.median)} (${ms(asked.median)} against ${ms(bare.median)})`,
    spread: spreadOf(ratio, times),
    bar: `${bar}x`,
    isWithin: ratio.median <= bar,
  };
  return [against, timeRow(`${rowcount} rows, asked of the server`, asked), timeRow(`${rowcount} rows, bare`, bare)];
}

/** Groups for the small result, plain rows for the big one: what charts and tables ask for. */
export function chartPayload(orders: ShopDataset, rows: number): Readonly<Record<string, unknown>> {
  const [number = ''] = orders.numbers.slice(-1);
  const day = {
    label: 'day',
    sqlExpression: orders.temporal,
    expressionType: 'SQL',
    columnType: 'BASE_AXIS',
    timeGrain: 'P1D',
    isColumnReference: true,
  };
  const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: number }, label: 'sum' };
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' };
  const grouped = { columns: [day], metrics: [count, sum], filters: [], row_limit: rows, time_range: 'No filter' };
  const plain = {
    columns: [orders.temporal, ...orders.text.slice(0, 2), ...orders.numbers.slice(0, 3)],
    metrics: null,
    filters: [],
    row_limit: rows,
  };
  return {
    datasource: { id: orders.id, type: 'table' },
    force: true,
    result_format: 'json',
    result_type: 'full',
    queries: [rows > 2000 ? plain : grouped],
  };
}
