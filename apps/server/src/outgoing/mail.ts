import type { SendMailOptions } from 'nodemailer';
import { SendError } from './send-error.ts';

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
  /** Named by the page as `cid:…`, and shown in it. */
  readonly contentId?: string;
}

export interface MailMessage {
  /** The same for the same message, however often it is tried. */
  readonly id: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files: readonly MailFile[];
}

export interface Mail {
  /** Settles when the mail server took the message for each of its readers; throws `SendError`. */
  send(message: MailMessage, signal: AbortSignal): Promise<void>;
}

interface MailSettings {
  /** `smtp://name:password@host:587` or `smtps://…`. */
  readonly url: string;
  readonly from: string;
}

const connectMs = 15_000;
const silenceMs = 60_000;
/** What failed before the message itself was handed over. */
const early = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

/** Mail by one server; each message has a connection of its own, so that nothing waits in this process. */
export function createMail({ url, from }: MailSettings): Mail {
  const address = new URL(url);
  let opened: ReturnType<typeof openTransport> | undefined;
  const domain = from.replace(/^.*@/, '').replace(/[^\w.-]/g, '') || 'localhost';
  return {
    send: async ({ id, to, cc = [], bcc = [], files, ...page }, signal) => {
      signal.throwIfAborted();
      const message: SendMailOptions = {
        ...page,
        ...{ from, to: [...to], cc: [...cc], bcc: [...bcc] },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        attachments: files.map(({ name, type, content, contentId }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          ...(contentId ? { cid: contentId, contentDisposition: 'inline' as const } : {}),
        })),
      };
      opened ??= openTransport(address);
      const transport = await opened;
      const { rejected } = await transport.sendMail(message).catch((error: unknown) => {
        throw toSendError(error, address.hostname);
      });
      if (rejected.length > 0)
        throw new SendError(`The mail server did not take ${rejected.map(toAddress).join(', ')}.`, {
          isTemporary: false,
        });
    },
  };
}

/** The library is read with the first message. */
async function openTransport(address: URL) {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    ...readOptions(address),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    // A message is made of what it was given, and of nothing that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toAddress(given: string | { readonly address: string }): string {
  return typeof given === 'string' ? given : given.address;
}

function readOptions(address: URL) {
  const isSecure = address.protocol === 'smtps:';
  const user = decodeURIComponent(address.username);
  return {
    host: address.hostname,
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: address.searchParams.get('tls') === 'required',
    ...(user ? { auth: { user, pass: decodeURIComponent(address.password) } } : {}),
  };
}

interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** In the mail server's own words; without the name and password that it was given. */
function toSendError(error: unknown, host: string): SendError {
  const { code = '', command = '', response, responseCode = 0 } = error as SmtpFailure;
  const isEarly = early.has(command) || code === 'EDNS' || code === 'ECONNECTION' || code === 'ESOCKET';
  const isRefused = responseCode >= 500 || code === 'EAUTH';
  // After the whole message was handed over nobody knows whether it was taken.
  const isTemporary = (isEarly || (responseCode >= 400 && responseCode < 500)) && !isRefused;
  const words = code === 'EAUTH' ? 'it does not take the name and password of the settings' : response?.slice(0, 300);
  return new SendError(
    words
      ? `The mail server ${host} refused: ${words}`
      : `The mail server ${host} could not be reached (${code || 'no answer'}).`,
    { isTemporary, cause: error },
  );
}
