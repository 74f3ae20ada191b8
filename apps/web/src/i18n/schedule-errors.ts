import { serverText, t } from './language.ts';
import { msg } from './msg.ts';

/** What the scheduler itself says of a run; the rest are words of the engine. */
const verdicts: readonly string[] = [
  msg('The owner’s account is deactivated, so the query was not run.'),
  msg('The owner may no longer run SQL, so the query was not run.'),
  msg('The saved query names no database.'),
  msg('The run was stopped.'),
  msg('The run before was still at work.'),
  msg('The server was stopped during this run. The next one comes at its time.'),
  msg('Something went wrong on the server. The log of the server has the details.'),
  msg('The query ran, but its result was not kept as a dataset. The log of the server has the details.'),
];

/** Why a run of a schedule failed, in the reader's language where the server itself says it. */
export function scheduleErrorText(error: string): string {
  return verdicts.includes(error) ? t(error) : serverText(error);
}
