import {
  type CellValue,
  type QueryColumn,
  type QueryMetric,
  type QueryObject,
  type ResultTable,
  totalsColumn,
} from '@powerset/contract';
import { type ColumnKind, type ExploreColumn, kindOf } from './dataset.ts';
import { buckets, type ColumnProfile, shownValues, spread } from './profile.ts';

/** How one column's rows are counted: in stretches, in periods, by each value, or for the most frequent values alone. */
type Counting =
  | { readonly by: 'bins'; readonly from: number; readonly width: number }
  | { readonly by: 'periods'; readonly grain: string }
  | { readonly by: 'values' }
  | { readonly by: 'top' };

export interface CountedColumn {
  readonly name: string;
  readonly counting: Counting;
  /** Of text. */
  readonly distinct?: number;
}

/** Up to so many values all of them are counted in the same pass over the rows as the other columns. */
const fewValues = 200;
const mostGroups = 50_000;
/** Periods that are put together to a bar, so that bars of equal width are true to a quarter of one. */
const leastPeriods = buckets * 4;

const uncomparable = /json|xml|map|struct|union|blob|bytea|binary|bytes|array|\[|geometry|point|polygon|tuple|object/i;

/** Of lists, structures and bytes no engine says how many differ. */
export function canBePictured(column: ExploreColumn): boolean {
  return !uncomparable.test(column.type ?? '');
}

function isMeasured(kind: ColumnKind): boolean {
  return kind === 'number' || kind === 'temporal';
}

const aggregateOf = (aggregate: 'MIN' | 'MAX' | 'COUNT_DISTINCT', name: string, label: string): QueryMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name: name },
  label,
});

const rowsOf: QueryMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' };

/** Where each column begins and ends, and how many values a text has: one pass over the rows. */
export function endsQuery(columns: readonly ExploreColumn[]): QueryObject {
  const metrics = columns.flatMap((column, index) => {
    const { column_name: name } = column;
    if (isMeasured(kindOf(column)))
      return [aggregateOf('MIN', name, `low${index}`), aggregateOf('MAX', name, `high${index}`)];
    return kindOf(column) === 'string' ? [aggregateOf('COUNT_DISTINCT', name, `distinct${index}`)] : [];
  });
  return { columns: [], metrics: [rowsOf, ...metrics], row_limit: 1 };
}

const day = 86_400_000;
/** Coarsest first. */
const grains: readonly (readonly [code: string, ms: number])[] = [
  ['P1Y', 365.25 * day],
  ['P3M', 91.3 * day],
  ['P1M', 30.4 * day],
  ['P1W', 7 * day],
  ['P1D', day],
  ['PT1H', day / 24],
  ['PT1M', 60_000],
  ['PT1S', 1000],
];

function grainFor(span: number, offered: ReadonlySet<string>): string | undefined {
  const known = grains.filter(([code]) => offered.has(code));
  return (known.find(([, ms]) => span / ms >= leastPeriods) ?? known.at(-1))?.[0];
}

/** How to count each column, as its ends ask for; a number or time without finite ends is left out. */
export function toCounted(
  columns: readonly ExploreColumn[],
  ends: ResultTable,
  offeredGrains: ReadonlySet<string>,
): readonly CountedColumn[] {
  return columns.flatMap((column, index): readonly CountedColumn[] => {
    const { column_name: name } = column;
    const find = (end: string) => ends.columns.find((one) => one.name === `${end}${index}`);
    const distinct = find('distinct')?.values[0];
    if (distinct !== undefined) {
      const count = Number(distinct);
      return [{ name, distinct: count, counting: { by: count <= fewValues ? 'values' : 'top' } }];
    }
    const least = find('low');
    if (!least) return [{ name, counting: { by: 'values' } }];
    // A time that is kept as text.
    if (least.type === 'string') return [{ name, counting: { by: 'top' } }];
    const [low, high] = [least.values[0] ?? Number.NaN, find('high')?.values[0] ?? Number.NaN].map(Number);
    if (low === undefined || high === undefined || !Number.isFinite(high - low)) return [];
    if (least.type === 'number')
      return [{ name, counting: { by: 'bins', from: low, width: (high - low) / buckets || 1 } }];
    const grain = grainFor(high - low, offeredGrains);
    return grain ? [{ name, counting: { by: 'periods', grain } }] : [];
  });
}

export interface Count {
  readonly columns: readonly CountedColumn[];
  readonly query: QueryObject;
}

/** What counts the columns: one pass for all whose groups are few, and one more for each text of many values. */
export function toCounts(counted: readonly CountedColumn[]): readonly Count[] {
  const together = counted.filter(({ counting }) => counting.by !== 'top');
  const single = counted.filter(({ counting }) => counting.by === 'top');
  return [
    ...(together.length > 0 ? [countTogether(together)] : []),
    ...single.map((one): Count => {
      const query: QueryObject = {
        columns: [toQueryColumn(one, 0)],
        metrics: [rowsOf],
        orderby: [[rowsOf, false]],
        // One may be the rows without a value.
        row_limit: shownValues + 1,
      };
      return { columns: [one], query };
    }),
  ];
}

function countTogether(counted: readonly CountedColumn[]): Count {
  const query: QueryObject = {
    columns: counted.map(toQueryColumn),
    metrics: [rowsOf],
    grouping_sets: counted.map((_, index) => [`c${index}`]),
    row_limit: mostGroups,
  };
  return { columns: counted, query };
}

function toQueryColumn({ name, counting }: CountedColumn, index: number): QueryColumn {
  const column = { label: `c${index}`, sqlExpression: name, isColumnReference: true };
  if (counting.by === 'bins') return { ...column, bins: { from: counting.from, width: counting.width } };
  if (counting.by === 'periods') return { ...column, columnType: 'BASE_AXIS', timeGrain: counting.grain };
  return column;
}

interface Group {
  readonly value: CellValue;
  readonly rows: number;
}

/** The pictures of a count's columns, from its answer. */
export function toPictures({ columns }: Count, table: ResultTable): readonly (readonly [string, ColumnProfile])[] {
  const valuesOf = (label: string) => table.columns.find((one) => one.name === label)?.values;
  const rows = valuesOf('rows') ?? [];
  const levels = valuesOf(totalsColumn);
  return columns.map((column, index) => {
    // The number of a set has a bit for each column that it leaves out, the last column's the lowest.
    const level = 2 ** columns.length - 1 - 2 ** (columns.length - 1 - index);
    const groups = (valuesOf(`c${index}`) ?? []).flatMap((value, row): readonly Group[] =>
      value !== null && (!levels || Number(levels[row]) === level) ? [{ value, rows: Number(rows[row] ?? 0) }] : [],
    );
    return [column.name, toPicture(column, groups)];
  });
}

function toPicture({ counting, distinct }: CountedColumn, groups: readonly Group[]): ColumnProfile {
  if (counting.by === 'bins') {
    const counts = Array.from({ length: buckets }, () => 0);
    for (const { value, rows } of groups) {
      // The greatest value would begin a stretch of its own.
      const at = Math.min(buckets - 1, Math.max(0, Number(value)));
      counts[at] = (counts[at] ?? 0) + rows;
    }
    return { counts, isCategorical: false };
  }
  if (counting.by === 'periods') return { counts: spread(groups), isCategorical: false };
  const counts = groups.map(({ rows }) => rows).sort((a, b) => b - a);
  return {
    counts: counts.slice(0, shownValues),
    isCategorical: true,
    ...(distinct === undefined ? {} : { distinct }),
  };
}
