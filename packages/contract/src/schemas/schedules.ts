import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { scheduleRunStates, scheduleTriggers } from '../words.ts';
import { itemOf, listOf, Message, resultOf } from './answers.ts';
import { lastRead, nullable, optional, optionalText } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { infoOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

const cron = Type.String({ minLength: 1, maxLength: 200 });
/** The table that the result is kept in, of which a dataset is made; each run replaces it. Null keeps none. */
const outputTable = optional(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$' }));
const timezone = Type.String({ minLength: 1, maxLength: 60 });

/** When a query runs: one that is saved already, or one that is saved with its schedule. */
export const SchedulePost = Type.Object(
  {
    saved_query_id: Type.Optional(Type.Integer()),
    query: Type.Optional(
      Type.Object(
        {
          label: givenName(256),
          description: optionalText(10_000),
          db_id: Type.Integer(),
          schema: optionalText(256),
          sql: Type.String({ minLength: 1, maxLength: 1_000_000 }),
          template_parameters: optional(Type.String({ maxLength: 100_000 })),
        },
        { additionalProperties: false },
      ),
    ),
    cron,
    timezone,
    output_table: outputTable,
    is_active: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type SchedulePost = Static<typeof SchedulePost>;

export const SchedulePut = Type.Object(
  {
    cron: Type.Optional(cron),
    timezone: Type.Optional(timezone),
    output_table: outputTable,
    is_active: Type.Optional(Type.Boolean()),
    ...lastRead,
  },
  { additionalProperties: false },
);
export type SchedulePut = Static<typeof SchedulePut>;

/** The numbers that a cron expression names; null stands for every one. Weekdays count from Sunday, 0. */
export const WireCron = Type.Object({
  minutes: Type.Array(Type.Integer()),
  hours: nullable(Type.Array(Type.Integer())),
  days: nullable(Type.Array(Type.Integer())),
  months: nullable(Type.Array(Type.Integer())),
  weekdays: nullable(Type.Array(Type.Integer())),
});
export type WireCron = Wire<typeof WireCron>;

/** One run of a schedule. Times are ISO; `client_id` names the run of the SQL editor that it was. */
export const WireScheduleRun = Type.Object({
  id: Type.Integer(),
  schedule_id: Type.Integer(),
  trigger: Type.Enum(scheduleTriggers),
  state: Type.Enum(scheduleRunStates),

  /** When it was due. */
  scheduled_on: Type.String(),
  started_on: nullable(Type.String()),
  ended_on: nullable(Type.String()),
  rows: nullable(Type.Integer()),
  error: nullable(Type.String()),
  client_id: nullable(Type.String()),

  /** The number of that run, while it is in the history. */
  query_id: nullable(Type.Integer()),
});
export type WireScheduleRun = Wire<typeof WireScheduleRun>;

export const WireSchedule = Type.Object({
  id: Type.Integer(),
  saved_query_id: Type.Integer(),
  /** The name of the saved query. */
  label: Type.String(),
  database: nullable(Type.Object({ id: Type.Integer(), database_name: Type.String() })),
  cron: Type.String(),
  cron_fields: WireCron,
  timezone: Type.String(),
  is_active: Type.Boolean(),

  /** Null while it is paused. */
  next_run_on: nullable(Type.String()),
  last_run: nullable(WireScheduleRun),

  /** Where its result is kept, and the dataset of it once there is one. */
  output_table: nullable(Type.String()),
  dataset_id: nullable(Type.Integer()),
  owner: nullable(WireUserSummary),
  created_on: Type.String(),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),

  /** `changed_on` in epoch seconds. */
  last_modified_time: Type.Number(),
});
export type WireSchedule = Wire<typeof WireSchedule>;

export const WireSchedulePreview = Type.Object({
  cron_fields: WireCron,
  /** The next times, as ISO. */
  times: Type.Array(Type.String()),
});
export type WireSchedulePreview = Wire<typeof WireSchedulePreview>;

const tag = 'Schedules';
const read = { verb: 'can_read', view: 'SavedQuery' } as const;
const write = { verb: 'can_write', view: 'SavedQuery' } as const;

export const scheduleOperations = {
  list: {
    id: 'schedule.list',
    summary: 'Schedules of own saved queries; administrators see all',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireSchedule) },
  },
  info: infoOperation({
    id: 'schedule.info',
    summary: 'What the caller may do with schedules',
    tag,
    access: read,
  }),
  preview: {
    id: 'schedule.preview',
    summary: 'What a cron expression says, and the next three times',
    tag,
    access: read,
    query: Type.Object({ cron, timezone }),
    answers: { 200: resultOf(WireSchedulePreview) },
    errors: [422],
  },
  get: {
    id: 'schedule.get',
    summary: 'One schedule',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: itemOf(WireSchedule) },
  },
  create: {
    id: 'schedule.post',
    summary: 'Schedules a saved query, or saves one and schedules it',
    tag,
    access: write,
    body: SchedulePost,
    answers: { 201: itemOf(WireSchedule) },
    errors: [409],
  },
  update: {
    id: 'schedule.put',
    summary: 'Changes when a query runs, pauses or resumes it',
    tag,
    access: write,
    params: IdParams,
    body: SchedulePut,
    answers: { 200: itemOf(WireSchedule) },
  },
  delete: {
    id: 'schedule.delete',
    summary: 'Deletes a schedule; its query stays saved',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  runs: {
    id: 'schedule.runs',
    summary: 'The last hundred runs of a schedule, the newest first',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: listOf(WireScheduleRun) },
  },
  run: {
    id: 'schedule.run',
    summary: 'Runs a scheduled query now, besides its times',
    tag,
    access: write,
    params: IdParams,
    answers: { 202: resultOf(WireScheduleRun) },
    errors: [409],
  },
  stop: {
    id: 'schedule.stop',
    summary: 'Stops the run that is at work or waits',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
} as const satisfies Operations;
