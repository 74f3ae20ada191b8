import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openMssql } from './index.ts';
import { startTdsService, type TdsAnswer, type TdsService } from './tds-service-fixture.ts';
import { columnsToken, doneToken, errorToken, rowToken, tdsTypes, tdsValues } from './tds-tokens-fixture.ts';

const started: { service?: TdsService; engine?: Engine } = {};
afterEach(async () => {
  await started.engine?.close();
  await started.service?.stop();
});

/** Columns and rows of SHOWPLAN_ALL as its documentation has them, all of them texts here. */
const names = [
  ...['StmtText', 'StmtId', 'NodeId', 'Parent', 'PhysicalOp', 'LogicalOp', 'Argument', 'EstimateRows'],
  ...['TotalSubtreeCost', 'Warnings', 'Type', 'EstimateExecutions'],
];
const type = tdsTypes.nvarchar(400);
const planRows = [
  ['SELECT n FROM t', '1', '1', '0', '', '', '1', '100', '0.0123456', '', 'SELECT', ''],
  ['|--Nested Loops', '1', '2', '1', 'Nested Loops', 'Inner Join', '', '100', '0.0123', '', 'PLAN_ROW', '1'],
  ['|--Scan', '1', '3', '2', 'Table Scan', 'Table Scan', 'OBJECT:([t])', '10', '0.003', 'NO STATS', 'PLAN_ROW', '1'],
  ['|--Seek', '1', '4', '2', 'Index Seek', 'Index Seek', 'SEEK:(n)', '2.4', '0.004', '', 'PLAN_ROW', '10'],
];
const plan: readonly Buffer[] = [
  columnsToken(names.map((name) => ({ name, type }))),
  ...planRows.map((row) =>
    rowToken(
      row.map(() => type),
      row.map(tdsValues.text),
    ),
  ),
  doneToken({ rows: planRows.length }),
];
const done = [doneToken()];

async function start(answer: (sql: string) => TdsAnswer) {
  const service = await startTdsService({ answer });
  const engine = await openMssql({
    ...fromUri(`mssql+pymssql://ada:s@127.0.0.1:${service.port}/shop?Encrypt=no`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(started, { service, engine });
  return { service, engine };
}

describe('the plan of a statement on SQL Server', () => {
  const answering = (sql: string): TdsAnswer => (sql.startsWith('SET') ? done : plan);

  it('is told step by step by a session that runs nothing meanwhile', async () => {
    const { engine, service } = await start(answering);
    const steps = await engine.readPlan?.('SELECT n FROM t', { schema: 'sales' });
    expect(steps?.map(({ depth, name, estimatedRows }) => [depth, name, estimatedRows])).toEqual([
      [0, 'SELECT', 100],
      [1, 'Nested Loops (Inner Join)', 100],
      [2, 'Table Scan', 10],
      [2, 'Index Seek', 24],
    ]);
    expect(steps?.[2]?.details).toEqual([
      { label: 'Argument', text: 'OBJECT:([t])' },
      { label: 'Warnings', text: 'NO STATS' },
      { label: 'Cost', text: '0.003' },
    ]);
    expect(service.statements).toEqual(['SET SHOWPLAN_ALL ON', 'SELECT n FROM [sales].t', 'SET SHOWPLAN_ALL OFF']);
  });

  it('says what the whole is reckoned to cost, and is a text for who wants one', async () => {
    const { engine } = await start(answering);
    expect(engine.capabilities.canEstimateCost).toBe(true);
    expect(await engine.estimate?.('SELECT n FROM t')).toEqual({ 'Total cost': '0.0123', 'Estimated rows': '100' });
    expect((await engine.explain('SELECT n FROM t'))[3]).toBe(
      '    Index Seek (rows=24) Argument: SEEK:(n); Cost: 0.004',
    );
  });

  it('leaves a session that runs statements again, also where the server tells no plan', async () => {
    const denied = errorToken({ number: 262, message: "SHOWPLAN permission denied in database 'shop'.", class: 14 });
    let isAsked = false;
    const { engine, service } = await start((sql) => {
      isAsked = sql === 'SET SHOWPLAN_ALL ON' || (isAsked && sql !== 'SET SHOWPLAN_ALL OFF');
      if (sql.startsWith('SET')) return done;
      return isAsked ? [denied, doneToken({ isError: true })] : plan;
    });
    expect((await failureOf(engine.explain('SELECT n FROM t'))).message).toBe(
      'The account of the connection has no right to see plans (SHOWPLAN) in "shop".',
    );
    expect(service.statements.at(-1)).toBe('SET SHOWPLAN_ALL OFF');
    const limits = { maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada' };
    expect((await engine.run({ ...limits, sql: 'SELECT n FROM t' })).table.rowCount).toBe(4);
    expect(service.logins).toHaveLength(1);
  });

  it('leaves no session behind of which it is not known that it runs statements again', async () => {
    let left = 1;
    const { engine, service } = await start((sql) => {
      if (sql !== 'SET SHOWPLAN_ALL OFF' || left === 0) return sql.startsWith('SET') ? done : plan;
      left -= 1;
      return [errorToken({ number: 8000, message: 'No.', class: 16 }), doneToken({ isError: true })];
    });
    await engine.explain('SELECT n FROM t');
    await engine.explain('SELECT n FROM t');
    expect(service.logins).toHaveLength(2);
  });

  it('is told of nothing that is not read', async () => {
    const { engine, service } = await start(answering);
    await failureOf(engine.explain('DELETE FROM t'));
    await failureOf(engine.explain('SELECT 1; SELECT 2'));
    expect(service.statements).toEqual([]);
  });
});
