import { serviceUrl } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { createDice, mutate } from '../../warehouse/mutation-fixture.ts';
import { assertSameReading } from '../second-opinion.ts';
import { type ReadStatement, readStatements } from './statement.ts';

const words = /'[^']*'|"[^"]*"|`[^`]*`|\w+|[^\s\w]/g;
const sound = [
  'SELECT a FROM t WHERE x IN (SELECT b FROM u) ORDER BY a LIMIT 5',
  'WITH c AS (SELECT 1 AS x) SELECT * FROM c JOIN t USING x',
  'SELECT * FROM t, u AS v, (SELECT 1 FROM w) z',
  'SELECT x FROM t ARRAY JOIN arr JOIN u ON t.a = u.a WHERE y NOT IN v',
  'SELECT count() FROM t GROUP BY a WITH TOTALS HAVING b UNION ALL SELECT 1 FROM u',
  'SELECT sum(a) OVER (PARTITION BY b ORDER BY c) FROM t QUALIFY d',
  'SELECT * FROM t FINAL SAMPLE 1/2 OFFSET 1/3 PREWHERE a',
  'WITH RECURSIVE r AS (SELECT 1 FROM t UNION ALL SELECT 2 FROM r) SELECT * FROM r',
  'SELECT CASE WHEN a IN t THEN b ELSE c END FROM u EXCEPT SELECT 1 FROM v',
  'SELECT * FROM view(SELECT 1 FROM t) a LEFT JOIN u ON 1, v',
  'FROM t SELECT a, b',
].map((sql) => sql.match(words) ?? []);
const parts = (
  'SELECT FROM JOIN , ( ) IN NOT AS WITH UNION ALL WHERE offset fetch qualify window final sample array left any on ' +
  'using t secret `secret` "secret" 1 \'x\' . * distinct is except intersect settings format into interval first limit ' +
  'group by order global asof semi cross prewhere having view trim( extract( year both :: -> [ ] ? : ='
).split(' ');

function readOne(sql: string): ReadStatement | null {
  try {
    const [statement, ...others] = readStatements(sql);
    return statement && others.length === 0 ? statement : null;
  } catch {
    return null;
  }
}

describe.skipIf(!serviceUrl('chdb'))('the reader of statements, judged by today’s engine', () => {
  it('finds each table that the engine finds, in statements that nobody would write', async () => {
    const address = `http://${new URL(serviceUrl('chdb') ?? '').host}/`;
    const dice = createDice(4);
    let judged = 0;
    for (let left = 6000; left > 0; left -= 1) {
      const sql = mutate({ sound, parts }, dice);
      const statement = readOne(sql);
      if (!statement) continue;
      const answer = await fetch(address, { method: 'POST', body: `EXPLAIN AST ${statement.text}` });
      const lines = (await answer.text()).split('\n');
      if (!answer.ok) continue;
      judged += 1;
      expect(() => assertSameReading(statement, lines), sql).not.toThrow();
    }
    expect(judged).toBeGreaterThan(300);
  }, 240_000);
});
