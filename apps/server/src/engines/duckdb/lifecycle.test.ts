import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunProgress } from '../engine.ts';
import type { EmbeddedEngine, EmbeddedEngineOptions } from './embedded-engine.ts';
import { type EngineFixture, failureOf, openTestEngine } from './engine-fixture.ts';

const fixtures: EngineFixture[] = [];

async function open(options: Partial<EmbeddedEngineOptions> = {}): Promise<EmbeddedEngine> {
  const fixture = await openTestEngine(options);
  fixtures.push(fixture);
  return fixture.engine;
}

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.end()));
});

const limits = { maxRows: 1000, timeoutMs: 60_000, fairnessKey: 'ada' };
/** Long enough to be stopped; different texts, so that nothing is shared. */
const slow = (tag: number) => `SELECT sum(sqrt(i) * ${tag}) FROM range(20000000000) t(i)`;

/** Long enough to be seen at work, and short enough to be run again. */
const brief = (tag: number) => `SELECT sum(sqrt(i) * ${tag}) AS s FROM range(200000000) t(i)`;

/** Starts a query and tells when the engine is at work on it, seen by the processor time that its process takes. */
function whenRunning(
  engine: EmbeddedEngine,
  sql: string,
  options: { fairnessKey?: string; signal?: AbortSignal; mayWrite?: boolean } = {},
) {
  // On a busy machine the query may be half done before anybody has looked.
  const before = processorTicks(engine);
  const work = before.then(() => engine.run({ ...limits, ...options, sql }));
  let isOver = false;
  work
    .catch(() => undefined)
    .then(() => {
      isOver = true;
    });
  const running = (async () => {
    while (!isOver && (await processorTicks(engine)) < (await before) + 25)
      await new Promise((resolve) => setTimeout(resolve, 20));
  })();
  return { work, running };
}

const { setTimeout: realTimeout } = globalThis;

/** Waits until the engine's process computes, also while a test stands in for the clock. */
async function isBusy(engine: EmbeddedEngine): Promise<void> {
  const before = await processorTicks(engine);
  while ((await processorTicks(engine)) < before + 25) await new Promise((resolve) => realTimeout(resolve, 20));
}

async function processorTicks(engine: EmbeddedEngine): Promise<number> {
  const pid = await engine.childPid();
  if (pid === null) return 0;
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}

/** Every engine process of this test. */
async function engineProcesses(): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      const isOurs = new RegExp(`^\\d+ \\(.*\\) [^Z] ${process.pid} `, 's').test(stat ?? '');
      return isOurs && command?.includes('engine-child') ? Number(pid) : null;
    }),
  );
  return found.filter((pid) => pid !== null);
}

describe('a child that dies', () => {
  it('by kill -9 fails what ran alone; the next query runs on a new child', async () => {
    const engine = await open();
    await engine.runTrusted('CREATE TABLE kept AS SELECT 1 AS a');
    const pid = (await engine.childPid())!;
    const alone = whenRunning(engine, slow(1));
    await alone.running;
    process.kill(pid, 'SIGKILL');
    expect(await failureOf(alone.work)).toMatchObject({ code: 'ENGINE_CRASHED_ERROR' });
    expect((await engine.run({ ...limits, sql: 'SELECT a + 1 FROM kept' })).table.columns[0]!.values).toEqual([2]);
    expect(await engine.childPid()).not.toBe(pid);
  });

  it('by kill -9 while several read is noticed by none of them', async () => {
    const engine = await open();
    await engine.runTrusted('CREATE TABLE kept AS SELECT 1 AS a');
    const pid = (await engine.childPid())!;
    const one = whenRunning(engine, brief(1));
    const two = whenRunning(engine, brief(2));
    const waiting = engine.run({ ...limits, sql: 'SELECT a FROM kept' });
    await Promise.all([one.running, two.running]);
    process.kill(pid, 'SIGKILL');
    expect((await one.work).table.rowCount).toBe(1);
    expect((await two.work).table.rowCount).toBe(1);
    expect((await waiting).table.columns[0]!.values).toEqual([1]);
    expect(engine.replacements()).toBe(1);
  });

  it('leaves those who are run again all of their time', async () => {
    const engine = await open();
    for (const sql of [brief(5), brief(6)]) await engine.analyse(sql);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const chart = engine.run({ ...limits, sql: brief(5) });
    const stored = engine.storeResult({ ...limits, resultId: 'run-again', sql: brief(6) });
    await isBusy(engine);
    const pid = (await engine.childPid())!;
    vi.advanceTimersByTime(limits.timeoutMs - 1);
    process.kill(pid, 'SIGKILL');
    while ((await engine.childPid()) === pid) await new Promise((resolve) => realTimeout(resolve, 2));
    await isBusy(engine);
    vi.advanceTimersByTime(limits.timeoutMs - 1);
    expect((await chart).table.rowCount).toBe(1);
    expect((await stored).rowCount).toBe(1);
  });

  it('again and again loses no acknowledged write', async () => {
    const engine = await open();
    await engine.runTrusted('CREATE TABLE counts (n INTEGER)');
    for (let n = 1; n <= 4; n++) {
      await engine.runTrusted(`INSERT INTO counts VALUES (${n})`);
      const pid = (await engine.childPid())!;
      process.kill(pid, 'SIGKILL');
      while ((await engine.childPid()) === pid) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect((await engine.run({ ...limits, sql: 'SELECT sum(n) FROM counts' })).table.columns[0]!.values).toEqual([10]);
  });

  it('is followed by one process, however many find it dead at once', async () => {
    const engine = await open();
    await engine.warmUp();
    await engine.runTrusted('CREATE TABLE kept AS SELECT 1 AS a');
    for (let round = 0; round < 3; round += 1) {
      const pid = (await engine.childPid())!;
      process.kill(pid, 'SIGKILL');
      while ((await engine.childPid()) !== null) await new Promise((resolve) => setTimeout(resolve, 2));
      const others = await engineProcesses();
      const asked = Array.from({ length: 20 }, (_, n) =>
        engine.run({ ...limits, fairnessKey: String(n % 4), sql: `SELECT a + ${n} FROM kept` }),
      );
      const started = new Set<number>();
      const note = (pids: readonly number[]) =>
        pids.filter((one) => !others.includes(one)).map((one) => started.add(one));
      const watch = setInterval(() => void engineProcesses().then(note), 5);
      const answers = await Promise.all(asked);
      clearInterval(watch);
      expect(answers.map(({ table }) => table.columns[0]!.values[0])).toEqual(asked.map((_, n) => n + 1));
      expect([...started]).toEqual([await engine.childPid()]);
    }
  });

  it.each([
    ["SELECT repeat('x', 4000000000)"],
    ["SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)"],
    ['SELECT list(i) FROM range(3000000000) t(i)'],
    ["SELECT lpad('x', 2000000000, 'y') || rpad('x', 2000000000, 'y')"],
    ['SELECT i, md5(i::VARCHAR) AS h FROM range(3000000000) t(i) ORDER BY h'],
    ['SELECT unnest(range(2000000000))'],
  ])(
    'for want of memory leaves the server and later queries alone: %s',
    async (sql) => {
      const engine = await open({ memoryLimitMb: 700, addressSpaceLimitMb: 3500 });
      await failureOf(engine.run({ ...limits, maxRows: 2_000_000_000, timeoutMs: 8000, sql }));
      expect((await engine.run({ ...limits, sql: 'SELECT 42' })).table.columns[0]!.values).toEqual([42]);
    },
    60_000,
  );
});

/** An aggregate that asks for more memory than there is, in a place where DuckDB does not count it. */
const fatal = 'SELECT reservoir_quantile(amount, 0.5, 1000000000) AS q FROM sales';

async function openWithSales(options: Partial<EmbeddedEngineOptions> = {}): Promise<EmbeddedEngine> {
  const engine = await open(options);
  await engine.runTrusted('CREATE TABLE sales AS SELECT range::DOUBLE AS amount FROM range(1000)');
  return engine;
}

describe('the process that parses', () => {
  it('ends without taking a query with it, and is started again for the next statement', async () => {
    const before = await engineProcesses();
    const engine = await open();
    await engine.warmUp();
    const reading = whenRunning(engine, brief(4));
    await reading.running;
    const data = await engine.childPid();
    const [parser, ...more] = (await engineProcesses()).filter((pid) => pid !== data && !before.includes(pid));
    expect(more).toEqual([]);
    process.kill(parser!, 'SIGKILL');
    const isKnown = () =>
      access(`/proc/${parser}`).then(
        () => true,
        () => false,
      );
    while (await isKnown()) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await engine.analyse('SELECT 1 AS fresh')).toMatchObject([{ kind: 'select' }]);
    expect((await reading.work).table.rowCount).toBe(1);
    expect(engine.replacements()).toBe(0);
    expect(await engine.childPid()).toBe(data);
  });
});

describe('a query that breaks the database', () => {
  it('is told so in plain words, and the next query is answered by a new child', async () => {
    const engine = await openWithSales();
    const pid = await engine.childPid();
    const details = await failureOf(engine.run({ ...limits, sql: fatal }));
    expect(details).toMatchObject({
      code: 'ENGINE_CRASHED_ERROR',
      message: expect.stringContaining('The query broke the engine, which has been started again.'),
    });
    expect(JSON.stringify(details)).not.toMatch(/Stack Trace|libduckdb|\/node_modules/);
    expect((await engine.run({ ...limits, sql: 'SELECT count(*) FROM sales' })).table.columns[0]!.values).toEqual([
      1000,
    ]);
    expect(await engine.childPid()).not.toBe(pid);
  });

  // Two statements run at once: each reader is alone with what breaks, so that it is at work when the database breaks.
  it('is not noticed by a chart that is read meanwhile', async () => {
    const engine = await openWithSales();
    const chart = whenRunning(engine, brief(3));
    await chart.running;
    const broken = failureOf(engine.run({ ...limits, fairnessKey: 'eve', sql: fatal }));
    expect((await broken).message).toContain('broke the engine');
    expect((await chart.work).table.rowCount).toBe(1);
    expect(engine.replacements()).toBe(1);
  });

  it('is not noticed by a run of the SQL editor that is under way', async () => {
    const engine = await openWithSales();
    await engine.analyse(fatal);
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stored = engine.storeResult({
      ...limits,
      resultId: 'beside-it',
      sql: 'SELECT i, sqrt(i) AS r FROM range(5000000) t(i)',
      maxRows: 5_000_000,
      onFirstRows: () => begin(),
    });
    await begun;
    const broken = failureOf(engine.run({ ...limits, fairnessKey: 'eve', sql: fatal }));
    expect((await broken).message).toContain('broke the engine');
    expect((await stored).rowCount).toBe(5_000_000);
    expect(engine.replacements()).toBe(1);
  });

  it('takes what was kept in its memory with it, and nobody is answered from there', async () => {
    const engine = await openWithSales();
    const keep = { ...limits, sql: 'SELECT amount, count(*) FROM sales GROUP BY amount' };
    const before = engine.materializer!.version();
    const kept = (await engine.materializer!.materialize(keep))!;
    await failureOf(engine.run({ ...limits, sql: fatal }));
    await engine.ping();
    expect(engine.materializer!.version()).not.toBe(before);
    await failureOf(engine.materializer!.read({ ...limits, sql: `SELECT * FROM ${kept.table}` }));
    const again = (await engine.materializer!.materialize(keep))!;
    expect(again.table).not.toBe(kept.table);
    const rows = await engine.materializer!.read({ ...limits, sql: `SELECT count(*) FROM ${again.table}` });
    expect(rows.table.columns[0]!.values).toEqual([1000]);
  });

  it('leaves a statement that writes done once, and its author told what is not certain', async () => {
    const engine = await openWithSales();
    await engine.runTrusted('CREATE TABLE log (n DOUBLE)');
    const writing = whenRunning(engine, `INSERT INTO log ${slow(1)}`, { mayWrite: true });
    await writing.running;
    await failureOf(engine.run({ ...limits, fairnessKey: 'eve', sql: fatal }));
    expect(await failureOf(writing.work)).toMatchObject({
      code: 'ENGINE_CRASHED_ERROR',
      message: expect.stringContaining('It is not certain whether the change was made'),
    });
    expect((await engine.run({ ...limits, sql: 'SELECT count(*) FROM log' })).table.columns[0]!.values).toEqual([0]);
  });

  it('is refused for ten minutes after it did so twice, however it is written', async () => {
    const clock = { nowMs: 0 };
    const engine = await openWithSales({ nowMs: () => clock.nowMs });
    const refused = 'This query stopped the engine twice and is refused for 10 more minutes. Write it in another way.';
    expect((await failureOf(engine.run({ ...limits, sql: fatal }))).code).toBe('ENGINE_CRASHED_ERROR');
    const again = fatal.replace('SELECT', 'select  /* again */').concat(' ;');
    expect((await failureOf(engine.run({ ...limits, sql: again }))).code).toBe('ENGINE_CRASHED_ERROR');
    const pid = await engine.childPid();
    expect((await failureOf(engine.run({ ...limits, sql: fatal }))).message).toBe(refused);
    const stored = engine.storeResult({ ...limits, sql: fatal, resultId: 'refused' });
    expect((await failureOf(stored)).message).toBe(refused);
    expect(await engine.childPid()).toBe(pid);
    clock.nowMs = 10 * 60_000;
    expect((await failureOf(engine.run({ ...limits, sql: fatal }))).code).toBe('ENGINE_CRASHED_ERROR');
  });
});

describe('stopping', () => {
  it('ends the query in the engine, not only for its caller', async () => {
    const engine = await open();
    const controller = new AbortController();
    const { work, running } = whenRunning(engine, slow(1), { signal: controller.signal });
    await running;
    const pid = await engine.childPid();
    controller.abort();
    expect(await failureOf(work)).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    // Both slots would be needed if the first query still ran in one of them.
    const results = await Promise.all([1, 2, 3].map((n) => engine.run({ ...limits, sql: `SELECT ${n}` })));
    expect(results).toHaveLength(3);
    expect(await engine.childPid()).toBe(pid);
  });

  it('before it began costs the engine nothing', async () => {
    const engine = await open();
    const details = await failureOf(engine.run({ ...limits, sql: slow(1), signal: AbortSignal.abort() }));
    expect(details.code).toBe('QUERY_STOPPED_ERROR');
  });

  it('waits with the time limit until the query has its turn', async () => {
    const engine = await open();
    for (const sql of [slow(1), slow(2), brief(7), brief(8)]) await engine.analyse(sql);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopping = new AbortController();
    const long = [1, 2].map((n) =>
      engine.run({ ...limits, timeoutMs: 10 * limits.timeoutMs, sql: slow(n), signal: stopping.signal }),
    );
    for (const one of long) one.catch(() => undefined);
    await isBusy(engine);
    const chart = engine.run({ ...limits, sql: brief(7) });
    const stored = engine.storeResult({ ...limits, resultId: 'after-a-wait', sql: brief(8) });
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    vi.advanceTimersByTime(limits.timeoutMs - 1);
    stopping.abort();
    await Promise.allSettled(long);
    await isBusy(engine);
    vi.advanceTimersByTime(limits.timeoutMs - 1);
    expect((await chart).table.rowCount).toBe(1);
    expect((await stored).rowCount).toBe(1);
  });

  it('comes by itself after the time limit', async () => {
    const engine = await open();
    expect(await failureOf(engine.run({ ...limits, timeoutMs: 300, sql: slow(1) }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than 0.3 s and was stopped',
    });
    expect((await engine.run({ ...limits, sql: 'SELECT 1' })).table.rowCount).toBe(1);
  });

  it('kills a child that does not heed it, and others run again on a new one', async () => {
    const engine = await open();
    await engine.run({ ...limits, sql: 'SELECT 1 + 1' });
    const pid = (await engine.childPid())!;
    process.kill(pid, 'SIGSTOP');
    expect(
      await failureOf(engine.run({ ...limits, timeoutMs: 300, sql: 'SELECT 1 + 1' })).catch(() => null),
    ).not.toBeNull();
    expect((await engine.run({ ...limits, timeoutMs: 20_000, sql: 'SELECT 2 + 2' })).table.columns[0]!.values).toEqual([
      4,
    ]);
    expect(await isAlive(pid)).toBe(false);
  }, 30_000);
});

describe('several queries', () => {
  it('that are the same run once, and stop only when nobody waits any more', async () => {
    const engine = await open();
    await engine.warmUp();
    const first = new AbortController();
    const sql = 'SELECT count(*), random() AS r FROM range(60000000) t(i) WHERE sqrt(i) > 1';
    const leaver = engine.run({ ...limits, sql, signal: first.signal });
    const stayers = [
      engine.run({ ...limits, sql, fairnessKey: 'bob' }),
      engine.run({ ...limits, sql, fairnessKey: 'eve' }),
    ];
    first.abort();
    expect((await failureOf(leaver)).code).toBe('QUERY_STOPPED_ERROR');
    const [one, two] = await Promise.all(stayers);
    expect(one!.table.columns[1]!.values).toEqual(two!.table.columns[1]!.values);
    const later = await engine.run({ ...limits, sql });
    expect(later.table.columns[1]!.values).not.toEqual(one!.table.columns[1]!.values);
  });

  it('take turns between people, so that one with many does not hold up another', async () => {
    const engine = await open();
    await engine.warmUp();
    const order: string[] = [];
    const run = (fairnessKey: string, n: number) =>
      engine
        .run({ ...limits, fairnessKey, sql: `SELECT sum(i * ${n}) FROM range(20000000) t(i)` })
        .then(() => order.push(fairnessKey));
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => run('many', n));
    all.push(run('few', 100), run('few', 101));
    await Promise.all(all);
    expect(order.lastIndexOf('few')).toBeLessThan(7);
  });

  it('report progress between 0 and 1, and how many rows they have read', async () => {
    const engine = await open();
    await engine.runTrusted('CREATE TABLE big AS SELECT i FROM range(5000000) t(i)');
    const seen: RunProgress[] = [];
    await engine.run({
      ...limits,
      sql: 'SELECT count(DISTINCT md5(i::VARCHAR)) FROM big',
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ fraction, rowsRead }) => fraction >= 0 && fraction <= 1 && rowsRead <= 5_000_000)).toBe(true);
    expect(seen.at(-1)?.rowsRead).toBeGreaterThan(0);
  });
});

describe('results', () => {
  it('fail when a value in row 2,500,000 does not convert, and are never shorter instead', async () => {
    const engine = await open();
    const sql = "SELECT CASE WHEN i = 2500000 THEN 'oops' ELSE i::VARCHAR END::INTEGER AS n FROM range(3000000) t(i)";
    expect(await failureOf(engine.run({ ...limits, maxRows: 4_000_000, sql }))).toMatchObject({
      message: expect.stringContaining("'oops'"),
    });
  });
});

describe('opening and closing', () => {
  it('ends the child at once and without complaint, and the file opens again with everything in it', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'engine-file-'));
    const file = path.join(folder, 'a.duckdb');
    const told: string[] = [];
    const first = await open({ file, log: (line) => told.push(line) });
    await first.runTrusted('CREATE TABLE t AS SELECT 7 AS a');
    const pid = (await first.childPid())!;
    await first.close();
    expect(await isAlive(pid)).toBe(false);
    expect(told).toEqual([]);
    expect(await failureOf(first.run({ ...limits, sql: 'SELECT 1' }))).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
    });
    const second = await open({ file });
    expect((await second.run({ ...limits, sql: 'FROM t' })).table.columns[0]!.values).toEqual([7]);
    await second.close();
    await rm(folder, { recursive: true });
  });

  it('while queries run ends them and stays within seconds', async () => {
    const engine = await open();
    const { work, running } = whenRunning(engine, slow(1));
    await running;
    await engine.close();
    await failureOf(work);
  });

  it('of a file that another process holds, or that is no database, says so', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'engine-taken-'));
    const file = path.join(folder, 'a.duckdb');
    const owner = await open({ file });
    await owner.ping();
    const second = await open({ file });
    expect(await failureOf(second.ping())).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The database file is in use by another process.',
    });
    const wrong = path.join(folder, 'b.duckdb');
    await writeFile(wrong, 'this is not a database, '.repeat(1000));
    const third = await open({ file: wrong });
    expect(await failureOf(third.ping())).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: expect.stringContaining('The database file engine/b.duckdb is damaged'),
    });
    await owner.close();
    await rm(folder, { recursive: true });
  });

  it('never loads DuckDB into the server', async () => {
    const engine = await open();
    await engine.ping();
    const loaded = await readFile('/proc/self/maps', 'utf8');
    expect(loaded).not.toContain('libduckdb');
  });

  it('gives the child nothing of the server environment', async () => {
    process.env.POWERSET_TEST_CANARY = 'canary';
    const engine = await open();
    await engine.ping();
    const environment = await readFile(`/proc/${await engine.childPid()}/environ`, 'utf8');
    expect(environment).not.toContain('canary');
  });
});

describe('the priority of the engine', () => {
  it('is below that of the server in every thread, of its first process and of the next', async () => {
    const engine = await openWithSales();
    const sql = 'SELECT sum(sqrt(i)) FROM range(3000000) t(i)';
    await engine.run({ ...limits, sql });
    expect(await prioritiesOf((await engine.childPid())!)).toEqual(new Set([os.getPriority() + 5]));
    await failureOf(engine.run({ ...limits, sql: fatal }));
    await engine.run({ ...limits, sql });
    expect(await prioritiesOf((await engine.childPid())!)).toEqual(new Set([os.getPriority() + 5]));
  });
});

async function prioritiesOf(pid: number): Promise<ReadonlySet<number>> {
  return new Set((await readdir(`/proc/${pid}/task`)).map((thread) => os.getPriority(Number(thread))));
}

describe('looking into the database', () => {
  it('lists schemas, tables and views, columns, keys and indexes', async () => {
    const engine = await open();
    await engine.runTrusted(`CREATE SCHEMA shop; CREATE TABLE shop.customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE);
      CREATE TABLE shop.orders (id BIGINT, customer INTEGER REFERENCES shop.customers (id), amount DECIMAL(10, 2), day DATE, tags VARCHAR[]);
      CREATE INDEX by_day ON shop.orders (day); INSERT INTO shop.customers VALUES (1, 'Ada');
      CREATE VIEW shop.big AS SELECT * FROM shop.orders; COMMENT ON TABLE shop.orders IS 'All orders'; COMMENT ON COLUMN shop.orders.day IS 'Day of order'`);
    expect(await engine.listSchemas()).toEqual(['main', 'shop']);
    expect(await engine.listTables('shop')).toEqual([
      { schema: 'shop', table: 'big', kind: 'view', rowCount: null },
      { schema: 'shop', table: 'customers', kind: 'table', rowCount: 1 },
      { schema: 'shop', table: 'orders', kind: 'table', rowCount: 0 },
    ]);
    const orders = await engine.describeTable({ schema: 'shop', table: 'orders' });
    expect(orders).toMatchObject({ kind: 'table', comment: 'All orders', primaryKey: null });
    expect(orders.columns.map(({ name, type, nativeType, comment }) => [name, type, nativeType, comment])).toEqual([
      ['id', 'number', 'BIGINT', null],
      ['customer', 'number', 'INTEGER', null],
      ['amount', 'number', 'DECIMAL(10,2)', null],
      ['day', 'temporal', 'DATE', 'Day of order'],
      ['tags', 'string', 'VARCHAR[]', null],
    ]);
    expect(orders.foreignKeys).toMatchObject([
      { columns: ['customer'], referredSchema: 'shop', referredTable: 'customers', referredColumns: ['id'] },
    ]);
    expect(orders.indexes).toEqual([{ name: 'by_day', columns: ['day'], isUnique: false }]);
    expect((await engine.describeTable({ schema: 'shop', table: 'customers' })).primaryKey).toMatchObject({
      columns: ['id'],
    });
    expect((await engine.describeTable({ schema: 'shop', table: 'big' })).kind).toBe('view');
    expect(await failureOf(engine.describeTable({ schema: 'shop', table: "x' OR 1=1 --" }))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
    });
    const described = await engine.describeQuery('SELECT id AS "Id", sum(amount) AS total FROM shop.orders GROUP BY 1');
    expect(described.map(({ name, type, nativeType }) => [name, type, nativeType])).toEqual([
      ['Id', 'number', 'BIGINT'],
      ['total', 'number', 'DECIMAL(38,2)'],
    ]);
  });
});
