import { dialects } from '@powerset/sql';
import { hasSqlglot, isBeyondSqlglot, type PrintedStatement, readBySqlglot } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { type PlanInput, planQuery } from './index.ts';
// Their tests run here too, and what they ask for is planned below in every dialect.
import './plan-query.test.ts';
import './totals.test.ts';
import { askedInputs } from './sample-dataset.ts';

/** Generated ones are many and alike. */
const most = 400;

/** Clauses of row rules are generated from anything at all, and are mostly no SQL. */
const isSqlOfOurs = ({ dataset }: PlanInput) => dataset.rowLevelClauses.length === 0;

const kept = () =>
  [...new Map(askedInputs.filter(isSqlOfOurs).map((input) => [keyOf(input), input])).values()].slice(0, most);

const keyOf = (input: PlanInput) =>
  JSON.stringify({ ...input, dialect: '' }, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

function planned(input: PlanInput): readonly PrintedStatement[] {
  return dialects.flatMap((dialect) => {
    try {
      const { sql } = planQuery({ ...input, dialect });
      return [{ dialect: dialect.name, sql }];
    } catch {
      // Refused, as every dialect or this one cannot say it.
      return [];
    }
  });
}

describe.skipIf(!hasSqlglot())('the queries of charts in every dialect, read by sqlglot', () => {
  it('are understood, whatever the tests of the planner ask for', async () => {
    const perInput = kept()
      .map(planned)
      .filter((group) => group.length > 0);
    const statements = perInput.flat();
    expect(statements.length).toBeGreaterThan(1500);
    const read = await readBySqlglot(statements);
    const problems = new Map(statements.map((one, index) => [one, read[index]?.problem ?? null]));
    // Some tests put clauses into a query that are no SQL: DuckDB would refuse them as well.
    const sound = perInput.filter((group) =>
      group.some((one) => one.dialect === 'duckdb' && problems.get(one) === null),
    );
    expect(sound.length).toBeGreaterThan(perInput.length * 0.9);
    const refused = sound
      .flat()
      .flatMap((one) =>
        problems.get(one) === null || isBeyondSqlglot(one) ? [] : [{ ...one, problem: problems.get(one) }],
      );
    expect(refused).toEqual([]);
  }, 300_000);
});
