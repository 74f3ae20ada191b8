import type { Mail } from '../../outgoing/index.ts';
import { escapeHtml, SendError } from '../../outgoing/index.ts';
import { sentencesOf, translatorOf } from '../../pictures/index.ts';
import type { Services } from '../../services.ts';
import { localeOf, originOf } from './content.ts';
import type { RunEnd } from './run.ts';
import type { Report, ReportRun } from './store.ts';

interface Failure {
  readonly report: Report;
  readonly run: ReportRun;
  readonly end: RunEnd;
}

/** Owners hear by mail that their report fails: once, and again when it still does after the grace period. */
export async function tellOwners(services: Services, mail: Mail | null, { report, run, end }: Failure): Promise<void> {
  if (!mail) return;
  const { store, now, log } = services;
  const told = report.failure_told_on;
  if (told !== null && Date.parse(told) + report.grace_period * 1000 > now().getTime()) return;
  const owners = await store
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .select('users.email')
    .where('owners.object_type', '=', 'report')
    .where('owners.object_id', '=', report.id)
    .where('users.is_active', '=', 1)
    .where('users.email', '<>', '')
    .execute();
  if (owners.length === 0) return;
  // Noted first: a process that follows says it no second time.
  await store
    .updateTable('reports')
    .set({ failure_told_on: now().toISOString() })
    .where('id', '=', report.id)
    .execute();
  const kind = report.type.toLowerCase();
  const url = `${originOf(services)}/${kind}/${report.id}/log`;
  const locale = localeOf(report);
  const translate = translatorOf(locale);
  const text = wordsOf({ report, end, url }, locale);
  const html = `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const subject = translate('[Error] {{name}}', { name: report.name }).replace(/[\r\n]+/g, ' ');
  const message = { id: `${run.uuid}.error`, to: owners.map(({ email }) => email), subject, text, html, files: [] };
  try {
    await mail.send(message, AbortSignal.timeout(60_000));
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    log.warn({ report: report.id, reason: error.message }, 'owners could not be told that their report fails');
  }
}

function wordsOf(
  { report, end: { error }, url }: Pick<Failure, 'report' | 'end'> & { readonly url: string },
  locale: string,
): string {
  const translate = translatorOf(locale);
  const { name } = report;
  const what =
    report.type === 'Alert'
      ? translate('The alert “{{name}}” could not be delivered.', { name })
      : translate('The report “{{name}}” could not be delivered.', { name });
  return [what, sentencesOf(locale)(error ?? ''), translate('Its runs: {{url}}', { url })].join('\n\n');
}
