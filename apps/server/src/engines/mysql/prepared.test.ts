import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { memberOf } from './families.ts';
import { fromUri, openMysql } from './index.ts';
import { counted, type Said, startWire, typeNumbers, type WireFixture } from './wire-fixture.ts';

const limits = { maxRows: 50_000, timeoutMs: 5000, fairnessKey: 'ada' };
const opened: { readonly wire: WireFixture; readonly engine: Engine }[] = [];
afterEach(async () => {
  for (const { wire, engine } of opened.splice(0)) {
    await engine.close();
    await wire.stop();
  }
});

/** What is asked before the first statement of a connection. */
const isOpening = (sql: string) => /^(?:SET|USE|SELECT @@version)/.test(sql);

async function open(answer: (sql: string) => Said | null, backend = 'mysql') {
  const wire = await startWire('11.4.2-MariaDB', (sql) => {
    if (sql.startsWith('SELECT @@version')) return { rows: [['11.4.2-MariaDB', '', '0']] };
    return isOpening(sql) ? {} : answer(sql);
  });
  const engine = openMysql({
    ...fromUri(`${backend}://u@127.0.0.1:${wire.port}/shop`),
    serverCertificate: null,
    policy: { allowsPrivateHosts: true },
    resultSink: { keepRows: () => Promise.reject(new Error('nothing is kept here')) } as never,
    readLongScript: readScript,
    log: () => undefined,
    member: memberOf(backend),
  });
  opened.push({ wire, engine });
  return { wire, engine, asked: () => wire.heard.filter((sql) => !isOpening(sql)) };
}

const large = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
};
const columns = [
  ['id', typeNumbers.longlong],
  ['word', typeNumbers.varString],
] as const;
const rowsFrom = (count: number) =>
  Array.from({ length: count }, (_none, id) => [id % 7 === 3 ? null : large(id), counted(`word ${id}`)]);
const sql = 'SELECT id, word FROM t';
const limited = `${sql}\nLIMIT 50001`;

describe('a long answer of MySQL', () => {
  it('is asked for in the form of prepared statements, read in its order, and forgotten by the server', async () => {
    const { engine, asked } = await open(() => ({ columns, prepared: { rows: rowsFrom(20_000) } }));
    const { table, isTruncated } = await engine.run({ ...limits, sql });
    expect([table.rowCount, isTruncated]).toEqual([20_000, false]);
    expect(table.columns[0]?.values).toEqual(Array.from({ length: 20_000 }, (_none, id) => (id % 7 === 3 ? null : id)));
    expect(table.columns[1]?.values[19_999]).toBe('word 19999');
    await engine.run({ ...limits, sql });
    const closings = () => asked().filter((one) => one === '(close)').length;
    await expect.poll(closings).toBeGreaterThan(1);
    const once = [`(prepare) ${limited}`, '(execute)'];
    expect(asked().filter((one) => one !== '(close)')).toEqual([...once, ...once]);
  });

  it('ends where it is long enough, and says that there was more', async () => {
    const { engine } = await open(() => ({ columns, prepared: { rows: rowsFrom(6000) } }));
    const { table, isTruncated } = await engine.run({ ...limits, maxRows: 5000, sql });
    expect([table.rowCount, isTruncated, table.columns[1]?.values.length]).toEqual([5000, true, 5000]);
  });

  it('is asked for plainly where the server prepares no such statement', async () => {
    const { engine, asked } = await open((said) => (said.startsWith('(') ? null : { columns, rows: [['1', 'one']] }));
    const { table } = await engine.run({ ...limits, sql });
    expect(table.columns.map(({ values }) => values)).toEqual([[1], ['one']]);
    expect(asked()).toEqual([`(prepare) ${limited}`, limited]);
  });

  it.each([
    ['few rows may come', { maxRows: 1000 }, sql, 'mysql'],
    ['exact values are asked for', { isExact: true }, sql, 'mysql'],
    ['rows are gathered', {}, 'SELECT word, MAX(id) FROM t GROUP BY word', 'mysql'],
    ['the server tells nothing of what it prepares', {}, sql, 'starrocks'],
  ])('is asked for plainly at once where %s', async (_why, more, asks, backend) => {
    const { engine, asked } = await open(() => ({ columns, rows: [['1', 'one']] }), backend);
    await engine.run({ ...limits, ...more, sql: asks });
    expect(asked().map((one) => one.slice(0, 6))).toEqual(['SELECT']);
  });

  it('is asked for plainly where the columns change between preparing and executing', async () => {
    const changed = [['id', typeNumbers.float], columns[1]] as const;
    const { engine, asked } = await open((said) =>
      said.startsWith('(')
        ? { columns, prepared: { rows: rowsFrom(9000), columnsThen: changed } }
        : { columns: changed, rows: [['0.5', 'half']] },
    );
    const { table } = await engine.run({ ...limits, sql });
    expect(table.columns.map(({ values }) => values)).toEqual([[0.5], ['half']]);
    expect(asked().filter((one) => one !== '(close)')).toEqual([`(prepare) ${limited}`, '(execute)', limited]);
  });

  it('fails with what the server says behind some of its rows', async () => {
    const error = { errno: 1690, state: '22003', message: 'DOUBLE value is out of range' };
    const { engine } = await open(() => ({ columns, prepared: { rows: rowsFrom(3000) }, error }));
    expect((await failureOf(engine.run({ ...limits, sql }))).message).toContain('DOUBLE value is out of range');
  });

  it('fails where a row is not what was announced, and the next question is answered', async () => {
    let isBroken = true;
    const { engine } = await open(() => ({
      columns,
      prepared: { rows: isBroken ? [[Buffer.from([1]), null]] : rowsFrom(1) },
    }));
    expect(await failureOf(engine.run({ ...limits, sql }))).toBeDefined();
    isBroken = false;
    expect((await engine.run({ ...limits, sql })).table.rowCount).toBe(1);
  });
});
