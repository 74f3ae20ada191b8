/** Names of what a chart may stand on. */
export const datasourceTypes = ['table', 'dataset', 'query', 'saved_query', 'view'] as const;

/** Kinds of things that a chart may stand on. */
export const datasourceKinds: readonly string[] = ['table', 'query', 'dataset', 'sl_table', 'saved_query'];

/** States of a run; the interface adds `offline` where it has lost the server. */
export const queryStates = [
  'pending',
  'scheduled',
  'running',
  'fetching',
  'success',
  'failed',
  'stopped',
  'timed_out',
] as const;
export type QueryState = (typeof queryStates)[number];

/** States in which a run is still at work. */
export const activeQueryStates: readonly QueryState[] = ['pending', 'scheduled', 'running', 'fetching'];

/** States of a schedule's run: those of a query run, and one that was left out since the one before was still at work. */
export const scheduleRunStates = [
  'pending',
  'running',
  'success',
  'failed',
  'stopped',
  'timed_out',
  'skipped',
] as const;
export type ScheduleRunState = (typeof scheduleRunStates)[number];

/** What starts a run of a schedule: the clock, or a person. */
export const scheduleTriggers = ['clock', 'hand'] as const;
export type ScheduleTrigger = (typeof scheduleTriggers)[number];

/**
 * What SQL can do to whole tables without naming rows: all rows without a condition, or the table itself; and to rows
 * that only another table's rows choose.
 */
export const destructionKinds = ['DELETE', 'UPDATE', 'DROP', 'DROP COLUMN', 'TRUNCATE', 'REPLACE', 'MERGE'] as const;
export type DestructionKind = (typeof destructionKinds)[number];

/** What of a saved query a version keeps. */
export const versionedFields = [
  ...(['label', 'description', 'sql', 'db_id', 'catalog', 'schema', 'template_parameters'] as const),
] as const;
export type VersionedField = (typeof versionedFields)[number];

/** What came of a preview: rows, no answer in its short time, or a text that does not run as it stands. */
export const previewStates = ['rows', 'slow', 'failed'] as const;
export type PreviewState = (typeof previewStates)[number];

/** What a parameter of a templated text holds; `sql` is text that stands in the query as it is. */
export const parameterKinds = ['text', 'number', 'date', 'list', 'sql'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

export const windowOperators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'starts with',
  'is null',
  'is not null',
  'in',
  'not in',
] as const;
export type WindowOperator = (typeof windowOperators)[number];

/** Types that a person can choose for a column of a file. */
export const uploadColumnTypes = [
  'VARCHAR',
  'BIGINT',
  'DOUBLE',
  'DECIMAL(18,4)',
  'BOOLEAN',
  'DATE',
  'TIMESTAMP',
  'TIME',
] as const;

/** What a bundle holds, as its `metadata.yaml` says it. */
export const bundleTypes = {
  database: 'Database',
  dataset: 'SqlaTable',
  chart: 'Slice',
  dashboard: 'Dashboard',
  saved_query: 'SavedQuery',
  theme: 'Theme',
  assets: 'assets',
} as const;
export type BundleKind = keyof typeof bundleTypes;

/** What people do that the action log notes. */
export const logKinds = ['sign_in', 'read', 'query', 'export', 'share', 'change', 'delete'] as const;
export type LogKind = (typeof logKinds)[number];

export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const;
export type Aggregate = (typeof aggregates)[number];

export const filterOperators = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'NOT LIKE',
  'ILIKE',
  'NOT ILIKE',
  // Ours: the text itself, in any case, where LIKE reads a pattern.
  'CONTAINS',
  'REGEX',
  'IS NULL',
  'IS NOT NULL',
  'IN',
  'NOT IN',
  'IS TRUE',
  'IS FALSE',
  'TEMPORAL_RANGE',
  'LATEST PARTITION',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** What somebody can ask to be let see. */
export const accessObjectTypes = ['dashboard', 'chart', 'dataset'] as const;
export type AccessObjectType = (typeof accessObjectTypes)[number];

/** What became of a request for access. */
export const accessRequestStates = ['open', 'granted', 'declined', 'withdrawn'] as const;
export type AccessRequestState = (typeof accessRequestStates)[number];

/** Charts that a result is drawn as at once. */
export const resultChartTypes = [
  'echarts_timeseries_bar',
  'echarts_timeseries_line',
  'echarts_area',
  'pie',
  'big_number_total',
  'table',
] as const;
export type ResultChartType = (typeof resultChartTypes)[number];

/** Lengths of time to which a result's times are cut for its chart. */
export const resultChartGrains = ['PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'] as const;
export type ResultChartGrain = (typeof resultChartGrains)[number];

/** A report is delivered by the clock, an alert when its condition holds. */
export const reportTypes = ['Alert', 'Report'] as const;
export type ReportType = (typeof reportTypes)[number];

/** Where a report was made: beside a chart, beside a dashboard, or in the lists of alerts and reports. */
export const reportCreationMethods = ['charts', 'dashboards', 'alerts_reports'] as const;
export type ReportCreationMethod = (typeof reportCreationMethods)[number];

/** As what a report is delivered; dashboards as pictures or as files that filter (`HTML`), which as `XLSX` is not the reference's. */
export const reportFormats = ['PNG', 'PDF', 'CSV', 'XLSX', 'TEXT', 'HTML'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** How a run of a report stands, or what it came to. */
export const reportStates = ['Success', 'Working', 'Error', 'Not triggered', 'On Grace'] as const;
export type ReportState = (typeof reportStates)[number];

/** Ways in which a report reaches people; `SlackV2` is what newer clients call `Slack`. */
export const recipientTypes = ['Email', 'Slack', 'SlackV2', 'Webhook'] as const;
export type RecipientType = (typeof recipientTypes)[number];

export const alertOperators = ['<', '<=', '>', '>=', '==', '!='] as const;
export type AlertOperator = (typeof alertOperators)[number];

/** When an alert's value counts: compared with a number, or whenever there is one that is not zero. */
export const alertValidators = ['not null', 'operator'] as const;
export type AlertValidator = (typeof alertValidators)[number];

/** Regular rules bind the roles that they name, base rules everybody but those. */
export const rowLevelRuleKinds = ['Regular', 'Base'] as const;
export type RowLevelRuleKind = (typeof rowLevelRuleKinds)[number];

/** What an API key may: read alone, or all that its owner may. */
export const apiKeyScopes = ['read', 'all'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** What an agent may, each with all that stand before it: read charts and datasets, run SQL that reads, all that its person may. */
export const agentScopes = ['read', 'sql', 'write'] as const;
export type AgentScope = (typeof agentScopes)[number];

/** What can carry tags, as the wire calls it: `query` is a saved query. */
export const taggedTypes = ['query', 'chart', 'dashboard', 'dataset'] as const;
export type TaggedType = (typeof taggedTypes)[number];

/** How many tags an object may carry. */
export const maxTagsOfObject = 50;

/** What ends a name in lists of names, and what stands in those that the reference makes by itself (`type:chart`). */
export const tagNamePattern = '^[^,:]*$';

/** What a link for a password is for: who forgot it chooses a new one, who was made a user the first. */
export const passwordLinkPurposes = ['reset', 'invitation'] as const;
export type PasswordLinkPurpose = (typeof passwordLinkPurposes)[number];

/** Ways in which browsers reach an authenticator, as WebAuthn names them. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Where somebody is known: at an OpenID Connect provider, at a SAML provider, in a directory. */
export const identityKinds = ['provider', 'saml', 'directory'] as const;
export type IdentityKind = (typeof identityKinds)[number];

/** Stands for a secret wherever an answer, a URI or a bundle would hold it. */
export const passwordMask = 'XXXXXXXXXX';
