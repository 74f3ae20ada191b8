import { setTimeout as pause } from 'node:timers/promises';

/** A server that whoever runs the tests has started, and where its overlord takes tasks: none is installed for them. */
export const druidUrl = process.env.POWERSET_TEST_DRUID_URL ?? '';
const overlordUrl = process.env.POWERSET_TEST_DRUID_OVERLORD_URL ?? '';

const hour = 3_600_000;
const orders = Array.from({ length: 300 }, (_, n) => ({
  __time: new Date(Date.UTC(2024, 0, 1) + n * hour).toISOString(),
  id: n === 0 ? null : n,
  region: ['north', 'south', null][n % 3],
  price: n / 4,
  tags: n % 2 ? ['a', 'b'] : ['a'],
  word: n === 1 ? 'é漢😀\'"' : `w${n % 5}`,
  nums: [n, n + 1],
  doc: { x: n, y: ['p'] },
}));
const big = Array.from({ length: 100_000 }, (_, n) => ({
  __time: new Date(Date.UTC(2024, 0, 1) + n * 1000).toISOString(),
  n,
}));
const long = (name: string) => ({ type: 'long', name });

/** Two tables, anew where they are not there. */
export async function setUpWorld(): Promise<void> {
  const dimensions = [long('id'), 'region', { type: 'double', name: 'price' }, 'tags', 'word'];
  await ingest('orders', orders, [...dimensions, { type: 'auto', name: 'nums' }, { type: 'json', name: 'doc' }]);
  await ingest('big', big, [long('n')]);
}

async function ingest(dataSource: string, rows: readonly object[], dimensions: readonly unknown[]): Promise<void> {
  if ((await countOf(dataSource)) === rows.length) return;
  const data = rows.map((row) => JSON.stringify(row)).join('\n');
  const spec = {
    dataSchema: {
      dataSource,
      timestampSpec: { column: '__time', format: 'iso' },
      dimensionsSpec: { dimensions },
      granularitySpec: { segmentGranularity: 'month', queryGranularity: 'none', rollup: false },
    },
    ioConfig: { type: 'index_parallel', inputSource: { type: 'inline', data }, inputFormat: { type: 'json' } },
    tuningConfig: { type: 'index_parallel' },
  };
  const answer = await fetch(`${overlordUrl}/druid/indexer/v1/task`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'index_parallel', spec }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  while ((await countOf(dataSource)) !== rows.length) await pause(1000);
}

async function countOf(table: string): Promise<number> {
  const rows = await tell(`SELECT COUNT(*) FROM druid."${table}"`).catch(() => []);
  return Number(rows[0]?.[0] ?? 0);
}

/** The rows of a statement, told to the server itself. */
export async function tell(query: string): Promise<readonly (readonly unknown[])[]> {
  const answer = await fetch(druidUrl.replace(/^druid:/, 'http:'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, resultFormat: 'array' }),
  });
  if (!answer.ok) throw new Error(`${await answer.text()}: ${query}`);
  // The documented shape of the protocol's answers.
  return (await answer.json()) as readonly (readonly unknown[])[];
}
