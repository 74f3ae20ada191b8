import type { CellValue, ColumnType, ResultTable, WireColumnProfile, WireProfile } from '@powerset/contract';
import type { ResultHeader } from './result-sql.ts';

type Run = (sql: string) => Promise<ResultTable>;

const binCount = 24;
const topCount = 10;

interface Basics {
  readonly filled: number;
  readonly distinct: number;
  readonly min: CellValue;
  readonly max: CellValue;
  readonly mean: CellValue;
}

/** What a column holds at a glance: how empty, how varied, how spread. Distinct counts are approximate (HyperLogLog). */
export async function profileResult(run: Run, source: string, header: ResultHeader): Promise<WireProfile> {
  const { rowCount } = header;
  const columns: WireColumnProfile[] = [];
  for (const [index, { name, type, nativeType }] of header.columns.entries()) {
    const basics = await readBasics(run, source, { index, type });
    const isSpread = (type === 'number' || type === 'temporal') && basics.distinct > topCount;
    columns.push({
      name,
      type,
      nativeType,
      nullShare: rowCount === 0 ? 0 : 1 - basics.filled / rowCount,
      distinctCount: Math.min(basics.distinct, basics.filled),
      min: toText(basics.min),
      max: toText(basics.max),
      mean: basics.mean === null ? null : Number(basics.mean),
      histogram: isSpread ? await readHistogram(run, source, { index, type }) : null,
      topValues: isSpread ? null : await readTopValues(run, source, index),
    });
  }
  return { rowCount, columns };
}

interface ColumnPlace {
  readonly index: number;
  readonly type: ColumnType;
}

function toText(value: CellValue): string | null {
  return value === null ? null : String(value);
}

async function readBasics(run: Run, source: string, { index, type }: ColumnPlace): Promise<Basics> {
  const column = `c${index}`;
  const mean =
    type === 'number' ? `avg(${numberSql(index, type)}) FILTER (WHERE isfinite(${numberSql(index, type)}))` : 'NULL';
  const shown = type === 'string' ? `left(${column}::VARCHAR, 1000)` : column;
  const table = await run(
    `SELECT count(${column}), approx_count_distinct(${type === 'string' ? `${column}::VARCHAR` : column}),
     min(${shown})::VARCHAR, max(${shown})::VARCHAR, ${mean} FROM ${source}`,
  );
  const [filled, distinct, min, max, average] = table.columns.map((item) => item.values[0] ?? null);
  return {
    filled: Number(filled),
    distinct: Number(distinct),
    min: min ?? null,
    max: max ?? null,
    mean: average ?? null,
  };
}

function numberSql(index: number, type: ColumnType): string {
  return type === 'temporal' ? `epoch_ms(c${index}::TIMESTAMP)::DOUBLE` : `c${index}::DOUBLE`;
}

async function readHistogram(
  run: Run,
  source: string,
  { index, type }: ColumnPlace,
): Promise<WireColumnProfile['histogram']> {
  // Infinite times have no milliseconds.
  const finite = type === 'temporal' ? `isfinite(c${index}::TIMESTAMP)` : `isfinite(c${index}::DOUBLE)`;
  const table = await run(
    `WITH v AS (SELECT ${numberSql(index, type)} AS x FROM ${source} WHERE c${index} IS NOT NULL AND ${finite}),
     b AS (SELECT min(x) AS low, max(x) AS high FROM v)
     SELECT least(${binCount - 1}, floor((x - low) / (high - low) * ${binCount}))::INTEGER AS bin, count(*), any_value(low), any_value(high)
     FROM v, b WHERE high > low GROUP BY 1 ORDER BY 1`,
  );
  if (table.rowCount === 0) return null;
  const [bins, counts, lows, highs] = table.columns.map((column) => column.values.map(Number));
  const low = lows![0]!;
  const width = (highs![0]! - low) / binCount;
  const byBin = new Map(bins!.map((bin, row) => [bin, counts![row]!]));
  return Array.from({ length: binCount }, (_, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width,
    count: byBin.get(bin) ?? 0,
  }));
}

async function readTopValues(
  run: Run,
  source: string,
  index: number,
): Promise<{ value: string | null; count: number }[]> {
  const table = await run(
    `SELECT left(c${index}::VARCHAR, 200) AS value, count(*) AS n FROM ${source} WHERE c${index} IS NOT NULL
     GROUP BY 1 ORDER BY n DESC, value LIMIT ${topCount}`,
  );
  const [values, counts] = table.columns;
  return values!.values.map((value, row) => ({ value: toText(value), count: Number(counts!.values[row]) }));
}
