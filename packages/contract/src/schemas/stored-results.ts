import Type, { type Static } from 'typebox';
import type { Wire } from '../endpoints.ts';
import { aggregates, resultChartGrains, resultChartTypes, windowOperators } from '../words.ts';
import { nullable } from './fields.ts';
import { ColumnType, WireTable } from './result-tables.ts';

/** A value of which a window has only the beginning. */
export const WireCellCut = Type.Object({
  /** In the window. */
  row: Type.Number(),
  column: Type.Number(),

  /** Characters of the whole text. */
  length: Type.Number(),
});
export type WireCellCut = Wire<typeof WireCellCut>;

/** One condition on a stored result; the columns are the result's. */
export const WindowFilter = Type.Object({
  column: Type.String({ maxLength: 10_000 }),
  operator: Type.Enum(windowOperators),
  value: Type.Optional(Type.Union([Type.String({ maxLength: 1_000_000 }), Type.Number(), Type.Boolean(), Type.Null()])),
  /** Of `in` and `not in`: values as their texts, null for NULL. */
  values: Type.Optional(Type.Array(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]), { maxItems: 100 })),
});
export type WindowFilter = Static<typeof WindowFilter>;

export const WindowSort = Type.Object({ column: Type.String(), descending: Type.Optional(Type.Boolean()) });
export type WindowSort = Static<typeof WindowSort>;

/** The decoded `q` of a window, profile or file of a stored result: which rows, in which order. */
export const WindowQ = Type.Object(
  {
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    sort: Type.Optional(Type.Array(WindowSort, { maxItems: 20 })),
    search: Type.Optional(Type.String({ maxLength: 1000 })),
    filters: Type.Optional(Type.Array(WindowFilter, { maxItems: 100 })),
    /** Longer texts are cut to as many characters; without it they come whole, as long as all of them together are not too long. */
    cut: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  { additionalProperties: true },
);
export type WindowQ = Static<typeof WindowQ>;

/** The decoded `q` of a cell: its place among the rows of a selection and among the columns, and which part of its text. */
export const CellQ = Type.Object(
  {
    row: Type.Integer({ minimum: 0 }),
    column: Type.Integer({ minimum: 0, maximum: 100_000 }),
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    length: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    sort: Type.Optional(Type.Array(WindowSort, { maxItems: 20 })),
    search: Type.Optional(Type.String({ maxLength: 1000 })),
    filters: Type.Optional(Type.Array(WindowFilter, { maxItems: 100 })),
  },
  { additionalProperties: true },
);
export type CellQ = Static<typeof CellQ>;

/** One value of a stored result, or a part of it where it is long. */
export const WireCell = Type.Object({
  name: Type.String(),
  type: ColumnType,
  nativeType: Type.String(),

  /** Bytes are written as hexadecimal digits; `json` is what is nested, too. */
  kind: Type.Union([Type.Literal('text'), Type.Literal('json'), Type.Literal('binary'), Type.Literal('plain')]),
  text: nullable(Type.String()),
  from: Type.Number(),

  /** Characters of the whole text. */
  length: Type.Number(),
});
export type WireCell = Wire<typeof WireCell>;

/** Rows of a stored result: exact values, and how many rows there are under the same conditions. */
export const WireWindow = Type.Object({
  table: WireTable,
  offset: Type.Number(),
  cuts: Type.Array(WireCellCut),

  /** Rows that meet the search and the filters. */
  matchedRows: Type.Number(),
  totalRows: Type.Number(),
});
export type WireWindow = Wire<typeof WireWindow>;

/** What is known of a column of a stored result. */
export const WireColumnProfile = Type.Object({
  name: Type.String(),
  type: ColumnType,
  nativeType: Type.String(),

  /** 0 to 1. */
  nullShare: Type.Number(),

  /** Approximate. */
  distinctCount: Type.Number(),

  /** As exact text. */
  min: nullable(Type.String()),
  max: nullable(Type.String()),
  mean: nullable(Type.Number()),

  /** Of numbers and times with many values: rows in ranges of equal width; times in epoch milliseconds. */
  histogram: nullable(Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Number() }))),

  /** Of the others: the most frequent values. */
  topValues: nullable(Type.Array(Type.Object({ value: nullable(Type.String()), count: Type.Number() }))),
});
export type WireColumnProfile = Wire<typeof WireColumnProfile>;

export const WireProfile = Type.Object({
  rowCount: Type.Number(),
  columns: Type.Array(WireColumnProfile),
});
export type WireProfile = Wire<typeof WireProfile>;

const rowsOfColumn = {
  /** Its place among the columns. */
  column: Type.Integer({ minimum: 0, maximum: 100_000 }),
  search: Type.Optional(Type.String({ maxLength: 1000 })),
  filters: Type.Optional(Type.Array(WindowFilter, { maxItems: 100 })),
};

/** The decoded `q` of one column's profile: the column, and which rows are looked at. */
export const ColumnDetailQ = Type.Object(rowsOfColumn, { additionalProperties: true });
export type ColumnDetailQ = Static<typeof ColumnDetailQ>;

/** The decoded `q` of a column's values: only those whose text contains `find`, at most `limit`. */
export const ColumnValuesQ = Type.Object(
  {
    ...rowsOfColumn,
    find: Type.Optional(Type.String({ maxLength: 1000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  { additionalProperties: true },
);
export type ColumnValuesQ = Static<typeof ColumnValuesQ>;

/** A value as its text, and how many rows have it. */
export const WireValueCount = Type.Object({
  value: nullable(Type.String()),
  count: Type.Number(),

  /** The text is only the beginning of a long one. */
  isCut: Type.Boolean(),
});
export type WireValueCount = Wire<typeof WireValueCount>;

/** All that is told of one column, over the rows of a selection. */
export const WireColumnDetail = Type.Object({
  name: Type.String(),
  type: ColumnType,
  nativeType: Type.String(),
  rowCount: Type.Number(),

  /** Rows that are not NULL. */
  filledCount: Type.Number(),
  distinctCount: Type.Number(),

  /** Distinct values and quantiles are estimates: there are too many rows to look at each value. */
  isEstimated: Type.Boolean(),

  /** As exact text. */
  min: nullable(Type.String()),
  max: nullable(Type.String()),
  mean: nullable(Type.Number()),

  /** Of numbers, and of times in epoch milliseconds. */
  quantiles: nullable(Type.Object({ p25: Type.Number(), p50: Type.Number(), p75: Type.Number(), p95: Type.Number() })),

  /** Of numbers and times: rows from one round border up to, and without, the next; times in epoch milliseconds. */
  histogram: nullable(Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Number() }))),

  /** The most frequent values; none where hardly any repeats. */
  topValues: Type.Array(WireValueCount),
});
export type WireColumnDetail = Wire<typeof WireColumnDetail>;

export const WireColumnValues = Type.Object({
  values: Type.Array(WireValueCount),

  /** How many distinct values there are under the same conditions. */
  valueCount: Type.Number(),
});
export type WireColumnValues = Wire<typeof WireColumnValues>;

/** A column of a stored result that is a key of the table it comes from. */
export const WireKeyColumn = Type.Object({
  /** Its place among the columns. */
  index: Type.Number(),

  /** What its values are keys of, where they lead to another table. */
  target: nullable(Type.Object({ schema: nullable(Type.String()), table: Type.String(), column: Type.String() })),
});
export type WireKeyColumn = Wire<typeof WireKeyColumn>;

/** The statement that reads the row to which a foreign key leads, and where it runs. */
export const WireFollowedKey = Type.Object({
  sql: Type.String(),
  database_id: Type.Number(),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  table: Type.String(),
});
export type WireFollowedKey = Wire<typeof WireFollowedKey>;

const resultColumn = Type.String({ minLength: 1, maxLength: 1000 });

/** What was changed where the chart itself proposed it, in the form's own words. */
export const ResultChartRemedies = Type.Object(
  {
    stack: Type.Optional(nullable(Type.Literal('Stack'))),
    contributionMode: Type.Optional(Type.Null()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    row_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    group_others_when_limit_reached: Type.Optional(Type.Boolean()),
    sort_by_metric: Type.Optional(Type.Boolean()),
    /** By the figure, whatever it is called. */
    isSorted: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ResultChartRemedies = Static<typeof ResultChartRemedies>;

/** A chart of a stored result: its columns are named, its figures are chosen; no SQL is written. */
export const ResultChart = Type.Object(
  {
    type: Type.Enum(resultChartTypes),
    x: nullable(resultColumn),
    /** To which the times of `x` are cut; null leaves them as they are. */
    grain: nullable(Type.Enum(resultChartGrains)),
    /** Without a column it is the rows that are counted. */
    y: Type.Array(
      Type.Object(
        { column: nullable(resultColumn), aggregate: Type.Enum(aggregates) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 5 },
    ),
    split: nullable(resultColumn),
    remedies: Type.Optional(ResultChartRemedies),
  },
  { additionalProperties: false },
);
export type ResultChart = Static<typeof ResultChart>;

/** The decoded `q` of a result's chart: what is drawn, of which rows. */
export const ResultChartQ = Type.Object(
  { chart: ResultChart, search: rowsOfColumn.search, filters: rowsOfColumn.filters },
  { additionalProperties: true },
);
export type ResultChartQ = Static<typeof ResultChartQ>;

/** The statement that gave a result, and what is to narrow it. */
export const FilterSqlBody = Type.Object(
  {
    sql: Type.String({ minLength: 1, maxLength: 100_000 }),
    filters: Type.Array(WindowFilter, { maxItems: 100 }),
    /** Looked for in every column; with it there may be no filters. */
    search: rowsOfColumn.search,
  },
  { additionalProperties: false },
);
export type FilterSqlBody = Static<typeof FilterSqlBody>;

const RowChangeKind = Type.Union([Type.Literal('added'), Type.Literal('gone'), Type.Literal('changed')]);

/** The decoded `q` of a comparison: the earlier result, the columns that name a row (none: whole rows), and which rows. */
export const CompareQ = Type.Object(
  {
    before: Type.String({ minLength: 1, maxLength: 100 }),
    keys: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 })),
    kinds: Type.Optional(Type.Array(RowChangeKind, { minItems: 1, maxItems: 3 })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  },
  { additionalProperties: true },
);
export type CompareQ = Static<typeof CompareQ>;

/** What became of the rows of an earlier result in a later one. */
export const WireComparison = Type.Object({
  counts: Type.Object({
    added: Type.Number(),
    gone: Type.Number(),
    changed: Type.Number(),
    same: Type.Number(),
  }),

  /** Rows beyond the first of their key: they were paired in their order. */
  repeatedKeys: Type.Number(),

  /** Names of the columns that both have, and whether they are part of the key. */
  columns: Type.Array(Type.Object({ name: Type.String(), isKey: Type.Boolean() })),
  offset: Type.Number(),

  /** Of each row what became of it; its values before and after, NULL where it was not there. Long values are cut. */
  kinds: Type.Array(RowChangeKind),
  before: WireTable,
  after: WireTable,
});
export type WireComparison = Wire<typeof WireComparison>;

/** What a stored table's column holds: shown while its name is completed. */
export const WireTableColumnProfile = Type.Object({
  rowCount: Type.Number(),

  /** 0 to 1. */
  nullShare: Type.Number(),
  distinctCount: Type.Number(),

  /** As exact text. */
  min: nullable(Type.String()),
  max: nullable(Type.String()),

  /** The most frequent values, when they say something: few, or some much more frequent than others. */
  topValues: Type.Array(Type.Object({ value: nullable(Type.String()), count: Type.Number() })),
});
export type WireTableColumnProfile = Wire<typeof WireTableColumnProfile>;

export const ColumnProfileQuery = Type.Object(
  {
    database_id: Type.Integer(),
    catalog: Type.Optional(Type.String({ maxLength: 256 })),
    schema: Type.Optional(Type.String()),
    table: Type.String({ minLength: 1 }),
    column: Type.String({ minLength: 1 }),
  },
  { additionalProperties: true },
);
