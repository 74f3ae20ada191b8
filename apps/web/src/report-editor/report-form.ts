import { isRecord } from '@powerset/chart-kit';
import type {
  AlertMetric,
  AlertOperator,
  AlertValidator,
  LanguageCode,
  RecipientType,
  ReportCreationMethod,
  ReportFormat,
  ReportPost,
  ReportType,
  WireReportDetail,
} from '@powerset/contract';
import { startTimes, type Times } from '../schedule-times/index.ts';

/** What a report delivers. */
export interface ReportSource {
  readonly kind: 'chart' | 'dashboard';
  readonly id: number;
  readonly name: string;
}

export interface RecipientFields {
  /** For the list of fields alone. */
  readonly key: number;
  readonly type: RecipientType;
  readonly target: string;
  readonly ccTarget: string;
  readonly bccTarget: string;
  readonly secret: string;
}

type DashboardExtra = NonNullable<NonNullable<ReportPost['extra']>['dashboard']>;

/** The editor's fields, as they are typed. */
export interface ReportFields {
  readonly type: ReportType;
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly source: ReportSource | null;
  readonly sourceKind: ReportSource['kind'];
  readonly method: ReportCreationMethod;
  readonly format: ReportFormat;
  readonly isFresh: boolean;
  readonly width: string;
  readonly dashboardState: DashboardExtra | null;
  readonly times: Times;
  /** Whether an alert asks a database by SQL or a dataset for a metric. */
  readonly asks: 'sql' | 'metric';
  readonly database: { readonly id: number; readonly name: string } | null;
  readonly sql: string;
  readonly dataset: { readonly id: number; readonly name: string } | null;
  readonly metric: AlertMetric['metric'] | null;
  readonly timeRange: string;
  readonly where: string;
  readonly validator: AlertValidator;
  readonly operator: AlertOperator;
  readonly threshold: string;
  readonly graceMinutes: string;
  readonly timeoutMinutes: string;
  readonly retentionDays: string;
  readonly recipients: readonly RecipientFields[];
  readonly subject: string;
  readonly owners: readonly number[];
}

/** With what the editor of a new report begins. */
export interface ReportStart {
  readonly type: ReportType;
  readonly method: ReportCreationMethod;
  readonly source?: ReportSource;
  readonly dashboardState?: DashboardExtra;
  /** Of whoever makes it: reports go to their makers first. */
  readonly email: string;
  readonly userId: number | null;
}

let keys = 0;

export function newRecipient(type: RecipientType = 'Email', target = ''): RecipientFields {
  keys += 1;
  return { key: keys, type, target, ccTarget: '', bccTarget: '', secret: '' };
}

export function startFields({ type, method, source, dashboardState, email, userId }: ReportStart): ReportFields {
  return {
    type,
    name: source?.name ?? '',
    description: '',
    isActive: true,
    source: source ?? null,
    sourceKind: source?.kind ?? 'dashboard',
    method,
    format: 'PNG',
    isFresh: type === 'Alert' || (source?.kind === 'chart' && method === 'dashboards'),
    width: '',
    dashboardState: dashboardState ?? null,
    times: startTimes(),
    asks: 'sql',
    database: null,
    sql: '',
    ...toMetricFields(null),
    validator: 'operator',
    operator: '>',
    threshold: '',
    graceMinutes: '240',
    timeoutMinutes: '60',
    retentionDays: '90',
    recipients: [newRecipient('Email', email)],
    subject: '',
    owners: userId === null ? [] : [userId],
  };
}

export function toFields(report: WireReportDetail): ReportFields {
  const { chart, dashboard, database } = report;
  const condition = readJson(report.validator_config_json);
  return {
    type: report.type,
    name: report.name,
    description: report.description ?? '',
    isActive: report.active,
    source: chart
      ? { kind: 'chart', id: chart.id, name: chart.slice_name }
      : dashboard && { kind: 'dashboard', id: dashboard.id, name: dashboard.dashboard_title },
    sourceKind: chart ? 'chart' : 'dashboard',
    method: report.creation_method,
    format: report.report_format,
    isFresh: report.force_screenshot,
    width: report.custom_width === null ? '' : String(report.custom_width),
    dashboardState: (report.extra.dashboard as DashboardExtra | null | undefined) ?? null,
    times: { cron: report.crontab, timezone: report.timezone },
    database: database && { id: database.id, name: database.database_name },
    asks: report.metric ? 'metric' : 'sql',
    sql: report.sql ?? '',
    ...toMetricFields(report.metric),
    validator: report.validator_type ?? 'operator',
    operator: (condition.op as AlertOperator | undefined) ?? '>',
    threshold: condition.threshold === undefined ? '' : String(condition.threshold),
    graceMinutes: toMinutes(report.grace_period),
    timeoutMinutes: toMinutes(report.working_timeout),
    retentionDays: String(report.log_retention),
    recipients: report.recipients.map(({ type, recipient_config_json: json }) => {
      const config = readJson(json);
      const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '');
      return {
        ...newRecipient(type, text('target')),
        ccTarget: text('ccTarget'),
        bccTarget: text('bccTarget'),
        secret: text('secret'),
      };
    }),
    subject: report.email_subject ?? '',
    owners: report.owners.map(({ id }) => id),
  };
}

function toMetricFields(
  asked: WireReportDetail['metric'],
): Pick<ReportFields, 'dataset' | 'metric' | 'timeRange' | 'where'> {
  const name = asked?.dataset_name ?? '';
  return {
    dataset: asked && { id: asked.dataset, name },
    metric: asked?.metric ?? null,
    timeRange: asked?.time_range ?? '',
    where: asked?.where ?? '',
  };
}

/** A metric that is written as SQL; its text is its name as well. */
export function metricSql(text: string): AlertMetric['metric'] {
  return { expressionType: 'SQL', sqlExpression: text, label: text.trim().slice(0, 200) };
}

/** What is sent. Fields that only alerts have are left out of reports. */
export function toBody(fields: ReportFields, locale: LanguageCode): ReportPost {
  const { source, times, type, dashboardState } = fields;
  const isAlert = type === 'Alert';
  return {
    type,
    name: fields.name.trim(),
    description: fields.description.trim() || null,
    active: fields.isActive,
    creation_method: fields.method,
    chart: source?.kind === 'chart' ? source.id : null,
    dashboard: source?.kind === 'dashboard' ? source.id : null,
    report_format: fields.format,
    force_screenshot: fields.isFresh,
    custom_width: readNumber(fields.width) ?? null,
    extra: { ...(source?.kind === 'dashboard' && dashboardState ? { dashboard: dashboardState } : {}), locale },
    crontab: times.cron.trim(),
    timezone: times.timezone,
    ...(isAlert ? toCondition(fields) : {}),
    grace_period: (readNumber(fields.graceMinutes) ?? 240) * 60,
    working_timeout: (readNumber(fields.timeoutMinutes) ?? 60) * 60,
    log_retention: readNumber(fields.retentionDays) ?? 90,
    recipients: fields.recipients.map(toRecipient),
    email_subject: fields.subject.trim() || null,
    owners: [...fields.owners],
  };
}

function toCondition(fields: ReportFields) {
  const threshold = readNumber(fields.threshold);
  return {
    ...toSubject(fields),
    validator_type: fields.validator,
    validator_config_json:
      fields.validator === 'operator' && threshold !== undefined ? { op: fields.operator, threshold } : {},
  };
}

/** What an alert asks; of the other way to ask nothing is kept. */
export function toSubject(fields: ReportFields): Pick<ReportPost, 'database' | 'sql' | 'metric'> {
  const { asks, database, sql, dataset, metric, timeRange, where } = fields;
  if (asks === 'sql') return { database: database?.id ?? null, sql, metric: null };
  if (!dataset || metric === null) return { database: null, sql: null, metric: null };
  const rows = { time_range: timeRange || null, where: where.trim() || null };
  return { database: null, sql: null, metric: { dataset: dataset.id, metric, ...rows } };
}

/** Whether it is said what an alert asks. */
export function hasSubject({ asks, database, sql, dataset, metric }: ReportFields): boolean {
  if (asks === 'sql') return database !== null && sql.trim() !== '';
  if (dataset === null || metric === null) return false;
  return typeof metric === 'string' || metric.expressionType !== 'SQL' || Boolean(metric.sqlExpression?.trim());
}

function toRecipient({ type, target, ccTarget, bccTarget, secret }: RecipientFields) {
  const config =
    type === 'Email'
      ? { target: target.trim(), ...(ccTarget.trim() ? { ccTarget } : {}), ...(bccTarget.trim() ? { bccTarget } : {}) }
      : { target: target.trim(), ...(type === 'Webhook' && secret.trim() ? { secret: secret.trim() } : {}) };
  return { type, recipient_config_json: config };
}

/** Whether there is enough to be sent; the server says the rest. */
export function isComplete(fields: ReportFields): boolean {
  const { name, source, times, recipients, type } = fields;
  const isAsked =
    type === 'Report' ||
    (hasSubject(fields) && (fields.validator === 'not null' || readNumber(fields.threshold) !== undefined));
  const isReached = recipients.length > 0 && recipients.every(({ target }) => target.trim() !== '');
  return name.trim() !== '' && source !== null && times.cron.trim() !== '' && isReached && isAsked;
}

/** The key of a dashboard's permalink; null for any other text. */
export function linkKey(text: string): string | null {
  return /\/superset\/dashboard\/p\/([\w-]+)\/?(?:[?#]|$)/.exec(text.trim())?.[1] ?? null;
}

/** Only charts have rows of one kind. */
export function formatsOf(kind: ReportSource['kind']): readonly ReportFormat[] {
  return kind === 'chart' ? ['PNG', 'PDF', 'CSV', 'XLSX', 'TEXT'] : ['PNG', 'PDF', 'HTML'];
}

export function readNumber(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

function toMinutes(seconds: number): string {
  return String(Math.max(1, Math.round(seconds / 60)));
}

function readJson(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
