/** A statement that wants more than anybody may have, or that the engine's own code does not bear. */
export interface Bomb {
  readonly what: string;
  /** For the SQL editor. */
  readonly sql: string;
}

const chain = (levels: number, next: (level: number) => string): string =>
  Array.from({ length: levels }, (_, level) =>
    level === 0 ? 'c0 AS (SELECT 1 AS a)' : `c${level} AS (${next(level)})`,
  ).join(', ');
const nested = (depth: number, inside: string, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** Expressions over numbers, as a metric of a chart has them. */
export const metricBombs: readonly (readonly [what: string, metric: string])[] = [
  ['a sample of a billion', 'reservoir_quantile(amount, 0.5, 1000000000)'],
  ['one long text', "max(length(repeat('x', 4000000000)))"],
  ['a text padded', "max(length(lpad('x', 2000000000, 'y')))"],
  ['many long texts joined', "length(string_agg(repeat('x', 50000000), ''))"],
  ['a long list', 'max(len(range(3000000000)))'],
  ['lists of lists', 'length(list(range(10000000))::VARCHAR)'],
  ['a list through a function', 'max(list_sum(list_transform(range(200000000), x -> x * x)))'],
  ['a list reduced', 'max(list_reduce(range(30000000), (a, b) -> (a * 31 + b) % 1000003))'],
  ['a list sorted', 'max(list_sort(range(200000000), $$DESC$$)[1])'],
  ['a list filtered', 'max(len(list_filter(range(200000000), x -> x % 3 = 1)))'],
  ['a pattern that goes back', "max(regexp_matches(repeat('a', 5000000), '^(a+)+$')::INT)"],
  ['many groups of a pattern', "max(length(regexp_replace(repeat('ab', 50000000), '(a)(b)', '\\2\\1', 'g')))"],
  ['a pattern with a count', "max(regexp_matches('x', '((a{1,100}){1,100}){1,100}')::INT)"],
  ['a distance of long texts', "max(levenshtein(repeat('a', 60000), repeat('b', 60000)))"],
  ['a similarity of long texts', "max(jaro_winkler_similarity(repeat('a', 300000), repeat('ab', 150000)))"],
  ['a decimal without end', '10::DECIMAL(38,0) * sum(amount)::DECIMAL(38,0) * 10000000000000000000000000000000000000'],
  ['a factorial', 'max(factorial(33)) + max(99999999999999999999999999999999999999 ** 99999)'],
  ['a huge number', "max(length(('1' || repeat('0', 5000000))::BIGNUM::VARCHAR))"],
  ['a bit text', "max(bit_count(repeat('10', 500000000)::BIT))"],
  ['bits of a range', 'length(bitstring_agg(amount::INT, 0, 2000000000))'],
  ['bins without end', 'len(histogram(amount, range(100000000)))'],
  ['quantiles without end', 'len(quantile_cont(amount, [x / 10000000 for x in range(10000000)]))'],
  ['a top without end', 'len(max(amount, 900000000))'],
  ['an approximate top', 'len(approx_top_k(amount::INT, 900000000))'],
  ['JSON that is deep', "max(json_valid(repeat('[', 1000000) || repeat(']', 1000000))::INT)"],
  ['JSON that is deep, read', "max(length(json_extract(repeat('[', 100000) || repeat(']', 100000), '$[0]')::VARCHAR))"],
  ['a format that is wide', "max(length(printf('%1000000000d', 1)))"],
  ['a bar', 'max(length(bar(1, 0, 1, 1000000000)))'],
  ['text split into all', "max(len(string_split(repeat('a,', 200000000), ',')))"],
  ['brackets, 900 deep', nested(900, 'sum(amount)', ['(', ')'])],
  ['brackets, 20,000 deep', nested(20_000, 'sum(amount)', ['(', ')'])],
  ['NOT, 20,000 deep', `max((${'NOT '.repeat(20_000)} true)::INT)`],
  ['a sum of 20,000 parts', `sum(${Array.from({ length: 20_000 }, () => 'amount').join(' + ')})`],
  ['CASE, 5,000 deep', `sum(${nested(5000, 'amount', ['CASE WHEN amount > 1 THEN ', ' ELSE 0 END'])})`],
];

const editorBombs: readonly Bomb[] = [
  {
    what: '41 parts that double',
    sql: `WITH ${chain(41, (n) => `SELECT x.a FROM c${n - 1} x, c${n - 1} y`)} SELECT count(*) FROM c40`,
  },
  {
    what: '41 unions that double',
    sql: `WITH ${chain(41, (n) => `SELECT * FROM c${n - 1} UNION ALL SELECT * FROM c${n - 1}`)} SELECT count(*) FROM c40`,
  },
  {
    what: '25 unions that double, not kept',
    sql: `WITH ${chain(25, (n) => `SELECT * FROM c${n - 1} UNION ALL SELECT * FROM c${n - 1}`).replaceAll(' AS (', ' AS NOT MATERIALIZED (')} SELECT count(*) FROM c24`,
  },
  { what: 'subqueries, 3,000 deep', sql: nested(3000, 'SELECT 1 AS a', ['SELECT * FROM (', ')']) },
  { what: '20,000 unions', sql: Array.from({ length: 20_000 }, () => 'SELECT 1').join(' UNION ALL ') },
  {
    what: 'a recursion without end',
    sql: 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r',
  },
  {
    what: 'a recursion that doubles',
    sql: 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + d FROM r, (VALUES (0), (1)) v(d)) SELECT count(*) FROM r',
  },
  {
    what: 'a recursion of texts',
    sql: "WITH RECURSIVE r(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r",
  },
  { what: 'tables crossed', sql: 'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c' },
  { what: 'series crossed in SELECT', sql: 'SELECT unnest(range(100000)), unnest(range(2000000000))' },
  {
    what: 'a series of seconds',
    sql: "SELECT count(*) FROM generate_series(TIMESTAMP '0001-01-01', TIMESTAMP '9999-01-01', INTERVAL 1 MICROSECOND)",
  },
  { what: 'rows repeated', sql: "SELECT sum(length(a)) FROM repeat('x', 100000000000) t(a)" },
  {
    what: 'a window over everything',
    sql: 'SELECT sum(s) FROM (SELECT list(range) OVER (ORDER BY range) AS l, len(l) AS s FROM range(100000))',
  },
  {
    what: '3,000 columns of a sum',
    sql: `SELECT ${Array.from({ length: 3000 }, (_, n) => `sum(range + ${n}) OVER (ORDER BY range) AS c${n}`).join(', ')} FROM range(100000)`,
  },
  {
    what: 'cubes',
    sql: `SELECT count(*) FROM (SELECT 1 FROM range(1000) GROUP BY CUBE (${Array.from({ length: 20 }, (_, n) => `range + ${n}`).join(', ')}))`,
  },
  {
    what: '30 joins of the same',
    sql: `SELECT count(*) FROM ${Array.from({ length: 30 }, (_, n) => `range(10) t${n}`).join(', ')}`,
  },
];

/** What is asked in the SQL editor: those, and every metric as a query of its own. */
export const bombs: readonly Bomb[] = [
  ...editorBombs,
  ...metricBombs.map(([what, metric]) => ({
    what,
    sql: `SELECT ${metric} AS m FROM (SELECT range::DOUBLE AS amount FROM range(1000))`,
  })),
];
