import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { figuresOf, kB, ms, spreadOf, whole } from '../figures.ts';
import { loadServer } from '../load.ts';
import { findOrders } from '../shop.ts';
import { chartPayload } from './chart-query.ts';

/** The bar of the slowest requests holds for the first of them. */
const connectionCounts = [16, 100];
const seconds = 5;
const barP99Ms = 10;
const barPerSecond = 8000;
/** So many days are about 10 kB. */
const tenKilobytes = 175;

export const cachedQuery: BenchCase = {
  name: 'cached-query',
  title: 'Cached chart query, a 10 kB answer',
  run: async (shop) => {
    const rows: BenchRow[] = [];
    for (const connections of connectionCounts) rows.push(...(await measure(shop, connections)));
    return rows;
  },
};

async function measure(shop: ShopStage, connections: number): Promise<readonly BenchRow[]> {
  const payload = { ...chartPayload(await findOrders(shop.api), tenKilobytes), force: false };
  const request = {
    port: shop.server().port,
    connections,
    path: '/api/v1/chart/data',
    body: JSON.stringify(payload),
    headers: shop.visitor.api.headers,
  };
  await loadServer({ ...request, seconds: 1 });
  const result = await loadServer({ ...request, seconds });
  if (result.failures > 0) throw new Error(`${result.failures} answers were no success`);
  const latency = figuresOf(result.latenciesMs);
  const size = kB(result.bodyBytes);
  const hasBar = connections === connectionCounts[0];
  return [
    {
      what: `p99 at ${connections} connections`,
      figure: latency.p99,
      show: ms,
      measured: ms(latency.p99),
      spread: `${size}, median ${ms(latency.median)}, quartiles ${spreadOf(latency, ms)}`,
      bar: hasBar ? `${barP99Ms} ms` : '',
      isWithin: hasBar ? latency.p99 < barP99Ms : null,
    },
    {
      what: `requests per second at ${connections} connections`,
      figure: result.requestsPerSecond,
      show: whole,
      measured: whole(result.requestsPerSecond),
      spread: `${size}, ${result.latenciesMs.length} requests in ${seconds} s`,
      bar: `${barPerSecond}`,
      isWithin: result.requestsPerSecond >= barPerSecond,
    },
  ];
}
