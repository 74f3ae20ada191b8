import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { linesOf, raw, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { WireAsyncJob } from './async-job.ts';
import { WireWarmUp } from './dataset-answers.ts';
import { WireErrorBody } from './errors.ts';
import { WireExploreDataset } from './explore-datasets.ts';
import { nullable, optional } from './fields.ts';
import { ChartWarmUpBody, InvalidateBody } from './kept-answers.ts';
import { IdParams } from './lists.ts';
import { QueryObject } from './query-objects.ts';
import { WireTable } from './result-tables.ts';

export const DatasourceReference = Type.Object(
  {
    id: Type.Union([Type.Integer(), Type.String()]),
    type: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** A chart's queries, as the reference's `POST /api/v1/chart/data` takes them. */
export const ChartDataRequest = Type.Object(
  {
    datasource: DatasourceReference,
    queries: Type.Array(QueryObject, { maxItems: 20 }),
    force: optional(Type.Boolean()),
    form_data: optional(anyObject),
    result_format: Type.Optional(
      Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('xlsx'), Type.Literal('arrow')]),
    ),
    result_type: Type.Optional(Type.String()),
    custom_cache_timeout: optional(Type.Integer()),
  },
  { additionalProperties: false },
);
export type ChartDataRequest = Static<typeof ChartDataRequest>;

export const ChartDataQuery = Type.Object(
  {
    dashboard_id: Type.Optional(Type.Integer()),
    force: Type.Optional(Type.Boolean()),
    form_data: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

/** The records of one annotation layer. */
export const WireAnnotationData = Type.Object({
  columns: Type.Array(Type.String()),
  records: Type.Array(anyObject),
});
export type WireAnnotationData = Wire<typeof WireAnnotationData>;

/** Ours: one of the saved charts of a query with `chart_layers`, whose rows the answer holds. */
export const WireChartLayer = Type.Object({
  id: Type.Integer(),
  /** null where the chart is not there, or not open to whoever asks. */
  name: nullable(Type.String()),
  form_data: nullable(anyObject),
  ...Type.Pick(WireExploreDataset, ['verbose_map', 'column_formats', 'currency_formats']).properties,
  /** Why it has no rows, and in what words where they are the engine's or those of a refusal. */
  fault: nullable(Type.Union([Type.Literal('missing'), Type.Literal('type'), Type.Literal('failed')])),
  message: nullable(Type.String()),
});
export type WireChartLayer = Wire<typeof WireChartLayer>;

/** What is told of one query's answer besides its rows. */
const answerFacts = {
  annotation_data: nullable(Type.Record(Type.String(), WireAnnotationData)),

  /** What went wrong with an annotation layer, by its name; the chart itself is answered all the same. */
  annotation_error: Type.Optional(Type.Record(Type.String(), Type.String())),
  chart_layer: Type.Optional(WireChartLayer),
  applied_filters: Type.Array(Type.Object({ column: Type.String() })),
  rejected_filters: Type.Array(Type.Object({ column: Type.String(), reason: Type.String() })),
  cache_key: nullable(Type.String()),
  cached_dttm: nullable(Type.String()),
  cache_timeout: nullable(Type.Number()),
  /** Where the chart writes numbers in the currency that the rows name: its code, null where they name several or none. */
  detected_currency: Type.Optional(nullable(Type.String())),
  /** Ours, beside it: the column that names the currency of each row. */
  currency_code_column: Type.Optional(Type.String()),
  error: nullable(Type.String()),
  from_dttm: nullable(Type.Number()),
  to_dttm: nullable(Type.Number()),
  /** Ours, with `time_calendar`: which period each offset came to, and by how many days its rows were moved where that is the same for all. */
  compared_periods: Type.Optional(
    Type.Array(
      Type.Object({
        offset: Type.String(),
        from_dttm: nullable(Type.Number()),
        to_dttm: nullable(Type.Number()),
        days: nullable(Type.Number()),
      }),
    ),
  ),
  is_cached: nullable(Type.Boolean()),
  label_map: Type.Record(Type.String(), Type.Array(Type.String())),
  query: Type.String(),
  result_format: Type.String(),
  rowcount: Type.Number(),
  sql_rowcount: Type.Number(),
  stacktrace: nullable(Type.String()),
  status: Type.String(),
  applied_template_filters: Type.Array(Type.String()),
};

/** One query's answer in the reference's row shape. */
export const ChartDataResult = Type.Object({
  ...answerFacts,
  colnames: Type.Array(Type.String()),
  coltypes: Type.Array(Type.Number()),
  indexnames: Type.Array(Type.Number()),
  data: Type.Array(anyObject),
});
export type ChartDataResult = Wire<typeof ChartDataResult>;

/** One query's answer in the application's own columnar shape: the same facts, the rows as a table. */
export const ChartTableResult = Type.Object({
  ...answerFacts,
  table: WireTable,

  /** Time spent in the engine for this answer, 0 when it came from the cache. */
  engineMs: Type.Number(),

  /** The limit that the engine's rows reached: there may be more of them; null where all came. */
  limitReached: nullable(Type.Number()),

  /** Labels of the metrics whose groups add up to the metric of all rows. */
  summable: Type.Array(Type.String()),
});
export type ChartTableResult = Wire<typeof ChartTableResult>;

/** The batch that a page asks for when it is opened: it is remembered, to be asked again before the page's code runs. */
const PageOpeningMark = Type.Object(
  {
    /** The page's path and query. */
    page: Type.String({ minLength: 1, maxLength: 4000 }),
    /** By the key of each chart that the page asks for first: what tells its request from any other one. */
    hashes: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 40 }), { maxProperties: 200 }),
  },
  { additionalProperties: false },
);

export const ChartBatchRequest = Type.Object(
  {
    dashboard_id: Type.Optional(Type.Integer()),
    opening: Type.Optional(PageOpeningMark),
    requests: Type.Array(
      Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }), payload: ChartDataRequest }),
      {
        minItems: 1,
        maxItems: 200,
      },
    ),
  },
  { additionalProperties: false },
);
export type ChartBatchRequest = Static<typeof ChartBatchRequest>;

/** Where a column is cut: between what lies below a value and what is from there on, or above it. */
const BrushCut = Type.Object(
  {
    op: Type.Union([Type.Literal('>='), Type.Literal('>')]),
    /** Of a time its text. */
    value: Type.Union([Type.Number(), Type.String({ maxLength: 40 })]),
  },
  { additionalProperties: false },
);

/** A column of which somebody chooses a stretch by dragging: slices lie between its cuts, or are its values. */
export const ChartBrush = Type.Object(
  {
    column: Type.String({ minLength: 1, maxLength: 1000 }),
    kind: Type.Union([Type.Literal('time'), Type.Literal('number'), Type.Literal('values')]),
    /** Rising; none where the slices are values. */
    cuts: Type.Array(BrushCut, { maxItems: 1001 }),
  },
  { additionalProperties: false },
);
export type ChartBrush = Static<typeof ChartBrush>;

/** Charts that follow a brush, each under a filter of everything that can be chosen. */
export const ChartSlicesRequest = Type.Object(
  {
    dashboard_id: Type.Optional(Type.Integer()),
    brush: ChartBrush,
    requests: Type.Array(
      Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }), payload: ChartDataRequest }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
);
export type ChartSlicesRequest = Static<typeof ChartSlicesRequest>;

const sliceValue = {
  /** A group's value as it is, or how a measure of several slices is made of theirs. */
  how: Type.Union([
    Type.Literal('group'),
    Type.Literal('sum'),
    Type.Literal('count'),
    Type.Literal('min'),
    Type.Literal('max'),
    Type.Literal('average'),
  ]),
  /** Columns of the table; of an average that of its sum, then that of its count. */
  at: Type.Array(Type.Integer()),
};

export const SliceOutput = Type.Object({ label: Type.String(), ...sliceValue });
export type SliceOutput = Wire<typeof SliceOutput>;

export const SliceOrder = Type.Object({ by: Type.Object(sliceValue), is_descending: Type.Boolean() });
export type SliceOrder = Wire<typeof SliceOrder>;

/** What a query's rows come to in each slice and group, and how its answer for some slices is made of that. */
export const SlicedQuery = Type.Object({
  /** The slice, then the groups, then what is kept of each of them. */
  table: WireTable,
  outputs: Type.Array(SliceOutput),
  order: Type.Array(SliceOrder),
  limit: nullable(Type.Number()),
  offset: Type.Number(),
  /** It asks for no more than sums of the first query's rows, where those are all. */
  is_needless: Type.Boolean(),
});
export type SlicedQuery = Wire<typeof SlicedQuery>;

/** One line (NDJSON): a chart's queries; null where they are only known to the engine. */
export const ChartSlicesLine = Type.Object({ key: Type.String(), queries: nullable(Type.Array(SlicedQuery)) });
export type ChartSlicesLine = Wire<typeof ChartSlicesLine>;

/** What a chart's queries answer: rows, or what `result_type` asks for instead of them. */
export const ChartDataAnswer = resultOf(
  Type.Array(
    Type.Union([
      ChartDataResult,
      Type.Pick(ChartDataResult, ['colnames', 'coltypes', 'rowcount', 'sql_rowcount', 'data']),
      Type.Object({ query: Type.String(), language: Type.Literal('sql') }),
      Type.Object({ data: Type.Array(Type.Unknown()) }),
    ]),
  ),
);
export type ChartDataAnswer = Wire<typeof ChartDataAnswer>;

/** One line (NDJSON) of the answer to a batch: a chart's results or its error, in the order in which they finish. */
export const ChartBatchLine = Type.Union([
  Type.Object({ key: Type.String(), status: Type.Number(), results: Type.Array(ChartTableResult) }),
  Type.Object({ key: Type.String(), status: Type.Number(), error: WireErrorBody }),
]);
export type ChartBatchLine = Wire<typeof ChartBatchLine>;

/** The line of a chart that asks by `result_type` for something else than rows. */
export const DescribedBatchLine = Type.Object({
  key: Type.String(),
  status: Type.Number(),
  ...ChartDataAnswer.properties,
});
export type DescribedBatchLine = Wire<typeof DescribedBatchLine>;

/** The first line of what a page asked for when it was opened last: which requests the lines after it answer. */
export const ChartOpeningLine = Type.Object({ opening: Type.Record(Type.String(), Type.String()) });
export type ChartOpeningLine = Wire<typeof ChartOpeningLine>;

const files = [
  raw('text/csv', 'The rows of one query'),
  raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'The rows as a workbook'),
  raw('application/zip', 'The files of several queries'),
] as const;

export const chartDataOperations = {
  data: {
    id: 'chart.data',
    isForReading: true,
    summary: 'Runs the queries of one chart',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    isForGuests: true,
    query: ChartDataQuery,
    body: Type.Union([ChartDataRequest, Type.Object({ form_data: Type.String() }, { additionalProperties: true })]),
    bodyKind: 'form',
    takesAnyText: true,
    answers: { 200: ChartDataAnswer, 202: WireAsyncJob },
    errors: [404, 499],
    isWritten: true,
    otherForms: files,
  },
  warmUp: {
    id: 'chart.warm_up_cache',
    summary: 'Runs the saved queries of a chart, so that the next look at it is quick',
    tag: 'Charts',
    access: { verb: 'can_warm_up_cache', view: 'Chart' },
    body: ChartWarmUpBody,
    answers: { 200: resultOf(Type.Array(WireWarmUp)) },
    errors: [404],
  },
  invalidate: {
    id: 'cache.invalidate',
    summary: 'Forgets what was read of datasets, after something wrote what they stand on',
    tag: 'Charts',
    access: { verb: 'can_warm_up_cache', view: 'Dataset' },
    body: InvalidateBody,
    answers: { 201: Type.Object({}) },
  },
  saved: {
    id: 'chart.saved_data',
    summary: 'Runs the queries that were saved with a chart',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    isForGuests: true,
    params: IdParams,
    query: Type.Object(
      {
        dashboard_id: Type.Optional(Type.Integer()),
        format: ChartDataRequest.properties.result_format,
        type: Type.Optional(Type.String()),
        force: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: true },
    ),
    answers: { 200: ChartDataAnswer },
    isWritten: true,
    otherForms: files,
  },
  exploreJson: {
    id: 'chart.explore_json',
    isForReading: true,
    summary: "Runs a chart by its form, as the reference's older clients ask; answers what the form's queries answer",
    tag: 'Charts',
    access: { verb: 'can_explore_json', view: 'Superset' },
    query: ChartDataQuery,
    body: Type.Object({ form_data: Type.String() }, { additionalProperties: true }),
    bodyKind: 'form',
    takesAnyText: true,
    answers: { 200: ChartDataAnswer },
    errors: [404, 499],
    isWritten: true,
    otherForms: files,
  },
  batch: {
    id: 'chart.data_batch',
    isForReading: true,
    summary: 'Runs the queries of many charts and streams each answer, one JSON line per chart, as it is ready',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    isForGuests: true,
    body: ChartBatchRequest,
    takesAnyText: true,
    answers: {
      200: linesOf(
        Type.Union([ChartBatchLine, DescribedBatchLine]),
        'One line for each chart, in the order in which they finish',
      ),
    },
  },
  slices: {
    id: 'chart.data_slices',
    isForReading: true,
    summary:
      'Answers many charts for each slice of a column, so that a page can follow who brushes it; one JSON line per chart',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    isForGuests: true,
    body: ChartSlicesRequest,
    takesAnyText: true,
    answers: { 200: linesOf(ChartSlicesLine, 'One line for each chart, in the order in which they finish') },
  },
  opening: {
    id: 'chart.data_opening',
    summary: 'Runs the batch again that a page of the same address asked for when this person opened it last',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    query: Type.Object({ page: Type.String({ minLength: 1, maxLength: 4000 }) }),
    answers: {
      200: linesOf(
        Type.Union([ChartOpeningLine, ChartBatchLine, DescribedBatchLine]),
        'What is answered, and one line for each of it; nothing more where nothing is remembered',
      ),
    },
  },
} as const satisfies Operations;
