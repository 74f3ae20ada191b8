import { EngineError } from '../engine.ts';
import { columnOf, type ResultHeader } from './result-sql.ts';
import { type ValueKind, wholeTextSql } from './value-kinds.ts';

export type RowChangeKind = 'added' | 'gone' | 'changed';

export interface ComparisonRequest {
  readonly before: string;
  readonly after: string;
  /** Columns by which rows are the same row; none for rows that are compared as a whole. */
  readonly keys: readonly string[];
  readonly kinds: readonly RowChangeKind[];
  readonly offset: number;
  readonly limit: number;
}

/** A column that both results have. */
export interface ComparedColumn {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly isKey: boolean;
}

/** Rows of each: they are joined and numbered in memory. */
const mostRows = 2_000_000;

export function assertComparable(header: ResultHeader): void {
  if (header.rowCount <= mostRows) return;
  const message = `A result of ${header.rowCount} rows is too long to be compared; at most ${mostRows} are.`;
  throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message });
}

/** The columns of one name, in the order of the later result; every key has to be one of them. */
export function commonColumns(
  before: ResultHeader,
  after: ResultHeader,
  keys: readonly string[],
): readonly ComparedColumn[] {
  for (const key of keys) for (const header of [before, after]) columnOf(header, key);
  const wanted = new Set(keys);
  const columns = after.columns.flatMap(({ name }, index): ComparedColumn[] => {
    const at = before.columns.findIndex((column) => column.name === name);
    const isFirst = after.columns.findIndex((column) => column.name === name) === index;
    return at < 0 || !isFirst ? [] : [{ name, before: at, after: index, isKey: keys.length === 0 || wanted.has(name) }];
  });
  if (columns.length > 0) return columns;
  throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: 'The results have no column in common.' });
}

interface Sides {
  readonly before: ResultHeader;
  readonly after: ResultHeader;
  readonly beforeSource: string;
  readonly afterSource: string;
}

/**
 * Pairs the rows of two results: `b` and `a` are their places, `kind` what became of the row. Rows of one key are paired
 * in their order, so that each is counted once.
 */
export function pairsSql(columns: readonly ComparedColumn[], sides: Sides): string {
  const keys = columns.filter(({ isKey }) => isKey);
  const numbered = (source: string, side: 'before' | 'after') => {
    const names = keys.map((column) => `${comparable(sides, column, { side })} AS k${column.after}`).join(', ');
    const partition = keys.map((column) => comparable(sides, column, { side })).join(', ');
    return `SELECT rowid AS r, ${names}, row_number() OVER (PARTITION BY ${partition} ORDER BY rowid) AS n FROM ${source}`;
  };
  const isSame = keys.map(({ after }) => `x.k${after} IS NOT DISTINCT FROM y.k${after}`).join(' AND ');
  const differs = columns
    .filter(({ isKey }) => !isKey)
    .map(
      (column) =>
        `${comparable(sides, column, { side: 'before', alias: 't.' })} IS DISTINCT FROM ${comparable(sides, column, { side: 'after', alias: 'u.' })}`,
    );
  return `WITH x AS (${numbered(sides.beforeSource, 'before')}), y AS (${numbered(sides.afterSource, 'after')}),
    p AS (SELECT x.r AS b, y.r AS a, coalesce(x.n, y.n) AS n FROM x FULL JOIN y ON ${isSame} AND x.n = y.n)
    SELECT b, a, n, CASE WHEN b IS NULL THEN 'added' WHEN a IS NULL THEN 'gone'
      WHEN ${differs.length === 0 ? 'false' : differs.join(' OR ')} THEN 'changed' ELSE 'same' END AS kind
    FROM p LEFT JOIN ${sides.beforeSource} t ON t.rowid = b LEFT JOIN ${sides.afterSource} u ON u.rowid = a
    ORDER BY coalesce(a, b), kind`;
}

interface ComparedSide {
  readonly side: 'before' | 'after';
  readonly alias?: string;
}

/** A column's value on one side; columns of two types are compared as texts. */
function comparable({ before, after }: Sides, column: ComparedColumn, { side, alias = '' }: ComparedSide): string {
  const [header, index] = side === 'before' ? [before, column.before] : [after, column.after];
  const name = `${alias}c${index}`;
  const isAlike = before.columns[column.before]?.nativeType === after.columns[column.after]?.nativeType;
  return isAlike ? name : wholeTextSql(header.kinds[index] ?? 'plain', name);
}

/** Characters of a value: more than a grid shows. */
const shownText = 500;

/** A value as it is shown, long ones cut. */
export function shownSql(kind: ValueKind | undefined, name: string): string {
  return kind === undefined || kind === 'plain' ? name : `left(${wholeTextSql(kind, name)}, ${shownText})`;
}
