import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Store } from '../../metadata/index.ts';
import { type Mail, type MailFile, postJson, SendError } from '../../outgoing/index.ts';
import type { Traces } from '../../traces/index.ts';
import {
  type HookFacts,
  type Message,
  pictureId,
  subjectOf,
  toHookBody,
  toHtml,
  toSlackBody,
  toText,
} from './message.ts';
import { type Recipient, readAddresses, webhookPolicy } from './recipients.ts';
import type { ReportRun } from './store.ts';

export interface Delivery {
  readonly run: ReportRun;
  readonly recipients: readonly Recipient[];
  readonly message: Message;
  readonly facts: HookFacts;
  readonly signal: AbortSignal;
}

export interface DeliveryDeps {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Date;
  /** Null where no mail server is configured. */
  readonly mail: Mail | null;
  readonly traces: Pick<Traces, 'headers'>;
}

/** After how many times the setting's seconds a message is tried again. */
const retries = [1, 3];

/**
 * Hands a run's message to each recipient, at most once: what is about to be sent is noted first, so that a process that
 * follows this one sends it to those alone who were not yet tried. Gives what went wrong, by recipient.
 */
export async function deliver(deps: DeliveryDeps, delivery: Delivery): Promise<readonly string[]> {
  const { store } = deps;
  const { run, recipients } = delivery;
  const states = await openDeliveries(store, run, recipients);
  const problems: string[] = [];
  for (const recipient of recipients) {
    const state = states.get(recipient.id);
    if (state === 'claimed')
      problems.push(
        `It is not known whether ${nameOf(recipient)} was reached when the server stopped, so it was not sent again.`,
      );
    if (state !== 'waiting') continue;
    try {
      await sendWithRetries(deps, delivery, recipient);
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      // Webhooks are named by what went wrong with them.
      problems.push(recipient.type === 'Email' ? `${nameOf(recipient)}: ${error.message}` : error.message);
    }
  }
  return problems;
}

/** Recipients are noted once: who is added while a run is taken up again gets the next one. */
async function openDeliveries(store: Store, run: ReportRun, recipients: readonly Recipient[]) {
  const load = () =>
    store.selectFrom('report_deliveries').select(['recipient_id', 'state']).where('run_id', '=', run.id).execute();
  let rows = await load();
  if (rows.length === 0 && recipients.length > 0) {
    const values = recipients.map(({ id }) => ({ run_id: run.id, recipient_id: id, state: 'waiting' }));
    await store.insertInto('report_deliveries').values(values).execute();
    rows = await load();
  }
  return new Map(rows.map((row) => [row.recipient_id, row.state]));
}

async function sendWithRetries(deps: DeliveryDeps, delivery: Delivery, recipient: Recipient): Promise<void> {
  const { signal, run } = delivery;
  const move = async (from: DeliveryState, to: DeliveryState) => {
    const { numUpdatedRows } = await deps.store
      .updateTable('report_deliveries')
      .set({ state: to })
      .where('run_id', '=', run.id)
      .where('recipient_id', '=', recipient.id)
      .where('state', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    // Whoever moves it sends it: no two processes do.
    if (!(await move('waiting', 'claimed'))) return;
    try {
      await send(deps, delivery, recipient);
      await move('claimed', 'sent');
      return;
    } catch (error) {
      const factor = retries[attempt];
      if (!(error instanceof SendError) || !error.isTemporary || factor === undefined) throw error;
      // Nothing has arrived, so that it may be sent again, by whoever runs it then.
      await move('claimed', 'waiting');
      await pause(deps.config.reportRetrySeconds * factor * 1000, undefined, { signal });
    }
  }
}

type DeliveryState = 'waiting' | 'claimed' | 'sent';

function send(deps: DeliveryDeps, delivery: Delivery, recipient: Recipient): Promise<void> {
  if (recipient.type === 'Email') return sendMail(deps, delivery, recipient);
  const { config, now, traces } = deps;
  const { message, facts, signal, run } = delivery;
  const call = { url: recipient.config.target, policy: webhookPolicy(config), signal };
  if (recipient.type !== 'Webhook') return postJson({ ...call, body: toSlackBody(message) });
  const body = toHookBody(message, facts);
  const time = Math.floor(now().getTime() / 1000);
  const { secret } = recipient.config;
  return postJson({
    ...call,
    body,
    headers: {
      ...traces.headers(),
      // The same however often it is tried, so that a receiver knows what it has.
      'x-powerset-delivery': `${run.uuid}-${recipient.id}`,
      ...(secret ? { 'x-powerset-signature': `t=${time},v1=${signBody(secret, time, body)}` } : {}),
    },
  });
}

/** What a receiver works out anew: the HMAC of the time, a dot and the body. */
export function signBody(secret: string, time: number, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}

function sendMail(
  { mail }: DeliveryDeps,
  { run, message, signal }: Delivery,
  { id, config }: Recipient,
): Promise<void> {
  if (!mail)
    throw new SendError('This server has no mail server to send by (POWERSET_SMTP_URL).', { isTemporary: false });
  const { picture, files } = message.content;
  const shown: readonly MailFile[] = picture ? [{ ...picture, contentId: pictureId }] : [];
  return mail.send(
    {
      id: `${run.uuid}.${id}`,
      to: readAddresses(config.target),
      cc: readAddresses(config.ccTarget),
      bcc: readAddresses(config.bccTarget),
      subject: subjectOf(message),
      text: toText(message),
      html: toHtml(message),
      files: [...shown, ...files],
    },
    signal,
  );
}

/** Of an address that is secret only the host. */
function nameOf({ type, config }: Recipient): string {
  return type === 'Email' ? config.target : new URL(config.target).host;
}
