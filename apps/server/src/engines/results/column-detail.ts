import type { ResultTable, WireColumnDetail, WireValueCount } from '@powerset/contract';
import type { ColumnHeader } from '../../packed/index.ts';
import { mostBins, numberStepFor, timeStepFor } from './bins.ts';
import { quoteText } from './result-sql.ts';
import { type ValueKind, wholeTextSql } from './value-kinds.ts';

type Run = (sql: string) => Promise<ResultTable>;

/** A column of a stored result, and the rows of it that are looked at. */
export interface ColumnRows {
  readonly name: string;
  readonly column: ColumnHeader;
  readonly kind: ValueKind;
  readonly source: string;
  readonly conditions: readonly string[];
  readonly rowCount: number;
}

function fromSql({ source, conditions }: ColumnRows, more: readonly string[] = []): string {
  const all = [...conditions, ...more];
  return `FROM ${source}${all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`}`;
}

const topCount = 12;
/** Characters of a value in a list. */
const listedText = 300;
/** Rows up to which each value is looked at; of more, distinct values and quantiles are estimated. */
const exactRows = 5_000_000;

type Figures = Pick<WireColumnDetail, 'filledCount' | 'distinctCount' | 'min' | 'max' | 'mean' | 'quantiles'> & {
  readonly low: number | null;
  readonly high: number | null;
};

/** All that a panel shows of one column. */
export async function detailColumn(run: Run, rows: ColumnRows): Promise<WireColumnDetail> {
  const { low, high, ...figures } = await readFigures(run, rows);
  const isVaried = figures.filledCount > 0 && figures.distinctCount < figures.filledCount;
  const isFew = figures.distinctCount <= topCount;
  return {
    ...rows.column,
    ...figures,
    rowCount: rows.rowCount,
    isEstimated: rows.rowCount > exactRows,
    histogram: low !== null && high !== null && high > low ? await readHistogram(run, rows, { low, high }) : null,
    topValues: isVaried || isFew ? (await readValues(run, rows, { limit: topCount })).values : [],
  };
}

function isMeasured({ column: { type } }: ColumnRows): boolean {
  return type === 'number' || type === 'temporal';
}

function numberSql({ name, column: { type } }: ColumnRows): string {
  return type === 'temporal' ? `epoch_ms(${name}::TIMESTAMP)::DOUBLE` : `${name}::DOUBLE`;
}

/** Infinite times have no milliseconds, and no figure says how far infinity is. */
function finiteSql({ name, column: { type } }: ColumnRows): string {
  return type === 'temporal' ? `isfinite(${name}::TIMESTAMP)` : `isfinite(${name}::DOUBLE)`;
}

async function readFigures(run: Run, rows: ColumnRows): Promise<Figures> {
  const { name, kind, rowCount } = rows;
  const isExact = rowCount <= exactRows;
  const text = wholeTextSql(kind, name);
  const value = kind === 'plain' ? name : `left(${text}, 1000)`;
  // Equal hashes of unequal values are not to be expected among so few.
  const distinct = isExact
    ? `count(DISTINCT hash(${kind === 'plain' ? name : text})) FILTER (${name} IS NOT NULL)`
    : `approx_count_distinct(${kind === 'plain' ? name : text})`;
  const measured = isMeasured(rows)
    ? measuredSql(numberSql(rows), { finite: finiteSql(rows), isExact })
    : 'NULL, NULL, NULL, NULL, NULL, NULL, NULL';
  const table = await run(
    `SELECT count(${name}), ${distinct}, min(${value})::VARCHAR, max(${value})::VARCHAR, ${measured} ${fromSql(rows)}`,
  );
  const [filled, found, min, max, ...numbers] = table.columns.map(({ values }) => values[0] ?? null);
  const [low, high, mean, ...quantiles] = numbers.map((item) => (item === null ? null : Number(item)));
  const [p25 = null, p50 = null, p75 = null, p95 = null] = quantiles;
  const isNumber = rows.column.type === 'number';
  return {
    filledCount: Number(filled),
    distinctCount: Math.min(Number(found), Number(filled)),
    min: min === null || min === undefined ? null : String(min),
    max: max === null || max === undefined ? null : String(max),
    mean: isNumber ? (mean ?? null) : null,
    quantiles: p25 === null || p50 === null || p75 === null || p95 === null ? null : { p25, p50, p75, p95 },
    low: low ?? null,
    high: high ?? null,
  };
}

function measuredSql(
  number: string,
  { finite, isExact }: { readonly finite: string; readonly isExact: boolean },
): string {
  const quantile = isExact ? 'quantile_cont' : 'approx_quantile';
  const shares = [0.25, 0.5, 0.75, 0.95].map((share) => `${quantile}(${number}, ${share}) FILTER (${finite})`);
  return [`min`, `max`, `avg`]
    .map((name) => `${name}(${number}) FILTER (${finite})`)
    .concat(shares)
    .join(', ');
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Bars at round numbers or at the calendar's own borders, so that a filter made of them is one that people would write. */
async function readHistogram(run: Run, rows: ColumnRows, bounds: Bounds): Promise<WireColumnDetail['histogram']> {
  return rows.column.type === 'temporal' ? readTimes(run, rows, bounds) : readNumbers(run, rows, bounds);
}

const wholeType = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?\d*$|^(small|big)?serial$/i;

async function readNumbers(run: Run, rows: ColumnRows, { low, high }: Bounds): Promise<WireColumnDetail['histogram']> {
  const width = numberStepFor(high - low, wholeType.test(rows.column.nativeType));
  const counts = await readCounts(run, rows, `floor(${numberSql(rows)} / ${width})`);
  const first = Math.floor(low / width);
  const count = Math.floor(high / width) - first + 1;
  // Far from zero the width of a bar can be less than what a number tells apart.
  if (!Number.isFinite(count) || count > 2 * mostBins) return null;
  const at = (bin: number) => Number((bin * width).toPrecision(15));
  return Array.from({ length: count }, (_, index) => ({
    from: at(first + index),
    to: at(first + index + 1),
    count: counts.get(first + index) ?? 0,
  }));
}

async function readTimes(run: Run, rows: ColumnRows, { low, high }: Bounds): Promise<WireColumnDetail['histogram']> {
  const step = timeStepFor(high - low, /^date(32)?$/i.test(rows.column.nativeType));
  const counts = await readCounts(
    run,
    rows,
    `epoch_ms(time_bucket(INTERVAL '${step.sql}', ${rows.name}::TIMESTAMP))::DOUBLE`,
  );
  const bins: { from: number; to: number; count: number }[] = [];
  const begin = Math.min(...counts.keys());
  for (let from = begin; from <= high && bins.length <= 2 * mostBins; ) {
    const to = step.next(from);
    bins.push({ from, to, count: counts.get(from) ?? 0 });
    from = to;
  }
  return bins;
}

async function readCounts(run: Run, rows: ColumnRows, bin: string): Promise<ReadonlyMap<number, number>> {
  const from = fromSql(rows, [`${rows.name} IS NOT NULL`, finiteSql(rows)]);
  const table = await run(`SELECT bin, count(*) FROM (SELECT ${bin} AS bin ${from}) GROUP BY bin`);
  const [bins, counts] = table.columns.map(({ values }) => values.map(Number));
  return new Map((bins ?? []).map((value, row) => [value, counts?.[row] ?? 0]));
}

/** Which values a column has, and how often. */
export interface ValuesQuestion {
  readonly limit: number;
  /** Only values whose text contains this. */
  readonly find?: string | undefined;
}

/** The most frequent values of a column; where nothing is looked for, NULL is one of them. */
export async function readValues(
  run: Run,
  rows: ColumnRows,
  { limit, find = '' }: ValuesQuestion,
): Promise<{ readonly values: readonly WireValueCount[]; readonly valueCount: number }> {
  const text = wholeTextSql(rows.kind, rows.name);
  const found = find === '' ? '' : `WHERE contains(lower(v), lower(${quoteText(find)}))`;
  const table = await run(
    `SELECT left(v, ${listedText}), length(v) > ${listedText}, n, count(*) OVER ()
     FROM (SELECT ${text} AS v, count(*) AS n ${fromSql(rows)} GROUP BY 1) ${found} ORDER BY n DESC, v NULLS LAST LIMIT ${limit}`,
  );
  const [values, cuts, counts, totals] = table.columns.map((column) => column.values);
  return {
    values: (values ?? []).map((value, row) => ({
      value: value === null ? null : String(value),
      count: Number(counts?.[row] ?? 0),
      isCut: cuts?.[row] === true,
    })),
    valueCount: Number(totals?.[0] ?? 0),
  };
}
