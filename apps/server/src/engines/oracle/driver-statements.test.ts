import statements from 'oracledb/lib/thin/statement.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendAsWritten } from './driver-statements.ts';

function prepared(sql: string) {
  const statement = new statements.Statement();
  statement._prepare(sql);
  return statement;
}

describe('statements for Oracle’s driver', () => {
  beforeAll(() => sendAsWritten());

  it.each([
    ['SELECT 1 FROM t', true],
    ['  ( WITH a AS (SELECT 1 FROM t) SELECT * FROM a )', true],
    ['ALTER SESSION SET NLS_SORT = BINARY', false],
  ])('%s is told by its first word', (sql, isQuery) => {
    const statement = prepared(sql);
    expect(statement).toMatchObject({ sql, isQuery, sqlLength: sql.length, isPlSql: false, isDml: false });
    expect(statement.isDdl).toBe(sql.startsWith('ALTER'));
  });

  it('are sent with the bytes of their letters, whatever their texts hold', () => {
    const statement = prepared("SELECT 'é :x' FROM t");
    expect([statement.sqlLength, statement.bindInfoList]).toEqual([21, []]);
  });

  it('hold nobody up, however long they are', () => {
    const sql = `SELECT ${'abc + 1 '.repeat(125_000)} FROM t`;
    // The best of five: the machine has others to serve.
    const times = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      prepared(sql);
      return performance.now() - startedAt;
    });
    expect(Math.min(...times)).toBeLessThan(20);
  });
});
