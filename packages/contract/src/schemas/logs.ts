import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { itemOf, listOf, raw, resultOf, shownOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { infoOperation } from './resource-operations.ts';

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

/** Something that somebody did. */
export const WireLog = Type.Object({
  id: Type.Integer(),
  action: Type.String(),
  user_id: nullable(Type.Integer()),
  user: nullable(
    Type.Object({
      id: Type.Integer(),
      username: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
    }),
  ),
  dttm: Type.String(),
  dashboard_id: nullable(Type.Integer()),
  slice_id: nullable(Type.Integer()),
  duration_ms: nullable(Type.Integer()),
  /** JSON text: what more is known of it. */
  json: nullable(Type.String()),
  referrer: nullable(Type.String()),
});
export type WireLog = Wire<typeof WireLog>;

/** What was found in a stretch of the log. */
const WireLogSearch = Type.Object({
  rows: Type.Array(WireLog),
  /** Where to go on; null at the end of the log. */
  next: nullable(Type.Integer()),
  /** When the oldest was done that was looked at; null where nothing was. */
  searched_back_to: nullable(Type.String()),
});
export type WireLogSearch = Wire<typeof WireLogSearch>;

const tag = 'Logs';
const read = { verb: 'can_read', view: 'Log' } as const;

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
  info: infoOperation({ id: 'log.info', summary: 'What the caller may do with the action log', tag, access: read }),
  list: {
    id: 'log.list',
    summary: 'What people did, newest first',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireLog) },
  },
  create: {
    id: 'log.create',
    summary: 'Refused: the action log is written by the server alone',
    tag,
    access: read,
    body: Type.Object({}, { additionalProperties: false }),
    answers: { 201: itemOf(Type.Object({ id: Type.Integer() })) },
    errors: [422],
  },
  export: {
    id: 'log.export',
    summary: 'What people did as a file, newest first, with the filters of the list',
    tag,
    access: read,
    query: QParameter,
    answers: {
      200: raw(
        'text/csv',
        'When, who, what, with which status, from where, on which dashboard and chart, and what else is known as JSON',
      ),
    },
  },
  search: {
    id: 'log.search',
    summary:
      'What people did that holds a text (what was done, by whom, and what is known of it), newest first: as much of the log as is read within a second or two, and where to go on',
    tag,
    access: read,
    query: Type.Object({
      ...QParameter.properties,
      text: Type.String({ minLength: 1, maxLength: 200 }),
      /** `next` of the answer before: only what is older is read. */
      before: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answers: { 200: resultOf(WireLogSearch) },
    errors: [429, 499],
  },
  get: {
    id: 'log.get',
    summary: 'One thing that somebody did',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireLog) },
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
