import type { AlertOperator, AlertValidator, ReportState } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { EngineError } from '../../engines/index.ts';
import { AppError, commandError } from '../../http/index.ts';
import { loadOwners } from '../../lists/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Mail } from '../../outgoing/index.ts';
import type { Services } from '../../services.ts';
import { ThreadLimitError } from '../../threads/index.ts';
import { type AlertAnswer, type AlertSubject, askAlert } from './alert.ts';
import { readMetric } from './alert-metric.ts';
import { type Content, localeOf, makeContent, type ReportSources } from './content.ts';
import { deliver } from './deliver.ts';
import { toAlertWords } from './message.ts';
import { type Recipient, toRecipients } from './recipients.ts';
import type { Report, ReportRun } from './store.ts';

export interface RunEnd {
  readonly state: Exclude<ReportState, 'Working'>;
  readonly error: string | null;
}

export interface RunDeps {
  readonly services: Services;
  readonly sources: ReportSources;
  readonly mail: Mail | null;
}

export interface RunTask {
  readonly report: Report;
  readonly run: ReportRun;
  readonly signal: AbortSignal;
}

/** One run from its question to its last message, as the report's runner; what fails is told, never thrown. */
export function performRun(deps: RunDeps, task: RunTask): Promise<RunEnd> {
  const { report, run } = task;
  const attributes = {
    'powerset.report.id': report.id,
    'powerset.report.type': report.type,
    'powerset.report.trigger': run.trigger,
  };
  return deps.services.traces.span({ name: 'run report', attributes }, async (note) => {
    const end = await tryRun(deps, task);
    note({ 'powerset.report.state': end.state });
    return end;
  });
}

async function tryRun(deps: RunDeps, task: RunTask): Promise<RunEnd> {
  try {
    return await perform(deps, task);
  } catch (error) {
    return { state: 'Error', error: describeFailure(deps.services, task, error) };
  }
}

async function perform(deps: RunDeps, task: RunTask): Promise<RunEnd> {
  const { services } = deps;
  const { report, run, signal } = task;
  const user = await findRunner(services, report);
  const alert = report.type === 'Alert' ? await answerAlert(deps, task, user) : null;
  const isTest = run.test_user_fk !== null;
  if (alert && !alert.isMet && !isTest) return { state: 'Not triggered', error: null };
  if (alert && run.trigger === 'clock' && !alert.isResumed && (await isInGrace(services, report)))
    return { state: 'On Grace', error: null };
  const recipients = await findRecipients(services, report, run);
  const content: Content = await makeContent(services, deps.sources, { report, user, signal });
  const owners = (await loadOwners(services.store, 'report', [report.id])).get(report.id) ?? [];
  const locale = localeOf(report);
  const alertWords = alert && toAlertWords(conditionOf(report), alert, locale);
  const message = { report, content, isTest, alertWords, locale };
  const facts = { report, ownerIds: owners.map(({ id }) => id), value: alert?.value ?? null };
  const problems = await deliver(
    { store: services.store, config: services.config, now: services.now, mail: deps.mail, traces: services.traces },
    { run, recipients, message, facts, signal },
  );
  return problems.length === 0 ? { state: 'Success', error: null } : { state: 'Error', error: problems.join('\n') };
}

/**
 * Whoever answers for what the report says, as long as that person may make reports and is one of its owners. What somebody else
 * made it say is not asked with what that person is known by elsewhere.
 */
async function findRunner({ accounts, store }: Services, report: Report): Promise<User> {
  const user = report.run_as_fk === null ? undefined : await accounts.findUser(report.run_as_fk);
  if (!user) throw commandError(`The account as which it runs is gone or deactivated. ${takeOver}`);
  if (!can(user, 'can_write', 'ReportSchedule'))
    throw commandError(`The one as whom it runs may no longer make reports. ${takeOver}`);
  const owners = (await loadOwners(store, 'report', [report.id])).get(report.id) ?? [];
  if (owners.some(({ id }) => id === user.id))
    return report.changed_by_fk === user.id ? user : { ...user, isByOtherHand: true };
  throw commandError(`The one as whom it runs is no longer one of its owners. ${takeOver}`);
}

const takeOver = 'An owner who saves it anew takes it over.';

type Answered = AlertAnswer & { readonly isResumed: boolean };

/** The alert's value of this run. What was sent to somebody already is sent to the others, whatever the value is by now. */
async function answerAlert(deps: RunDeps, { report, run, signal }: RunTask, user: User): Promise<Answered> {
  const { services, sources } = deps;
  const begun = await services.store
    .selectFrom('report_deliveries')
    .select('run_id')
    .where('run_id', '=', run.id)
    .executeTakeFirst();
  if (begun) return { value: run.value, rowJson: run.value_row_json, isMet: true, isResumed: true };
  const config = parseDocument(report.validator_config_json) ?? {};
  const answer = await askAlert(
    { services, answers: sources.answers },
    {
      user,
      signal,
      asks: subjectOf(report),
      // Checked when it was saved.
      validator: {
        type: report.validator_type as AlertValidator,
        op: config.op as AlertOperator,
        threshold: Number(config.threshold ?? 0),
      },
    },
  );
  const found = { value: answer.value, value_row_json: answer.rowJson };
  await services.store.updateTable('report_runs').set(found).where('id', '=', run.id).execute();
  return { ...answer, isResumed: false };
}

function subjectOf(report: Report): AlertSubject {
  const metric = readMetric(report);
  return metric ? { metric } : { databaseId: report.database_id ?? 0, sql: report.sql ?? '' };
}

/** Whether an alert went out so lately that nobody needs it again. */
async function isInGrace({ store, now }: Services, { id, grace_period: seconds }: Report): Promise<boolean> {
  const sent = await store
    .selectFrom('report_runs')
    .select('end_dttm')
    .where('report_id', '=', id)
    .where('state', '=', 'Success')
    .where('test_user_fk', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Boolean(sent?.end_dttm && Date.parse(sent.end_dttm) + seconds * 1000 > now().getTime());
}

async function findRecipients(
  { store, secrets, accounts }: Services,
  report: Report,
  { test_user_fk: tester }: ReportRun,
): Promise<readonly Recipient[]> {
  if (tester !== null) {
    const user = await accounts.findUser(tester);
    if (!user?.email) throw commandError('The one who wanted the test has no e-mail address.');
    return [{ id: 0, type: 'Email', config: { target: user.email } }];
  }
  const rows = await store
    .selectFrom('report_recipients')
    .selectAll()
    .where('report_id', '=', report.id)
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw commandError('It has nobody to whom it goes.');
  return toRecipients(secrets, rows);
}

function conditionOf({ validator_type: type, validator_config_json: json }: Report) {
  const { op, threshold } = parseDocument(json) ?? {};
  return { type, op: String(op), threshold: String(threshold) };
}

function describeFailure({ log }: Services, { report, signal }: RunTask, error: unknown): string {
  if (signal.aborted) return 'The run was stopped.';
  if (error instanceof AppError || error instanceof EngineError || error instanceof ThreadLimitError)
    return error.message;
  log.error({ err: error, report: report.id }, 'unforeseen error in a report');
  return 'Something went wrong on the server. The log of the server has the details.';
}
