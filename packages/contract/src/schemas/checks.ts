import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { resultOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams } from './lists.ts';

/** Names of a dataset's columns and metrics at most. */
const maxNames = 20_000;
const Names = Type.Array(Type.String({ maxLength: 255 }), { maxItems: maxNames });

/** A dataset as it would be: the names that it would have. */
export const DatasetFields = Type.Object({ columns: Names, metrics: Names }, { additionalProperties: false });
export type DatasetFields = Wire<typeof DatasetFields>;

const kinds = ['broken column', 'unknown metric', 'unused filter', 'dead chart', 'missing chart', 'missing dataset'];

/** Something of an object that does not work. */
export const WireFinding = Type.Object({
  kind: Type.Unsafe<
    'broken column' | 'unknown metric' | 'unused filter' | 'dead chart' | 'missing chart' | 'missing dataset'
  >(Type.Union(kinds.map((kind) => Type.Literal(kind)))),
  /** What has it. */
  object_type: Type.Union([Type.Literal('chart'), Type.Literal('dashboard')]),
  object_id: Type.Integer(),
  object_name: Type.String(),
  /** The column or metric that is not there, or the filter that reaches nothing. */
  name: nullable(Type.String()),
  /** The dashboard's filter that asks for it. */
  filter: nullable(Type.String()),
  /** The dataset's table that lacks it. */
  dataset: nullable(Type.String()),
});
export type WireFinding = Wire<typeof WireFinding>;

export const WireFindings = Type.Object({
  /** 200 at most. */
  findings: Type.Array(WireFinding),
  count: Type.Integer(),
  /** Whether there are more objects than were looked at. */
  is_partial: Type.Boolean(),
});
export type WireFindings = Wire<typeof WireFindings>;

export const checkOperations = {
  dashboard: {
    id: 'dashboard.check',
    summary: 'What of a dashboard does not work: broken columns, unknown metrics, unused filters and dead charts',
    tag: 'Dashboards',
    access: { verb: 'can_write', view: 'Dashboard' },
    params: IdParams,
    answers: { 200: resultOf(WireFindings) },
  },
  dataset: {
    id: 'dataset.what_breaks',
    summary: 'Which charts and filters would no longer work if a dataset had these columns and metrics alone',
    tag: 'Datasets',
    access: { verb: 'can_write', view: 'Dataset' },
    params: IdParams,
    body: DatasetFields,
    answers: { 200: resultOf(WireFindings) },
  },
} as const satisfies Operations;
