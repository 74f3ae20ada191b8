import type { ResultColumn, ResultTable } from '@powerset/contract';
import { type ComparedColumn, type ComparisonRequest, type RowChangeKind, shownSql } from './comparison.ts';
import type { ResultComparison } from './result-shapes.ts';
import type { ResultHeader } from './result-sql.ts';

interface ComparisonPlace {
  /** The paired rows. */
  readonly view: string;
  readonly columns: readonly ComparedColumn[];
  readonly sides: {
    readonly before: ResultHeader;
    readonly after: ResultHeader;
    readonly beforeSource: string;
    readonly afterSource: string;
  };
  readonly request: ComparisonRequest;
}

/** Counts what became of the rows, and reads those that are asked for, from both sides. */
export async function readComparison(
  run: (sql: string) => Promise<ResultTable>,
  { view, columns, sides, request }: ComparisonPlace,
): Promise<ResultComparison> {
  const counted = await run(`SELECT kind, count(*), count(*) FILTER (n > 1) FROM ${view} GROUP BY kind`);
  const [names, counts, repeats] = counted.columns.map(({ values }) => values);
  const countOf = (kind: string) => Number(counts?.[names?.indexOf(kind) ?? -1] ?? 0);
  const { before, after } = sides;
  const values = [
    ...columns.map((column) => shownSql(before.kinds[column.before], `t.c${column.before}`)),
    ...columns.map((column) => shownSql(after.kinds[column.after], `u.c${column.after}`)),
  ].map((sql, index) => `${sql} AS v${index}`);
  const wanted = request.kinds.map((kind) => `'${kind}'`).join(', ');
  const rows = await run(
    `SELECT kind, ${values.join(', ')} FROM
     (SELECT rowid AS place, * FROM ${view} WHERE kind IN (${wanted}) ORDER BY rowid LIMIT ${request.limit} OFFSET ${request.offset}) p
     LEFT JOIN ${sides.beforeSource} t ON t.rowid = p.b LEFT JOIN ${sides.afterSource} u ON u.rowid = p.a ORDER BY place`,
  );
  const toTable = (header: ResultHeader, side: 'before' | 'after', start: number): ResultTable => ({
    ...rows,
    columns: columns.map((column, index): ResultColumn => {
      const { name, type, nativeType } = header.columns[column[side]]!;
      return { name, type, nativeType, values: rows.columns[start + index]?.values ?? [] };
    }),
  });
  return {
    counts: {
      added: countOf('added'),
      gone: countOf('gone'),
      changed: countOf('changed'),
      same: countOf('same'),
    },
    repeatedKeys: (repeats ?? []).reduce<number>((sum, count) => sum + Number(count), 0),
    columns,
    // Written by the statement above.
    kinds: (rows.columns[0]?.values ?? []) as readonly RowChangeKind[],
    before: toTable(before, 'before', 1),
    after: toTable(after, 'after', 1 + columns.length),
  };
}
