import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import {
  alertOperators,
  alertValidators,
  recipientTypes,
  reportCreationMethods,
  reportFormats,
  reportStates,
  reportTypes,
  scheduleTriggers,
} from '../words.ts';
import { AlertMetric } from './alert-metric.ts';
import { chosenOf, itemOf, listOf, Message, resultOf, shownOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { lastRead, nullable, optional, optionalFlag, optionalInteger, optionalText, someIds } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { bulkDeleteOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireCron } from './schedules.ts';
import { WireOwner, WireUserSummary } from './users.ts';

/**
 * Where a report goes. Of mail: addresses separated by commas. Of webhooks: an address, and the key with which what is sent
 * is signed. Addresses of webhooks and keys are answered masked; what is sent back masked stays as it was.
 */
const RecipientConfig = Type.Object(
  {
    target: Type.Optional(Type.String({ maxLength: 10_000 })),
    ccTarget: optionalText(10_000),
    bccTarget: optionalText(10_000),
    secret: optionalText(500),
  },
  { additionalProperties: true },
);

export const ReportRecipient = Type.Object(
  { type: Type.Enum(recipientTypes), recipient_config_json: Type.Optional(RecipientConfig) },
  { additionalProperties: true },
);
export type ReportRecipient = Static<typeof ReportRecipient>;

/** When an alert's value counts. */
const ValidatorConfig = Type.Object(
  { op: Type.Optional(Type.Enum(alertOperators)), threshold: Type.Optional(Type.Number()) },
  { additionalProperties: false },
);

/** In which state a dashboard is drawn. */
export const ReportExtra = Type.Object(
  {
    dashboard: Type.Optional(
      nullable(
        Type.Object(
          {
            activeTabs: optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
            dataMask: optional(anyObject),
            urlParams: optional(Type.Array(Type.Array(Type.String({ maxLength: 10_000 })), { maxItems: 100 })),
            anchor: optionalText(2000),
          },
          { additionalProperties: true },
        ),
      ),
    ),
    /** In which language its pictures are drawn: that of whoever saved it last. */
    locale: optionalText(20),
  },
  { additionalProperties: true },
);

const crontab = Type.String({ minLength: 1, maxLength: 1000 });
const timezone = Type.String({ minLength: 1, maxLength: 100 });
const seconds = Type.Integer({ minimum: 1, maximum: 31_536_000 });

const fields = {
  active: Type.Optional(Type.Boolean()),
  description: optionalText(10_000),
  context_markdown: optionalText(100_000),
  creation_method: optional(Type.Enum(reportCreationMethods)),
  timezone: Type.Optional(timezone),
  sql: optionalText(100_000),
  metric: optional(AlertMetric),
  chart: optionalInteger,
  dashboard: optionalInteger,
  database: optionalInteger,
  owners: someIds,
  validator_type: optional(Type.Enum(alertValidators)),
  validator_config_json: optional(ValidatorConfig),
  log_retention: optional(Type.Integer({ minimum: 0, maximum: 36_500 })),
  grace_period: optional(seconds),
  working_timeout: optional(seconds),
  recipients: Type.Optional(Type.Array(ReportRecipient, { maxItems: 20 })),
  report_format: optional(Type.Enum(reportFormats)),
  extra: optional(ReportExtra),
  force_screenshot: optionalFlag,
  custom_width: optionalInteger,
  email_subject: optionalText(255),
};

export const ReportPost = Type.Object(
  {
    ...{ type: Type.Enum(reportTypes), name: givenName(150), crontab, ...fields },
    /** Of the reference, which keeps it nowhere either: tabs are named by `extra.dashboard`. */
    selected_tabs: optional(Type.Array(Type.Integer(), { maxItems: 200 })),
  },
  { additionalProperties: false },
);
export type ReportPost = Static<typeof ReportPost>;

export const ReportPut = Type.Object(
  {
    type: Type.Optional(Type.Enum(reportTypes)),
    name: Type.Optional(givenName(150)),
    crontab: Type.Optional(crontab),
    ...fields,
    ...lastRead,
  },
  { additionalProperties: false },
);
export type ReportPut = Static<typeof ReportPut>;

const shared = {
  id: Type.Integer(),
  active: Type.Boolean(),
  creation_method: Type.Enum(reportCreationMethods),
  crontab: Type.String(),
  description: nullable(Type.String()),
  extra: ReportExtra,
  last_eval_dttm: nullable(Type.String()),
  last_state: Type.Enum(reportStates),
  name: Type.String(),
  owners: Type.Array(WireOwner),
  timezone: Type.String(),
  type: Type.Enum(reportTypes),
  /** Not the reference's: when it is due next, null while it is paused. */
  next_run_on: nullable(Type.String()),
  cron_fields: WireCron,
  /** `changed_on` in epoch seconds. */
  last_modified_time: Type.Number(),
};

/** A row of the list. */
export const WireReport = Type.Object({
  ...shared,
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  chart_id: nullable(Type.Integer()),
  created_by: nullable(WireUserSummary),
  created_on: Type.String(),
  /** The times in words, in English. */
  crontab_humanized: Type.String(),
  dashboard_id: nullable(Type.Integer()),
  recipients: Type.Array(Type.Object({ id: Type.Integer(), type: Type.Enum(recipientTypes) })),
  /** Not the reference's: the name of what is delivered, and how the last run went. */
  source_name: nullable(Type.String()),
  error_message: nullable(Type.String()),
});
export type WireReport = Wire<typeof WireReport>;

/** One report, as `GET /api/v1/report/{id}` answers it. */
export const WireReportDetail = Type.Object({
  ...shared,
  chart: nullable(Type.Object({ id: Type.Integer(), slice_name: Type.String(), viz_type: Type.String() })),
  context_markdown: nullable(Type.String()),
  custom_width: nullable(Type.Integer()),
  dashboard: nullable(Type.Object({ id: Type.Integer(), dashboard_title: Type.String() })),
  database: nullable(Type.Object({ id: Type.Integer(), database_name: Type.String() })),
  email_subject: nullable(Type.String()),
  force_screenshot: Type.Boolean(),
  grace_period: Type.Integer(),
  last_value: nullable(Type.Number()),
  last_value_row_json: nullable(Type.String()),
  log_retention: Type.Integer(),
  recipients: Type.Array(
    Type.Object({
      id: Type.Integer(),
      type: Type.Enum(recipientTypes),
      /** JSON text; empty for who is no owner. */
      recipient_config_json: Type.String(),
    }),
  ),
  report_format: Type.Enum(reportFormats),
  sql: nullable(Type.String()),
  /** Not the reference's: the metric that an alert asks, and the name of its dataset. */
  metric: nullable(Type.Object({ ...AlertMetric.properties, dataset_name: nullable(Type.String()) })),
  validator_config_json: nullable(Type.String()),
  validator_type: nullable(Type.Enum(alertValidators)),
  working_timeout: Type.Integer(),
  /** Not the reference's: as whom it runs. */
  run_as: nullable(WireUserSummary),
});
export type WireReportDetail = Wire<typeof WireReportDetail>;

/** One run of a report. Times are ISO. */
export const WireReportLog = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  scheduled_dttm: Type.String(),
  start_dttm: nullable(Type.String()),
  end_dttm: nullable(Type.String()),
  state: Type.Enum(reportStates),
  error_message: nullable(Type.String()),
  value: nullable(Type.Number()),
  value_row_json: nullable(Type.String()),
  /** Not the reference's: what started it, whether it went to one person as a test, and to how many it was sent. */
  trigger: Type.Enum(scheduleTriggers),
  is_test: Type.Boolean(),
  sent: Type.Integer(),
});
export type WireReportLog = Wire<typeof WireReportLog>;

const WireReportPreview = Type.Object({
  cron_fields: WireCron,
  /** The next times, as ISO. */
  times: Type.Array(Type.String()),
});

/** How reports can be delivered here. */
export const WireReportDelivery = Type.Object({
  /** Whether a mail server is configured. */
  has_mail: Type.Boolean(),
  has_webhooks: Type.Boolean(),
  /** Fewest minutes between two runs. */
  shortest_gap_minutes: Type.Integer(),
});
export type WireReportDelivery = Wire<typeof WireReportDelivery>;

/** An alert's question, to be asked before it is saved: a query of a database, or a metric. */
export const ReportCheckBody = Type.Object(
  {
    database: optionalInteger,
    sql: optionalText(100_000),
    metric: optional(AlertMetric),
    validator_type: Type.Enum(alertValidators),
    validator_config_json: optional(ValidatorConfig),
  },
  { additionalProperties: false },
);
export type ReportCheckBody = Static<typeof ReportCheckBody>;

export const WireReportCheck = Type.Object({
  value: nullable(Type.Number()),
  value_row_json: nullable(Type.String()),
  is_met: Type.Boolean(),
});
export type WireReportCheck = Wire<typeof WireReportCheck>;

const tag = 'Report Schedules';
const read = { verb: 'can_read', view: 'ReportSchedule' } as const;
const write = { verb: 'can_write', view: 'ReportSchedule' } as const;
const LogParams = Type.Object({ id: Type.String(), logId: Type.String() });

export const reportOperations = {
  list: {
    id: 'report.list',
    summary: 'Reports and alerts of the caller; who reads all databases sees all',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireReport) },
  },
  info: infoOperation({ id: 'report.info', summary: 'What the caller may do with reports', tag, access: read }),
  related: relatedOperation({
    id: 'report.related',
    summary: 'Values of a relation, for filters and pickers',
    tag,
    access: read,
  }),
  slackChannels: {
    id: 'report.slack_channels',
    summary: 'Channels of Slack: none are known here, as reports go to the addresses of incoming webhooks',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: resultOf(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))) },
    errors: [422],
  },
  preview: {
    id: 'report.preview',
    summary: 'What a cron expression says, and the next three times',
    tag,
    access: read,
    query: Type.Object({ crontab, timezone }),
    answers: { 200: resultOf(WireReportPreview) },
    errors: [422],
  },
  delivery: {
    id: 'report.delivery',
    summary: 'How reports can be delivered here',
    tag,
    access: read,
    answers: { 200: resultOf(WireReportDelivery) },
  },
  check: {
    id: 'report.check',
    summary: 'Asks an alert’s question once, and says whether its condition holds',
    tag,
    access: write,
    body: ReportCheckBody,
    answers: { 200: resultOf(WireReportCheck) },
    errors: [404, 499, 504],
  },
  get: {
    id: 'report.get',
    summary: 'One report or alert',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireReportDetail) },
  },
  create: {
    id: 'report.post',
    summary: 'Makes a report or an alert',
    tag,
    access: write,
    body: ReportPost,
    answers: { 201: itemOf(ReportPost) },
    errors: [409],
  },
  update: {
    id: 'report.put',
    summary: 'Changes a report or an alert, pauses or resumes it',
    tag,
    access: write,
    params: IdParams,
    body: ReportPut,
    refusedFields: ['selected_tabs'],
    answers: { 200: itemOf(ReportPut) },
  },
  delete: {
    id: 'report.delete',
    summary: 'Deletes a report or an alert',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({ id: 'report.bulk_delete', summary: 'Deletes several reports', tag, access: write }),
  logs: {
    id: 'report.logs',
    summary: 'Runs of a report, the newest first',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: listOf(WireReportLog) },
  },
  log: {
    id: 'report.log',
    summary: 'One run of a report',
    tag,
    access: read,
    params: LogParams,
    query: QParameter,
    answers: { 200: itemOf(chosenOf(WireReportLog)) },
  },
  run: {
    id: 'report.run',
    summary: 'Runs a report now, besides its times; as a test it goes to the caller alone',
    tag,
    access: write,
    params: IdParams,
    body: Type.Object({ is_test: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    answers: { 202: resultOf(WireReportLog) },
    errors: [409],
  },
  stop: {
    id: 'report.stop',
    summary: 'Stops the run that is at work or waits',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
} as const satisfies Operations;
