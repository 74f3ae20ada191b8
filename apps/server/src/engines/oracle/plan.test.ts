import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openOracle } from './index.ts';
import { type FakeAnswer, FakeServer, lost, numbers, oracleError } from './line-fixture.ts';

const limits = { maxRows: 1000, timeoutMs: 5000, fairnessKey: 'ada' };
const started: { engine?: Engine } = {};
afterEach(() => started.engine?.close());

/** Columns of the server's own table of plans, with rows as its documentation shows them. */
const names = ['ID', 'DEPTH', 'OPERATION', 'OPTIONS', 'OBJECT_OWNER', 'OBJECT_NAME', 'CARDINALITY', 'BYTES', 'COST'];
const texts = { dbTypeName: 'VARCHAR2', byteSize: 400 };
const planRows = [
  ['0', '0', 'SELECT STATEMENT', null, null, null, '106', '2544', '7', null, null],
  ['1', '1', 'HASH JOIN', null, null, null, '106', '2544', '7', '"A"."N"="B"."N"', null],
  ['2', '2', 'TABLE ACCESS', 'FULL', 'SALES', 'ORDERS', '27', '432', '3', null, '"N">5'],
];
const plan: FakeAnswer = {
  columns: [...names, 'ACCESS_PREDICATES', 'FILTER_PREDICATES'].map((name) => ({ name, ...texts })),
  rowsFrom: (from, count) => planRows.slice(from, from + count),
};

async function start(answer: (sql: string, count: number) => FakeAnswer | Error) {
  const server = new FakeServer(answer);
  const engine = await openOracle({
    ...fromUri('oracle://Ada:s@db.example.com/?service_name=shop'),
    ...{ serverCertificate: null, clientCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, openLine: server.openLine },
  });
  Object.assign(started, { engine });
  return { server, engine };
}

describe('the plan of a statement on Oracle', () => {
  it('is told step by step, and what was written for it is forgotten', async () => {
    const { engine, server } = await start(() => plan);
    const steps = await engine.readPlan?.('SELECT n FROM t', { schema: 'sales' });
    expect(steps?.map(({ depth, name, estimatedRows }) => [depth, name, estimatedRows])).toEqual([
      [0, 'Select statement', 106],
      [1, 'Hash join', 106],
      [2, 'Table access full', 27],
    ]);
    expect(steps?.[2]?.details).toEqual([
      { label: 'Object', text: 'sales.orders' },
      { label: 'Filter', text: '"N">5' },
      { label: 'Cost', text: '3' },
    ]);
    expect(server.statements).toEqual(['EXPLAIN SELECT n FROM sales.t', 'ROLLBACK']);
  });

  it('says what the whole is reckoned to cost', async () => {
    const { engine } = await start(() => plan);
    expect(engine.capabilities.canEstimateCost).toBe(true);
    expect(await engine.estimate?.('SELECT n FROM t')).toEqual({
      ...{ 'Total cost': '7', 'Estimated rows': '106', 'Output bytes': '2544' },
    });
    expect((await engine.explain('SELECT n FROM t'))[1]).toBe(
      '  Hash join (rows=106) Access: "A"."N"="B"."N"; Cost: 7',
    );
  });

  it('says where the text is wrong, and leaves a session for the next question', async () => {
    const { engine, server } = await start((sql) =>
      sql.startsWith('EXPLAIN')
        ? oracleError('ORA-00904', 'ORA-00904: "NOPE": invalid identifier', { sql, offset: 7 })
        : { rowsFrom: numbers(1) },
    );
    expect(await failureOf(engine.explain('SELECT nope FROM t'))).toMatchObject({
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      ...{ line: 1, column: 8 },
    });
    await engine.run({ ...limits, sql: 'SELECT n FROM t' });
    expect(server).toMatchObject({ opened: 1, closed: 0 });
    expect(server.statements[1]).toBe('ROLLBACK');
  });

  it('leaves no session behind whose connection was lost', async () => {
    const { engine, server } = await start((_sql, count) => (count === 1 ? lost() : plan));
    await failureOf(engine.explain('SELECT n FROM t'));
    await engine.explain('SELECT n FROM t');
    expect(server.opened).toBe(2);
  });

  it('is told of nothing that is not read', async () => {
    const { engine, server } = await start(() => plan);
    await failureOf(engine.explain('DELETE FROM t'));
    await failureOf(engine.explain("SELECT n FROM t WHERE x = UTL_HTTP.REQUEST('http://h')"));
    expect(server.statements).toEqual([]);
  });
});
