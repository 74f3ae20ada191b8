import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { raw, resultOf } from './answers.ts';
import { nullable } from './fields.ts';
import { QParameter } from './lists.ts';

/** A visit of a dashboard or chart. */
export const WireActivity = Type.Object({
  action: Type.Union([Type.Literal('mount_dashboard'), Type.Literal('mount_explorer')]),
  item_type: Type.Union([Type.Literal('dashboard'), Type.Literal('slice')]),
  item_url: Type.String(),
  item_title: nullable(Type.String()),
  item_id: nullable(Type.Number()),
  viz_type: nullable(Type.String()),
  time: Type.Number(),
  time_delta_humanized: Type.String(),
});
export type WireActivity = Wire<typeof WireActivity>;

const tag = 'Logs';

export const logOperations = {
  /** A beacon cannot set headers, so it carries no CSRF token; it only adds lines to the log. */
  write: {
    id: 'log.write',
    summary: 'Takes events of the interface',
    tag,
    access: 'session',
    bodyKind: 'form',
    query: Type.Object(
      {
        explode: Type.Optional(Type.String()),
        dashboard_id: Type.Optional(Type.Integer()),
        slice_id: Type.Optional(Type.Integer()),
      },
      { additionalProperties: true },
    ),
    answers: { 200: raw('text/plain', 'OK') },
  },
  recentActivity: {
    id: 'log.recent_activity',
    summary: 'What the signed-in user did last',
    tag,
    access: 'session',
    query: QParameter,
    answers: { 200: resultOf(Type.Array(WireActivity)) },
  },
} as const satisfies Operations;
