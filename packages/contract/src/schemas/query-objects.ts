import Type, { type Static } from 'typebox';
import { anyObject } from './any-object.ts';
import { nullable, optional } from './fields.ts';

/** A column chosen by SQL text instead of by name. `columnType: BASE_AXIS` marks the x-axis; `timeGrain` truncates it. */
export const AdhocColumn = Type.Object(
  {
    label: Type.String(),
    sqlExpression: Type.String(),
    expressionType: Type.Optional(Type.Literal('SQL')),
    columnType: Type.Optional(Type.Union([Type.Literal('BASE_AXIS'), Type.Literal('SERIES')])),
    timeGrain: optional(Type.String()),
    /** The expression names a dataset column and is not SQL text. */
    isColumnReference: Type.Optional(Type.Boolean()),
    /** Ours: groups the numbers of a dataset's column by stretches of equal width, numbered from `from` on. */
    bins: Type.Optional(Type.Object({ from: Type.Number(), width: Type.Number({ exclusiveMinimum: 0 }) })),
  },
  { additionalProperties: true },
);
export type AdhocColumn = Static<typeof AdhocColumn>;

export const QueryColumn = Type.Union([Type.String(), AdhocColumn]);
export type QueryColumn = Static<typeof QueryColumn>;

export const AdhocMetric = Type.Object(
  {
    expressionType: Type.Union([Type.Literal('SIMPLE'), Type.Literal('SQL')]),
    // Written out: a mapped list would lose its names in the static type.
    aggregate: Type.Optional(
      Type.Union([
        Type.Literal('AVG'),
        Type.Literal('COUNT'),
        Type.Literal('COUNT_DISTINCT'),
        Type.Literal('MAX'),
        Type.Literal('MIN'),
        Type.Literal('SUM'),
        Type.Null(),
      ]),
    ),
    column: Type.Optional(nullable(Type.Object({ column_name: Type.String() }, { additionalProperties: true }))),
    sqlExpression: optional(Type.String()),
    label: optional(Type.String()),
    hasCustomLabel: optional(Type.Boolean()),
    optionName: optional(Type.String()),
  },
  { additionalProperties: true },
);
export type AdhocMetric = Static<typeof AdhocMetric>;

/** The name of a saved metric, or an ad-hoc one. */
export const QueryMetric = Type.Union([Type.String(), AdhocMetric]);
export type QueryMetric = Static<typeof QueryMetric>;

const FilterScalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

export const QueryFilter = Type.Object(
  {
    col: QueryColumn,
    op: Type.String(),
    val: Type.Optional(Type.Union([FilterScalar, Type.Array(FilterScalar)])),
    grain: optional(Type.String()),
    isExtra: Type.Optional(Type.Boolean()),
    /** Ours, of `NOT IN`: rows without a value pass, as they have none of those. */
    keeps_null: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
);
export type QueryFilter = Static<typeof QueryFilter>;

export const PostProcessingRule = Type.Object({
  operation: Type.String(),
  options: Type.Optional(anyObject),
});
export type PostProcessingRule = Static<typeof PostProcessingRule>;

/**
 * A metric shown as what it is to its neighbours instead of as itself: as a share, a running total, a rank, a change.
 * `of` is what a share is of, or what is ranked against each other: everything, one series, or one position of the x-axis.
 */
export const TableCalculation = Type.Object({
  /** Label of the metric. */
  metric: Type.String({ maxLength: 1000 }),
  type: Type.Union([
    Type.Literal('share'),
    Type.Literal('running_total'),
    Type.Literal('rank'),
    Type.Literal('difference'),
    Type.Literal('percent_difference'),
    Type.Literal('moving_average'),
  ]),
  of: Type.Optional(Type.Union([Type.Literal('total'), Type.Literal('series'), Type.Literal('position')])),
  /** Of a moving average how many positions it is over; of a difference how many positions it reaches back. */
  periods: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Of a difference the earlier time that it is against, `1 year ago`; without one it is the position before. */
  offset: Type.Optional(Type.String({ maxLength: 100 })),
});
export type TableCalculation = Static<typeof TableCalculation>;

export const QueryExtras = Type.Object(
  {
    where: Type.Optional(Type.String()),
    having: Type.Optional(Type.String()),
    time_grain_sqla: optional(Type.String()),
    relative_start: Type.Optional(Type.String()),
    relative_end: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

const TimeCalendar = Type.Object({
  weekday: Type.Optional(Type.Boolean()),
  to_date: Type.Optional(Type.Union([Type.Literal('year'), Type.Literal('quarter'), Type.Literal('month')])),
  /** The month with which the fiscal year begins, 1 to 12. */
  fiscal_year_start: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
});

const DetailRows = Type.Object({
  columns: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 1000 })),
  orderby: Type.Optional(Type.Array(Type.Tuple([Type.String({ maxLength: 1000 }), Type.Boolean()]), { maxItems: 20 })),
  search: Type.Optional(Type.String({ maxLength: 200 })),
});

/** What a chart asks of a dataset; names are those of the reference's API. */
export const QueryObject = Type.Object(
  {
    annotation_layers: Type.Optional(Type.Array(anyObject)),
    /** Ours: ids of saved charts that are asked instead, under this query's conditions; there is an answer for each. */
    chart_layers: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 12 })),
    applied_time_extras: Type.Optional(anyObject),
    apply_fetch_values_predicate: Type.Optional(Type.Boolean()),
    columns: Type.Optional(Type.Array(QueryColumn)),
    /** null asks for raw rows; a list, even an empty one, for groups. */
    metrics: optional(Type.Array(QueryMetric)),
    filters: Type.Optional(Type.Array(QueryFilter)),
    extras: Type.Optional(QueryExtras),
    /** Whether the series beyond `series_limit` are one more, `Others`, instead of being left out. */
    group_others_when_limit_reached: Type.Optional(Type.Boolean()),
    granularity: optional(Type.String()),
    is_rowcount: Type.Optional(Type.Boolean()),
    is_timeseries: Type.Optional(Type.Boolean()),
    order_desc: Type.Optional(Type.Boolean()),
    orderby: Type.Optional(Type.Array(Type.Tuple([QueryMetric, Type.Boolean()]))),
    post_processing: Type.Optional(Type.Array(nullable(PostProcessingRule))),
    row_limit: optional(Type.Integer({ minimum: 0 })),
    row_offset: optional(Type.Integer({ minimum: 0 })),
    series_columns: Type.Optional(Type.Array(QueryColumn)),
    series_limit: optional(Type.Integer({ minimum: 0 })),
    series_limit_metric: optional(QueryMetric),
    time_offsets: Type.Optional(Type.Array(Type.String())),
    /**
     * Ours: the calendar by which `time_offsets` are read. `weekday` takes the nearest whole weeks, so that Mondays meet
     * Mondays; `to_date` narrows the time range to the year, quarter or month that its end lies in, and compares the same
     * stretch of the earlier one.
     */
    time_calendar: Type.Optional(TimeCalendar),
    time_range: optional(Type.String()),
    time_shift: optional(Type.String()),
    result_type: optional(Type.String()),
    /**
     * Ours: totals instead of groups. Each entry names the columns that it keeps apart; an empty one is the total of all
     * rows. The answer's last column, `totalsColumn`, says which entry a row belongs to.
     */
    grouping_sets: Type.Optional(
      Type.Array(Type.Array(Type.String(), { maxItems: 30 }), { minItems: 1, maxItems: 64 }),
    ),
    /** Ours, with `grouping_sets`: answered without rows where all groups of the request's first query add up to them. */
    unless_additive: Type.Optional(Type.Boolean()),
    /** Ours: metrics that are shown as what they are to their neighbours; worked out before `post_processing`. */
    table_calculations: Type.Optional(Type.Array(TableCalculation, { maxItems: 50 })),
    /**
     * Ours, of rows as they are stored: which of the dataset's columns they have, in what order they come, and a text
     * that one of these columns must hold, in any case. Without it `drill_detail` is every column, in the order of the first.
     */
    detail: Type.Optional(DetailRows),
    url_params: Type.Optional(anyObject),
  },
  { additionalProperties: true },
);
export type QueryObject = Static<typeof QueryObject>;
