import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { resultOf } from './answers.ts';
import { nullable, optional } from './fields.ts';
import { IdParams } from './lists.ts';
import { ColumnType, WireValue } from './result-tables.ts';

/** A version, and the older one that it is compared with. */
export const FiguresQuery = Type.Object({ against: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) });
export type FiguresQuery = Static<typeof FiguresQuery>;

/** In which of the two versions something is. */
const InVersions = Type.Union([Type.Literal('both'), Type.Literal('before'), Type.Literal('after')]);

const Currency = Type.Object({
  symbol: Type.String(),
  symbolPosition: Type.Union([Type.Literal('prefix'), Type.Literal('suffix')]),
});

/** A column of either answer: what names rows, or what is compared, and how the chart writes it. */
export const WireFigureColumn = Type.Object({
  name: Type.String(),
  /** As readers know it. */
  label: Type.String(),
  type: ColumnType,
  role: Type.Union([Type.Literal('key'), Type.Literal('figure'), Type.Literal('text')]),
  in: InVersions,
  format: nullable(Type.String()),
  currency: nullable(Currency),
});
export type WireFigureColumn = Wire<typeof WireFigureColumn>;

const measured = {
  before: WireValue,
  after: WireValue,
  /** Null where one of the two is no finite number. */
  difference: WireValue,
  /** The difference as a share of what was there before; null where that was nothing. */
  share: nullable(Type.Number()),
};

/** A figure that is another, or one of a row that the other answer has not. */
export const WireFigureChange = Type.Object({
  kind: Type.Union([Type.Literal('changed'), Type.Literal('gone'), Type.Literal('added')]),
  /** The values of the columns that name rows, in their order. */
  key: Type.Array(WireValue),
  /** Null for rows that hold nothing but what names them. */
  column: nullable(Type.String()),
  ...measured,
  /** How many such rows there are. */
  rows: Type.Integer(),
});
export type WireFigureChange = Wire<typeof WireFigureChange>;

/** One query's answers beside each other. */
export const WireFigureComparison = Type.Object({
  columns: Type.Array(WireFigureColumn),
  row_counts: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
  /** How many rows were compared, where an answer has, or may have, more. */
  limits: Type.Object({ before: nullable(Type.Integer()), after: nullable(Type.Integer()) }),
  /** False where both name their rows, and by no column in common. */
  is_matched: Type.Boolean(),
  /** Figures of rows that both have, and how many of them are others. */
  figures: Type.Integer(),
  changed: Type.Integer(),
  gone: Type.Integer(),
  added: Type.Integer(),
  /** Rows that share what names them with others, and were paired in their order. */
  paired: Type.Integer(),
  /** Changed figures, then rows that are gone and that came, each with the largest first; of each kind at most 500. */
  changes: Type.Array(WireFigureChange),
});
export type WireFigureComparison = Wire<typeof WireFigureComparison>;

const Failures = Type.Object({ before: nullable(Type.String()), after: nullable(Type.String()) });

/** What two versions of a chart come to, query by query, or why one of them comes to nothing. */
export const WireChartFigures = Type.Object({
  comparisons: Type.Array(WireFigureComparison),
  failures: Failures,
  /** To which times are cut. */
  grain: nullable(Type.String()),
});
export type WireChartFigures = Wire<typeof WireChartFigures>;

/** A chart of either version of a dashboard. */
const WireFiguredChart = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  in: InVersions,
  /** It asks the same in both, so its figures are the same. */
  is_alike: Type.Boolean(),
  /** It is deleted, or not to be seen by whoever asks. */
  is_gone: Type.Boolean(),
});

export const WireDashboardFigures = Type.Object({
  charts: Type.Array(WireFiguredChart),
  /** Charts beyond those that are told. */
  left_out: Type.Integer(),
});
export type WireDashboardFigures = Wire<typeof WireDashboardFigures>;

/** A measure of a dataset's rows in both versions. */
export const WireMeasure = Type.Object({
  kind: Type.Union([
    Type.Literal('rows'),
    Type.Literal('metric'),
    /** Of a calculated column: how many values it has, and how many rows hold one. */
    Type.Literal('distinct'),
    Type.Literal('filled'),
  ]),
  name: Type.String(),
  in: InVersions,
  ...measured,
  is_changed: Type.Boolean(),
  format: nullable(Type.String()),
  currency: nullable(Currency),
  failures: Failures,
});
export type WireMeasure = Wire<typeof WireMeasure>;

export const WireDatasetFigures = Type.Object({
  measures: Type.Array(WireMeasure),
  /** Measures beyond those that are asked for. */
  left_out: Type.Integer(),
  columns: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
  /** Why one of the versions cannot be asked at all. */
  failures: Failures,
});
export type WireDatasetFigures = Wire<typeof WireDatasetFigures>;

const longest = 1_000_000;
const longText = Type.String({ maxLength: longest });
const shortText = Type.String({ maxLength: 255 });

/** A dataset that is not saved: what decides its figures, its columns and metrics as JSON texts by their names. */
const DraftDataset = Type.Object({
  table_name: Type.String({ minLength: 1, maxLength: 250 }),
  schema: optional(shortText),
  sql: optional(longText),
  main_dttm_col: optional(shortText),
  offset: optional(Type.Integer()),
  fetch_values_predicate: optional(longText),
  template_params: optional(longText),
  extra: optional(longText),
  always_filter_main_dttm: optional(Type.Boolean()),
  columns: longText,
  metrics: longText,
});

/** A chart that is not saved, beside the one that is. */
export const ChartDraft = Type.Object(
  {
    viz_type: Type.String({ minLength: 1, maxLength: 250 }),
    params: longText,
    query_context: optional(longText),
    /** Another dataset than the chart's. */
    datasource_id: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The dataset as it is not saved either. */
    dataset: optional(DraftDataset),
  },
  { additionalProperties: false },
);
export type ChartDraft = Wire<typeof ChartDraft>;

const NumberedParams = Type.Object({ ...IdParams.properties, number: Type.String() });
const ofChart = { verb: 'can_write', view: 'Chart' } as const;
const ofDashboard = { verb: 'can_write', view: 'Dashboard' } as const;
const ofDataset = { verb: 'can_write', view: 'Dataset' } as const;

export const versionFigureOperations = {
  chart: {
    id: 'chart.version_figures',
    summary: 'Which figures of a chart are others in a version than in an older one, with the rows of today',
    tag: 'Charts',
    access: ofChart,
    params: NumberedParams,
    query: FiguresQuery,
    answers: { 200: resultOf(WireChartFigures) },
    errors: [422, 499],
  },
  draft: {
    id: 'chart.draft_figures',
    summary: 'Which figures of a chart would be others, were it and its dataset saved as the body says',
    tag: 'Charts',
    isForReading: true,
    access: ofChart,
    params: IdParams,
    body: ChartDraft,
    answers: { 200: resultOf(WireChartFigures) },
    errors: [422, 499],
  },
  dashboard: {
    id: 'dashboard.version_figures',
    summary: 'The charts of two versions of a dashboard, and which of them may show other figures',
    tag: 'Dashboards',
    access: ofDashboard,
    params: NumberedParams,
    query: FiguresQuery,
    answers: { 200: resultOf(WireDashboardFigures) },
  },
  dashboardChart: {
    id: 'dashboard.version_chart_figures',
    summary:
      'Which figures of a chart are others under the filters of a version of a dashboard than under those of an older one',
    tag: 'Dashboards',
    access: ofDashboard,
    params: Type.Object({ ...NumberedParams.properties, chart: Type.String() }),
    query: FiguresQuery,
    answers: { 200: resultOf(WireChartFigures) },
    errors: [422, 499],
  },
  dataset: {
    id: 'dataset.version_figures',
    summary: 'What the metrics and calculated columns of a dataset come to in a version and in an older one',
    tag: 'Datasets',
    access: ofDataset,
    params: NumberedParams,
    query: FiguresQuery,
    answers: { 200: resultOf(WireDatasetFigures) },
    errors: [422, 499],
  },
} as const satisfies Operations;
