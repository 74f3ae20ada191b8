import { describe, expect, it } from 'vitest';
import { type Engine, EngineError, type RunRequest, readScript } from '../engines/index.ts';
import { AppError } from '../http/index.ts';
import { ruleEngine } from './ruled-engine.ts';

const clause = "region = 'EMEA'";
const dialects = [
  ...['postgresql', 'redshift', 'cockroachdb', 'mysql', 'starrocks', 'doris', 'clickhouse', 'trino', 'bigquery'],
  ...['databricks', 'hive', 'impala', 'mssql', 'snowflake'],
];
const isPlaces = ({ table }: { readonly table: string }) => table.toLowerCase() === 'places';

async function analyse(dialect: string, sql: string) {
  const reading = await readScript({ dialect, sql });
  if ('problem' in reading) throw new EngineError(reading.problem);
  return reading.statements;
}

interface Given {
  readonly clauses?: readonly string[];
  readonly read?: typeof analyse;
}

/** What an engine of that grammar would be given; the error where the text is refused. */
async function ruled(dialect: string, sql: string, given: Given = {}): Promise<string | Error> {
  const { clauses = [clause], read = analyse } = given;
  const runs: string[] = [];
  const run = async ({ sql: made }: RunRequest) => void runs.push(made);
  // Nothing else of an engine is asked.
  const engine = { dialect, analyse: (text: string) => read(dialect, text), run } as unknown as Engine;
  const permitted = ruleEngine(engine, (table) => (isPlaces(table) ? clauses : null));
  try {
    await permitted.run({ sql, maxRows: 1, timeoutMs: 1, fairnessKey: 'ada' });
    return runs[0] ?? '';
  } catch (error) {
    if (error instanceof AppError || error instanceof EngineError) return error;
    throw error;
  }
}

/** The parser finds the table in the queries that were put first, and nowhere else. */
async function expectNarrowed(dialect: string, sql: string): Promise<void> {
  const [statement] = await analyse(dialect, sql);
  const mentions = (statement?.mentions ?? []).filter(isPlaces);
  expect(mentions.length, sql).toBeGreaterThan(0);
  for (const { place } of mentions)
    expect(sql.slice(place?.end), sql).toMatch(/^ WHERE \(region = 'EMEA'\)(?: OFFSET 0| LIMIT \d+)?\)/);
}

const plain = [
  'select * from places',
  'select count(*) as c from shop.places p where p.n > 1 order by 1',
  'select p.a, q.b from places p join places as q on p.n = q.n left join other on other.n = p.n',
  'with x as (select * from places) select * from x union all select * from places',
  'select * from (select n from places) as t where n in (select n from places where n > 2)',
  'select n, sum(a) as s from other, places group by n having sum(a) > 3',
  '(select n from places) union all (select n from other)',
];

describe.each(dialects)('a text under row rules in the grammar of %s', (dialect) => {
  it('reads the permitted rows wherever a table is named in FROM', async () => {
    for (const sql of plain) {
      const made = await ruled(dialect, sql);
      // Not every grammar has WITH before brackets.
      if (sql.startsWith('(') && made instanceof Error) continue;
      expect(made, `${sql}: ${made}`).toBeTypeOf('string');
      await expectNarrowed(dialect, String(made));
    }
  });

  it('leaves names of WITH, comments and texts as they are, and what reads no ruled table letter by letter', async () => {
    const free = "select 'places', n from other -- places";
    expect(await ruled(dialect, free)).toBe(free);
    const shadowed = await ruled(dialect, 'with places as (select 5 as n) select n from places');
    expect(String(shadowed)).not.toContain('EMEA');
    const texts = "select 'from places' as t /* places */ from places";
    const made = String(await ruled(dialect, texts));
    expect(made).toContain("select 'from places' as t ");
    await expectNarrowed(dialect, made);
  });

  it('is refused where the rules cannot be applied', async () => {
    for (const sql of [
      'explain select * from places',
      'table places',
      'select * from places tablesample bernoulli (10)',
    ])
      expect(await ruled(dialect, sql), sql).toBeInstanceOf(Error);
    const long = await ruled(dialect, 'select * from places', {
      clauses: [`region = '${'x'.repeat(1_000_000)}'`],
    });
    expect(String(long)).toContain('too long');
  });

  it('is narrowed or refused, however it is put together', async () => {
    const next = createRandom(7);
    let narrowed = 0;
    for (let round = 0; round < 300; round += 1) {
      const sql = randomText(next);
      const made = await ruled(dialect, sql);
      if (made instanceof Error || !/places/i.test(sql)) continue;
      if (made === sql) {
        const [statement] = await analyse(dialect, sql);
        expect(statement?.tables.filter(isPlaces), sql).toEqual([]);
        continue;
      }
      await expectNarrowed(dialect, made);
      narrowed += 1;
    }
    expect(narrowed).toBeGreaterThan(20);
  });
});

it('a table that is named in no FROM is found all the same', async () => {
  expect(await ruled('clickhouse', 'select n from places where n in places')).toBeInstanceOf(Error);
});

it('a place that a reader does not tell is no way past the rules', async () => {
  const readFirst: typeof analyse = async (dialect, sql) =>
    (await analyse(dialect, sql)).map((one) => ({ ...one, mentions: one.mentions?.slice(0, 1) ?? [] }));
  const sql = 'select * from places where n in (select n from places)';
  expect(await ruled('trino', sql)).toBeTypeOf('string');
  expect(await ruled('trino', sql, { read: readFirst })).toBeInstanceOf(Error);
});

it('what a rule reads is no query of the text, also where all of WITH know each other', async () => {
  const clauses = ['n in (select id from allowed)'];
  const made = await ruled('postgresql', 'with allowed as (select 2 as id) select * from places, allowed', { clauses });
  expect(made).toBeTypeOf('string');
  const sql = 'with recursive r as (select 1), allowed as (select 2 as id) select * from places, allowed';
  expect(await ruled('postgresql', sql, { clauses })).toBeInstanceOf(Error);
});

it.each(['mysql', 'bigquery', 'clickhouse', 'snowflake', 'trino'])(
  'what a rule reads is no query of the text on %s, where names of WITH may be known before they are defined',
  async (dialect) => {
    const clauses = ['n in (select id from allowed)'];
    const sql = 'with recursive allowed as (select 2 as id) select * from places';
    expect(await ruled(dialect, sql, { clauses })).toBeInstanceOf(Error);
    expect(await ruled(dialect, 'with other as (select 2 as id) select * from places', { clauses })).toBeTypeOf(
      'string',
    );
  },
);

it('a table keeps its name on Oracle, which has no AS before one', async () => {
  const made = await ruled('oracle', 'select places.n from places');
  expect(made).toMatch(/ from permitted_rows_1 places$/);
});

it('the largest text is made in a moment', async () => {
  const sql = `select 1 from ${Array.from({ length: 4000 }, (_, at) => `places as p${at}`).join(', ')} where '${'x'.repeat(700_000)}' = ''`;
  const startedAt = performance.now();
  expect(await ruled('mysql', sql)).toBeTypeOf('string');
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const sources = [
  ...[
    'places',
    'PLACES',
    'shop.places',
    'places p',
    'places as p',
    '"places"',
    '`places`',
    '[places]',
    'other',
    'x',
    'permitted_rows_1',
  ],
  ...[
    '(select * from places) as z',
    'places tablesample bernoulli (5)',
    'places final',
    'places for update',
    'only places',
    'places *',
  ],
  ...[
    'lateral (select * from places) as l',
    'places with (nolock)',
    'places for system_time as of 5',
    'places/**/p',
    'a.b.places',
  ],
];
const links = [', ', ' join ', ' left join ', ' natural join ', ' cross join ', ' full outer join '];
const heads = [
  '',
  '',
  'with x as (select * from places) ',
  'with places as (select 1 as n) ',
  'with recursive x as (select n from places union all select n from x) ',
];
const tails = [
  '',
  ' where n in (select n from places)',
  ' order by n',
  ' union all select n from places',
  ' limit 5',
  ' where exists (select 1 from places)',
  ' for update',
  '; select 1',
];
const items = [
  '*',
  'n',
  'places.n',
  'p.n',
  '(select max(n) from places) as m',
  "'places'",
  'count(*)',
  'shop.places.n',
];

function randomText(next: (below: number) => number): string {
  const pick = (list: readonly string[]) => list[next(list.length)]!;
  const from = Array.from({ length: 1 + next(3) }, () => pick(sources));
  const joined = from.reduce((text, source) => (text === '' ? source : `${text}${pick(links)}${source}`), '');
  return `${pick(heads)}select ${pick(items)} from ${joined}${pick(tails)}`;
}
