import type { RecipientType, ReportRecipient } from '@powerset/contract';
import type { Secrets } from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { fieldError } from '../../http/index.ts';
import { type Document, parseDocument, type Row } from '../../metadata/index.ts';
import { findUrlProblem, type NetworkPolicy } from '../../outgoing/index.ts';

/** Where one recipient is reached, with all that is secret of it. */
export interface Recipient {
  readonly id: number;
  readonly type: RecipientType;
  readonly config: RecipientConfig;
}

interface RecipientConfig {
  readonly target: string;
  readonly ccTarget?: string;
  readonly bccTarget?: string;
  /** What is posted is signed with it. */
  readonly secret?: string;
}

/** As it is kept. */
export type StoredRecipient = Pick<Row<'report_recipients'>, 'type' | 'config_json'> & {
  readonly secret: string | null;
};

const maskedSecret = 'XXXXXXXXXX';
const mostAddresses = 100;
const address = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.?[^\s@<>()[\],;:"\\]*$/;

export function webhookPolicy({ allowsPrivateWebhooks }: Pick<Config, 'allowsPrivateWebhooks'>): NetworkPolicy {
  return { allowsPrivateHosts: allowsPrivateWebhooks, setting: 'POWERSET_WEBHOOK_PRIVATE_HOSTS' };
}

/** Addresses as people write them: separated by commas, semicolons or lines. */
export function readAddresses(text: string | null | undefined): readonly string[] {
  return [
    ...new Set(
      (text ?? '')
        .split(/[,;\n]/)
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
}

interface Reading {
  readonly config: Pick<Config, 'allowsPrivateWebhooks' | 'featureFlags'>;
  readonly secrets: Secrets;
  /** What the report has already: masked addresses stand for theirs. */
  readonly known: readonly Row<'report_recipients'>[];
}

/** Recipients as they are kept; throws what is wrong with one. */
export function readRecipients(reading: Reading, asked: readonly ReportRecipient[]): readonly StoredRecipient[] {
  return asked.map((recipient) => readOne(reading, recipient));
}

function readOne(reading: Reading, { type, recipient_config_json: given = {} }: ReportRecipient): StoredRecipient {
  if (type !== 'Email') return readHook(reading, type, given);
  const config = Object.fromEntries(
    (['target', 'ccTarget', 'bccTarget'] as const).flatMap((name) => {
      const addresses = readAddresses(given[name]);
      return addresses.length > 0 || name === 'target' ? [[name, checkAddresses(addresses).join(', ')]] : [];
    }),
  );
  if (!config.target) throw recipientError('Name at least one address for each mail.');
  return { type, config_json: JSON.stringify(config), secret: null };
}

function checkAddresses(addresses: readonly string[]): readonly string[] {
  if (addresses.length > mostAddresses) throw recipientError(`Name at most ${mostAddresses} addresses.`);
  const wrong = addresses.find((one) => one.length > 320 || !address.test(one));
  if (wrong !== undefined) throw recipientError(`“${wrong}” is no e-mail address.`);
  return addresses;
}

function readHook(
  { config, secrets, known }: Reading,
  type: RecipientType,
  given: NonNullable<ReportRecipient['recipient_config_json']>,
): StoredRecipient {
  if (type === 'Webhook' && !config.featureFlags.ALERT_REPORT_WEBHOOK)
    throw recipientError('Webhooks are switched off on this server (ALERT_REPORT_WEBHOOK).');
  const target = (given.target ?? '').trim();
  const before = known
    .filter((row) => row.type === type)
    .map((row) => ({ masked: parseDocument(row.config_json) ?? {}, whole: readWhole(secrets, row) }))
    .find(({ masked }) => masked.target === target);
  const url = before?.whole.target ?? target;
  if (!before && target.includes(mask)) throw recipientError('Write the whole address: the shown one is shortened.');
  const problem = findUrlProblem(url, webhookPolicy(config));
  if (problem) throw recipientError(type === 'Webhook' ? problem : `${problem} ${slackHelp}`);
  const secret = given.secret === maskedSecret ? before?.whole.secret : (given.secret ?? undefined);
  const whole: RecipientConfig = { target: url, ...(type === 'Webhook' && secret ? { secret } : {}) };
  const shown = { target: maskUrl(url), ...(whole.secret ? { secret: maskedSecret } : {}) };
  return { type, config_json: JSON.stringify(shown), secret: secrets.encrypt(JSON.stringify(whole)) };
}

const slackHelp = 'Slack is reached by the address of an incoming webhook.';
const mask = '…';

/** The path of such an address is as good as a password. */
function maskUrl(text: string): string {
  const url = new URL(text);
  const rest = text.slice(url.origin.length);
  return rest.length <= 1 ? text : `${url.origin}/${mask}${rest.length > 12 ? rest.slice(-4) : ''}`;
}

function readWhole(secrets: Secrets, row: Pick<Row<'report_recipients'>, 'config_json' | 'secret'>): RecipientConfig {
  const config: Document = parseDocument(row.secret === null ? row.config_json : secrets.decrypt(row.secret)) ?? {};
  const text = (name: string) => (typeof config[name] === 'string' ? { [name]: config[name] } : {});
  return { target: String(config.target ?? ''), ...text('ccTarget'), ...text('bccTarget'), ...text('secret') };
}

/** Recipients as they are reached. */
export function toRecipients(secrets: Secrets, rows: readonly Row<'report_recipients'>[]): readonly Recipient[] {
  return rows.map((row) => ({
    id: row.id,
    // Written by `readRecipients` alone.
    type: row.type as RecipientType,
    config: readWhole(secrets, row),
  }));
}

function recipientError(text: string) {
  return fieldError({ recipients: [text] });
}
