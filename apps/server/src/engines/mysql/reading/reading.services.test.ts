import { serviceUrl } from '@powerset/testkit';
import fc from 'fast-check';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMysqlScript } from './index.ts';

const url = serviceUrl('mariadb');
const tables = ['t0', 't1', 't2', 'oracle_b.t0', 'oracle_b.t1'];

/**
 * The server itself says whether a statement reads more than was found in it: an account that may read just what was found
 * prepares the statement, and is refused as soon as it touches anything else.
 */
describe.skipIf(!url)('the reader of MySQL statements, judged by a server', () => {
  let root: Connection;
  let oracle: Connection;

  beforeAll(async () => {
    root = await createConnection({ uri: url });
    for (const schema of ['oracle_a', 'oracle_b']) {
      await root.query(`DROP DATABASE IF EXISTS ${schema}`);
      await root.query(`CREATE DATABASE ${schema}`);
      for (const table of ['t0', 't1', 't2', 'x'])
        await root.query(`CREATE TABLE ${schema}.${table} (a INT, b INT, c VARCHAR(10))`);
    }
    await root.query("CREATE OR REPLACE USER 'oracle'@'%'");
    await root.query("GRANT USAGE ON *.* TO 'oracle'@'%'");
    const { hostname, port } = new URL(url ?? '');
    oracle = await createConnection({ host: hostname, port: Number(port), user: 'oracle' });
    await root.query('USE oracle_a');
  });
  afterAll(async () => {
    await oracle.end();
    await root.end();
  });

  const prepares = (connection: Connection, sql: string): Promise<string | null> =>
    connection.prepare(sql).then(
      async (statement) => {
        await statement.close();
        return null;
      },
      (error: Error) => error.message,
    );

  /** Null where the account could do with what was found; else what it was refused. */
  async function findMissed(sql: string): Promise<string | null> {
    const found = readMysqlScript(sql).flatMap((statement) => statement.tables);
    await root.query("REVOKE ALL PRIVILEGES, GRANT OPTION FROM 'oracle'@'%'");
    const known = found.filter(({ table }) => ['t0', 't1', 't2', 'x'].includes(table));
    // Somewhere to stand: an account without any table may not enter the schema.
    await root.query("GRANT SELECT ON oracle_a.x TO 'oracle'@'%'");
    for (const { schema, table } of known)
      await root.query(`GRANT SELECT ON ${schema ?? 'oracle_a'}.${table} TO 'oracle'@'%'`);
    await oracle.query('USE oracle_a');
    const refused = await prepares(oracle, sql);
    return refused !== null && /command denied to user .* for table/i.test(refused) ? refused : null;
  }

  it('refuses what the reader would not have found, so that it can judge', async () => {
    await root.query("REVOKE ALL PRIVILEGES, GRANT OPTION FROM 'oracle'@'%'");
    await root.query("GRANT SELECT ON oracle_a.x TO 'oracle'@'%'");
    await oracle.query('USE oracle_a');
    expect(await prepares(oracle, 'SELECT (SELECT MAX(a) FROM oracle_b.t0)')).toMatch(/denied/);
  });

  const name = fc.constantFrom(...tables, 'x');
  const text = fc.letrec<Record<'query' | 'source' | 'value' | 'condition', string>>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '1',
        "'from t1'",
        '"x"',
        'count(*)',
        "left('a', 1)",
        '1.e1',
        "'\\''",
        '-- y\n1',
        '1 /* from t0 */',
      ),
      tie('query').map((query) => `(${query} limit 1)`),
      fc.tuple(tie('value'), tie('value')).map(([one, other]) => `${one} + ${other}`),
      tie('value').map((value) => `extract(year from ${value})`),
      fc.tuple(tie('value'), tie('value')).map(([one, other]) => `trim(${one} from ${other})`),
    ),
    condition: fc.oneof(
      fc.constantFrom('1', '2 = 1', 'null is null', "'c' like '%'"),
      tie('query').map((query) => `exists (${query})`),
      tie('query').map((query) => `1 in (${query})`),
      fc.tuple(tie('value'), tie('value')).map(([one, other]) => `${one} between 1 and ${other}`),
    ),
    source: fc.oneof(
      { depthSize: 'small' },
      name.map((one) => `${one} as a#`),
      name.map((one) => `${one}/**/b#`),
      tie('query').map((query) => `(${query}) q#`),
      fc.tuple(tie('source'), tie('source')).map(([one, other]) => `${one}, ${other}`),
      fc
        .tuple(tie('source'), tie('source'), tie('condition'))
        .map(([one, other, on]) => `${one} left join ${other} on ${on}`),
      fc.tuple(tie('source'), tie('source')).map(([one, other]) => `(${one} join ${other})`),
    ),
    query: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(tie('value'), tie('source')).map(([value, source]) => `select ${value} from ${source}`),
      fc
        .tuple(tie('value'), tie('source'), tie('condition'))
        .map(([value, source, condition]) => `select ${value} as v from ${source} where ${condition}`),
      fc.tuple(tie('query'), tie('query')).map(([one, other]) => `(${one}) union (${other})`),
      fc
        .tuple(fc.constantFrom('x', 't0', 'w'), tie('query'), tie('query'))
        .map(([as, one, other]) => `with ${as} as (${one}) ${other}`),
      fc
        .tuple(fc.constantFrom('x', 't1'), tie('query'), tie('query'))
        .map(([as, one, other]) => `with recursive ${as} as (select 1 union ${one}) ${other}`),
    ),
  })).query;

  it('never finds less than a statement reads, whatever the statement', async () => {
    const seen = { judged: 0, valid: 0 };
    // Two tables of one name would be refused for that alone.
    const numbered = text.map((sql) => {
      let count = 0;
      return sql.replaceAll('#', () => String(count++));
    });
    await fc.assert(
      fc.asyncProperty(numbered, async (sql) => {
        fc.pre(sql.length < 4000);
        try {
          readMysqlScript(sql);
        } catch {
          return;
        }
        seen.judged += 1;
        if ((await prepares(root, sql)) === null) seen.valid += 1;
        expect([sql, await findMissed(sql)]).toEqual([sql, null]);
      }),
      { numRuns: 600, seed: 7 },
    );
    expect(seen.valid).toBeGreaterThan(60);
  });

  const scraps = fc.constantFrom(
    'select',
    'from',
    't0',
    't1',
    'oracle_b.t0',
    'x',
    'a',
    '*',
    ',',
    '(',
    ')',
    '.',
    "'",
    '"',
    '`',
    '--',
    '-- ',
    '#',
    '\n',
    '/*',
    '*/',
    'union',
    'join',
    'on',
    '1',
    'as',
    'with',
    'where',
    'limit',
    '\\',
    ';',
    '1e',
    '.5',
    'e1',
    ' ',
    'values',
    'table',
    'in',
    'order by',
    '\u00a0',
    '$',
    '_utf8',
  );

  it('never finds less in scraps of statements either, where quotes and comments stand anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scraps, { minLength: 1, maxLength: 14 }), fc.boolean(), async (parts, isTight) => {
        const sql = `select ${parts.join(isTight ? '' : ' ')} from t2`;
        try {
          if (readMysqlScript(sql).length !== 1) return;
        } catch {
          return;
        }
        expect([sql, await findMissed(sql)]).toEqual([sql, null]);
      }),
      { numRuns: 4000, seed: 11 },
    );
  });
});
