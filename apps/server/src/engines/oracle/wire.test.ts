import { setTimeout as later } from 'node:timers/promises';
import {
  bytes,
  numberBytes,
  startTtcService,
  type TtcAnswer,
  type TtcOptions,
  type TtcService,
  ttcTypes,
} from '@powerset/testkit/ttc-server';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { openLine } from './driver.ts';
import { fromUri, openOracle } from './index.ts';

interface Network {
  readonly connected: boolean;
  disconnect(): void;
}

const limits = { maxRows: 100_000, timeoutMs: 5000, fairnessKey: 'ada' };
const started: { service?: TtcService; engine?: Engine } = {};
afterEach(async () => {
  await started.engine?.close();
  await started.service?.stop();
});

async function start(options: TtcOptions, password = 's') {
  const service = await startTtcService(options);
  const engine = await openOracle({
    ...fromUri(`oracle://ada:${password}@127.0.0.1:${service.port}/?service_name=shop`),
    ...{ serverCertificate: null, clientCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(started, { service, engine });
  return { engine, service, run: (sql = 'SELECT n FROM t', more = {}) => engine.run({ ...limits, sql, ...more }) };
}

const numbers = (total: number): TtcAnswer => ({
  columns: [ttcTypes.number('N')],
  rows: (from, count) =>
    Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => [numberBytes(from + at)]),
});

describe('a server that speaks TTC', () => {
  it('harms nobody when it is gone and its connection is thrown away', async () => {
    const service = await startTtcService({ answer: () => numbers(1) });
    Object.assign(started, { service });
    const { host, port, user, target, tlsMode, certificateName } = fromUri(`oracle://ada@127.0.0.1:${service.port}/XE`);
    const place = { host, port, target, tlsMode, certificateName, serverCertificate: null, clientCertificate: null };
    const line = await openLine({ ...place, user, password: 's', policy: { allowsPrivateHosts: true } });
    line.close();
    await expect.poll(() => line.isOpen).toBe(false);
    await later(50);
    // As the driver does once nothing holds it.
    const { connection } = line as unknown as { readonly connection: { readonly _impl: { readonly nscon: Network } } };
    expect(() => connection._impl.nscon.disconnect()).not.toThrow();
    expect(connection._impl.nscon.connected).toBe(false);
  });

  it('is signed in to by a password, and read by the driver itself', async () => {
    const { run, service, engine } = await start({ answer: () => numbers(1) });
    expect((await run()).table.columns).toMatchObject([{ name: 'N', nativeType: 'NUMBER(10,0)', values: [0] }]);
    await run('SELECT n FROM t', { schema: 'sales' });
    expect(service.statements).toEqual(['SELECT n FROM ada.t', 'SELECT n FROM sales.t']);
    expect(service.signIns()).toBe(1);
    expect(engine.poolFigures?.()).toMatchObject({ used: 0, idle: 1, most: 8 });
    await engine.ping();
  });

  it('lets nobody in by a wrong password', async () => {
    const { engine } = await start({ answer: () => numbers(1), password: 'other' });
    expect(await failureOf(engine.ping())).toMatchObject({
      ...{ code: 'CONNECTION_ACCESS_DENIED_ERROR' },
      message: 'Either the username "ada" or the password is incorrect.',
    });
  });

  it('sends many rows in portions', async () => {
    const { run, service } = await start({ answer: () => numbers(12_345) });
    const { table } = await run();
    expect(table.rowCount).toBe(12_345);
    expect(table.columns[0]?.values.at(-1)).toBe(12_344);
    expect(service.portions.slice(0, 3)).toEqual([50, 200, 800]);
    expect(Math.max(...service.portions)).toBe(1000);
  });

  it('sends no more than is wanted, and goes on with the next', async () => {
    const { run, service } = await start({ answer: () => numbers(1_000_000_000) });
    const { table, isTruncated } = await run('SELECT n FROM t', { maxRows: 300 });
    expect([table.rowCount, isTruncated]).toEqual([300, true]);
    expect((await run('SELECT n FROM t', { maxRows: 10 })).table.rowCount).toBe(10);
    expect([service.signIns(), service.breaks()]).toEqual([1, 0]);
    expect(service.portions.length).toBeLessThan(6);
  });

  it('has its values read exactly', async () => {
    const day = [120, 124, 1, 2, 4, 5, 6];
    const columns = [
      ...[ttcTypes.varchar('S'), ttcTypes.number('N', 0, -127), ttcTypes.date('D'), ttcTypes.timestamp('T')],
      ...[ttcTypes.zoned('Z'), ttcTypes.raw('R'), ttcTypes.double('F')],
    ];
    const row = [
      ...[Buffer.from('ä😀'), bytes(0xc0, 51), bytes(...day), bytes(...day, 0x07, 0x5b, 0xcd, 0x15)],
      ...[bytes(...day, 0, 0, 0, 0, 22, 60), bytes(0xca, 0xfe), Buffer.from('bfb999999999999a', 'hex')],
    ];
    const empty = columns.map(() => null);
    const { run } = await start({ answer: () => ({ columns, rows: (from) => (from === 0 ? [row, empty] : []) }) });
    const { columns: read } = (await run('SELECT 1 FROM dual', { isExact: true })).table;
    expect(read.map(({ nativeType, values }) => [nativeType, ...values])).toEqual([
      ['VARCHAR2(4000)', 'ä😀', null],
      ['NUMBER', '0.5', null],
      ['DATE', '2024-01-02 03:04:05', null],
      ['TIMESTAMP(6)', '2024-01-02 03:04:05.123456789', null],
      ['TIMESTAMP(6) WITH TIME ZONE', '2024-01-02 03:04:05', null],
      ['RAW(16)', '0xCAFE', null],
      ['BINARY_DOUBLE', 0.1, null],
    ]);
  });

  it('has its long values read with their rows, a few at a time, and the others as they are', async () => {
    const columns = [
      ...[ttcTypes.clob('C'), ttcTypes.blob('B'), ttcTypes.boolean('O'), ttcTypes.interval('I'), ttcTypes.local('L')],
    ];
    const interval = bytes(0x80, 0, 0, 5, 64, 63, 62, 0x80 + 0x05, 0xf5, 0xe1, 0x00);
    const row = [
      ...[Buffer.from('ü'.repeat(5000)), bytes(0xca, 0xfe), bytes(1), interval],
      bytes(120, 124, 1, 2, 4, 5, 6),
    ];
    const rows = (from: number, count: number) => [row, row.map(() => null), row].slice(from, from + count);
    const { run, service } = await start({ answer: () => ({ columns, rows }) });
    const { columns: read } = (await run('SELECT 1 FROM dual', { isExact: true })).table;
    expect(read.map(({ nativeType, values }) => [nativeType, ...values.slice(0, 2)])).toEqual([
      ['CLOB', 'ü'.repeat(5000), null],
      ['BLOB', '0xCAFE', null],
      ['BOOLEAN', true, null],
      ['INTERVAL DAY TO SECOND', '5 04:03:02.1', null],
      ['TIMESTAMP(6) WITH LOCAL TIME ZONE', '2024-01-02 03:04:05', null],
    ]);
    expect(service.portions[0]).toBe(2);
  });

  it('tells columns of a statement that it does not run', async () => {
    const { engine, service } = await start({ answer: () => numbers(5) });
    expect(await engine.describeQuery('SELECT n FROM t')).toEqual([
      { name: 'N', nativeType: 'NUMBER(10,0)', type: 'number', isNullable: true, comment: null },
    ]);
    expect(service.portions).toHaveLength(0);
  });

  it('tells where a statement fails, and is asked again on the same connection', async () => {
    const sent = 'SELECT n\nFROM ada.é, ada.nope';
    const error = {
      ...{ number: 942, message: 'ORA-00942: table or view does not exist' },
      offset: Buffer.byteLength(sent.slice(0, sent.indexOf('ada.nope'))),
    };
    const { run, service } = await start({ answer: () => ({ error }) });
    expect(await failureOf(run('SELECT n\nFROM "é", nope'))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      line: 2,
    });
    await failureOf(run());
    expect(service.signIns()).toBe(1);
  });

  it('is told to stop by its own signal when time is up, and when whoever asked has left', async () => {
    const { run, service, engine } = await start({ answer: (_sql, count) => (count === 3 ? numbers(1) : null) });
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 200 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    expect(service.breaks()).toBe(1);
    const leaving = new AbortController();
    const asked = failureOf(run('SELECT n FROM t', { signal: leaving.signal }));
    setTimeout(() => leaving.abort(), 300);
    expect(await asked).toMatchObject({ code: 'QUERY_STOPPED_ERROR' });
    await expect.poll(() => engine.poolFigures?.()?.used).toBe(0);
    expect((await run()).table.rowCount).toBe(1);
    expect(service.breaks()).toBe(2);
  });

  it('is left where it hears no wish to stop', async () => {
    const { run, engine } = await start({ answer: () => null, isDeaf: true });
    expect(await failureOf(run('SELECT n FROM t', { timeoutMs: 200 }))).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
    });
    await expect.poll(() => engine.poolFigures?.()?.used, { timeout: 8000 }).toBe(0);
  }, 15_000);

  it('is asked again on a new connection where it ended the old one', async () => {
    const { run, service } = await start({ answer: () => numbers(1) });
    await run();
    service.cutConnections();
    expect((await run()).table.rowCount).toBe(1);
    expect(service.signIns()).toBe(2);
  });

  it('is said to be lost where it dies before it says anything, or in the middle of its rows', async () => {
    const lost = {
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The connection to the database was lost. Run the query again.',
    };
    const dying = await start({ answer: () => 'die' });
    expect(await failureOf(dying.run())).toMatchObject(lost);
    expect(dying.service.statements).toHaveLength(3);
    await dying.engine.close();
    await dying.service.stop();
    const half = await start({ answer: () => ({ ...(numbers(5000) as object), diesAt: 3 }) as TtcAnswer });
    expect(await failureOf(half.run())).toMatchObject(lost);
    expect(half.service.statements).toHaveLength(1);
  });
});
