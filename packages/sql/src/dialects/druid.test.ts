import { describe, expect, it } from 'vitest';
import { printExpression } from '../print.ts';
import { applyLimit, findOuterLimit, splitStatements } from '../reading/index.ts';
import type { Expression } from '../tree.ts';
import { druid } from './druid.ts';

const { lexRules } = druid;
const x: Expression = { kind: 'column', name: 'x' };

describe('statements for Druid', () => {
  it('have comments behind two slashes, in which nothing counts', () => {
    expect(applyLimit("SELECT a FROM t // it's all; LIMIT 3", 7, lexRules)).toBe(
      "SELECT a FROM t // it's all; LIMIT 3\nLIMIT 7",
    );
    expect(findOuterLimit('SELECT a / b FROM t LIMIT 5 // OFFSET', lexRules)?.value).toBe(5);
    expect(splitStatements("SELECT 1 // it's; one\n; SELECT 2", lexRules)).toHaveLength(2);
    expect(splitStatements("SELECT E'\\'; ' ; SELECT 2", lexRules)).toHaveLength(2);
  });

  it('read times from their texts by letters of its own', () => {
    const parse = (format: string | null) => printExpression({ kind: 'parseTime', of: x, format }, druid);
    expect(parse(null)).toBe('TIME_PARSE(CAST("x" AS VARCHAR))');
    expect(parse('%d.%m.%Y')).toBe(`TIME_PARSE(CAST("x" AS VARCHAR), 'dd.MM.yyyy')`);
    expect(parse('%Y-%m-%dT%H:%M:%SZ')).toBe(`TIME_PARSE(CAST("x" AS VARCHAR), 'yyyy-MM-dd''T''HH:mm:ss''Z''')`);
    expect(() => parse('%j')).toThrow('The date format %j is not supported by this database.');
    expect(printExpression({ kind: 'fromEpoch', of: x, unit: 'epoch_ms' }, druid)).toBe('MILLIS_TO_TIMESTAMP("x")');
  });
});
