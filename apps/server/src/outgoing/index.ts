/**
 * OUTGOING. What the server sends by itself, and whom it may call: mail by the server of the settings, HTTP to addresses
 * that people gave. In: messages. Out: whether they were taken, and if not, whether another try can do no harm.
 */

export { type AskedUrl, askUrl, type UrlAnswer } from './ask.ts';
export { escapeHtml, escapeSlack } from './escape-html.ts';
export {
  ForbiddenHost,
  findHostProblem,
  guardLookup,
  type LeadingSocket,
  type NetworkPolicy,
  openGuardedSocket,
  type SocketLookout,
} from './hosts.ts';
export { createMail, type Mail, type MailFile, type MailMessage } from './mail.ts';
export { findUrlProblem, postJson } from './post.ts';
export { SendError } from './send-error.ts';
