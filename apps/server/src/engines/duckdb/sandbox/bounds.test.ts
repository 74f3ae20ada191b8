import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineFixture, failureOf, openTestEngine } from '../engine-fixture.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openTestEngine();
  await fixture.engine.warmUp();
});
afterAll(() => fixture.end());

const nested = (depth: number, open: string, inside: string, close: string) =>
  `SELECT ${open.repeat(depth)}${inside}${close.repeat(depth)}`;
const chain = (levels: number, next: (before: string) => string) =>
  `WITH c0 AS (SELECT 1 AS a), ${Array.from({ length: levels }, (_, level) => `c${level + 1} AS (${next(`c${level}`)})`).join(', ')} SELECT count(*) FROM c${levels}`;
const crossed = (before: string) => `SELECT x.a FROM ${before} x, ${before} y`;
const united = (before: string) => `SELECT * FROM ${before} UNION ALL SELECT * FROM ${before}`;

describe('statements that would wear out whoever reads them', () => {
  it.each([
    ['brackets, 100,000 deep', nested(100_000, '(', '1', ')'), 'nested too deeply'],
    ['lists, 100,000 deep', nested(100_000, '[', '1', ']'), 'nested too deeply'],
    ['CASE, 10,000 deep', nested(10_000, 'CASE WHEN true THEN ', '1', ' END'), 'nested too deeply'],
    ['NOT, 100,000 deep', nested(100_000, 'NOT ', 'true', ''), 'nested too deeply'],
    ['signs, 100,000 deep', nested(100_000, '- ', '1', ''), 'nested too deeply'],
    ['20,000 unions', Array.from({ length: 20_000 }, () => 'SELECT 1').join(' UNION ALL '), 'SELECTs'],
    ['41 parts that double', chain(41, crossed), 'more than 10,000 tables'],
    ['41 unions that double', chain(41, united), 'more than 10,000 tables'],
    [
      'parts that double inside a part',
      `WITH outside AS (${chain(41, united)}) SELECT * FROM outside`,
      'more than 10,000 tables',
    ],
  ])('are refused before they run: %s', async (_what, sql, words) => {
    const pid = await fixture.engine.childPid();
    const details = await failureOf(fixture.engine.analyse(sql));
    expect(details.message).toContain(words);
    expect(await fixture.engine.childPid()).toBe(pid);
  });

  it.each([
    ['brackets, 300 deep', nested(300, '(', '1', ')')],
    ['a list of 20,000 values', `SELECT 1 WHERE 5 IN (${Array.from({ length: 20_000 }, (_, n) => n).join(', ')})`],
    ['200 unions', Array.from({ length: 200 }, () => 'SELECT 1').join(' UNION ALL ')],
    ['parts that use each other, ten times over', chain(10, united)],
    ['60 parts in a row', chain(60, (before) => `SELECT a + 1 AS a FROM ${before}`)],
  ])('are read where they are only long: %s', async (_what, sql) => {
    expect(await fixture.engine.analyse(sql)).toMatchObject([{ kind: 'select' }]);
  });
});
