import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import type { ConnectionPool } from './client.ts';
import { DatabasePools, mostOtherPools } from './databases.ts';
import { openPostgresql } from './open.ts';
import { fromUri } from './uri.ts';

/** Pools that lend one session each, and tell when they were opened and closed. */
function start() {
  const told: string[] = [];
  const open = (database: string) => {
    told.push(`open ${database}`);
    return {
      inSession: (_: object, work: () => Promise<unknown>) => work(),
      figures: { used: 0, idle: 1, waiting: 0, most: 8 },
      close: async () => {
        told.push(`close ${database}`);
      },
      // As much of a pool as is used.
    } as unknown as ConnectionPool;
  };
  const pools = new DatabasePools(open('own'), open);
  const ask = (name: string, work: () => Promise<unknown> = async () => name, signal?: AbortSignal) =>
    pools.inSession(name, { schema: 'public', timeoutMs: 1000, ...(signal ? { signal } : {}) }, work as never);
  return { told, pools, ask };
}

const names = Array.from({ length: mostOtherPools }, (_, at) => `d${at}`);

describe('pools of other databases', () => {
  it('are kept, and the one that was wanted least lately makes room for the next', async () => {
    const { ask, told } = start();
    for (const name of names) await ask(name);
    await ask('d0');
    await ask('next');
    await ask('d0');
    expect(told).toEqual(['open own', ...names.map((name) => `open ${name}`), 'close d1', 'open next']);
  });

  it('are never more than may be: one that is wanted waits while all are at work', async () => {
    const { ask, told, pools } = start();
    const ends: (() => void)[] = [];
    const busy = names.map((name) => ask(name, () => new Promise<void>((resolve) => ends.push(resolve))));
    const [next, given] = [ask('next'), new AbortController()];
    const gone = ask('gone', undefined, given.signal);
    given.abort(new Error('no longer wanted'));
    await expect(gone).rejects.toThrow('no longer wanted');
    await pause(20);
    expect(told).not.toContain('open next');
    expect(pools.figures).toMatchObject({ waiting: 1, most: 8 * (mostOtherPools + 1) });
    ends[2]?.();
    expect(await next).toBe('next');
    expect(told.slice(-2)).toEqual(['close d2', 'open next']);
    for (const end of ends) end();
    await Promise.all(busy);
  });

  it('are all closed with the server, and whoever waits is told', async () => {
    const { ask, told, pools } = start();
    const ends: (() => void)[] = [];
    const busy = names.map((name) => ask(name, () => new Promise<void>((resolve) => ends.push(resolve))));
    const waits = ask('next');
    await pools.close();
    await expect(waits).rejects.toThrow('closed');
    expect(told.filter((line) => line.startsWith('close'))).toEqual(['own', ...names].map((name) => `close ${name}`));
    for (const end of ends) end();
    await Promise.all(busy);
    await expect(ask('d0')).rejects.toThrow('closed');
  });
});

describe('a table that is named with its database', () => {
  const engine = openPostgresql({
    ...fromUri('postgresql://ada:x@127.0.0.1:1/Shop'),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true }, resultSink: noResults },
    ...{ readLongScript: readScript, log: () => undefined, readsOthers: true },
  });
  const tablesOf = async (sql: string, asked: Engine = engine) => (await asked.analyse(sql))[0];

  it('lies in the one that is asked; another is refused, in short texts and in long ones', async () => {
    const { tables, mentions } = (await tablesOf('SELECT 1 FROM "Shop".sales.orders')) ?? {};
    expect(tables).toEqual([{ schema: 'sales', table: 'orders' }]);
    expect(mentions).toMatchObject([{ place: { start: 14, end: 33, nameStart: 27 } }]);
    for (const end of ['', ' '.repeat(3000)])
      for (const sql of ['SELECT 1 FROM shop.sales.orders', 'DELETE FROM other.sales.orders WHERE a = 1'])
        expect((await failureOf(tablesOf(sql + end))).message).toContain('of another database');
  });

  it('has the database in which the engine is, where that is not the own one', async () => {
    const other = engine.inCatalog?.('other');
    const { tables, mentions } = (await tablesOf('SELECT 1 FROM other.sales.orders, b', other)) ?? {};
    expect(tables).toEqual([
      { catalog: 'other', schema: 'sales', table: 'orders' },
      { catalog: 'other', schema: null, table: 'b' },
    ]);
    expect(mentions?.map(({ catalog }) => catalog)).toEqual(['other', 'other']);
    expect((await failureOf(tablesOf('SELECT 1 FROM "Shop".sales.orders', other))).message).toContain(
      'of another database',
    );
  });
});
