import type { PasswordLinkPurpose } from '@powerset/contract';
import { escapeHtml } from '../../../outgoing/index.ts';

interface Words {
  readonly subject: string;
  readonly hello: (name: string) => string;
  readonly why: (username: string) => string;
  readonly button: string;
  readonly until: string;
}

const english: Readonly<Record<PasswordLinkPurpose, Words>> = {
  reset: {
    subject: 'A new password',
    hello: (name) => `Hello ${name},`,
    why: (username) => `somebody, most likely you, asked for a new password of the user ${username}.`,
    button: 'Choose a new password',
    until:
      'The link holds for an hour, and once. If you did not ask for it, nothing has to be done: your password stays.',
  },
  invitation: {
    subject: 'Your account',
    hello: (name) => `Hello ${name},`,
    why: (username) => `an account was made for you. Your user name is ${username}.`,
    button: 'Choose your password',
    until: 'The link holds for a week, and once.',
  },
};

const german: typeof english = {
  reset: {
    subject: 'Ein neues Passwort',
    hello: (name) => `Hallo ${name},`,
    why: (username) => `jemand, vermutlich Sie selbst, hat für den Benutzer ${username} um ein neues Passwort gebeten.`,
    button: 'Neues Passwort wählen',
    until:
      'Der Link gilt eine Stunde lang und einmal. Haben Sie ihn nicht verlangt, ist nichts zu tun: Ihr Passwort bleibt.',
  },
  invitation: {
    subject: 'Ihr Konto',
    hello: (name) => `Hallo ${name},`,
    why: (username) => `für Sie wurde ein Konto eingerichtet. Ihr Benutzername ist ${username}.`,
    button: 'Passwort wählen',
    until: 'Der Link gilt eine Woche lang und einmal.',
  },
};

export interface LinkMail {
  readonly purpose: PasswordLinkPurpose;
  readonly url: string;
  readonly username: string;
  readonly firstName: string;
  readonly locale: string | undefined;
}

/** What the mail says; as text, and as a page of its own. */
export function wordLinkMail({ purpose, url, username, firstName, locale = 'en' }: LinkMail) {
  const isGerman = locale.toLowerCase().startsWith('de');
  const words = (isGerman ? german : english)[purpose];
  const lines = [words.hello(firstName || username), words.why(username), url, words.until];
  const [hello, why, , until] = lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`);
  const button = `<p style="margin:0 0 12px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#3f4ad6;color:#ffffff;text-decoration:none">${escapeHtml(words.button)}</a></p>`;
  return {
    subject: `Powerset: ${words.subject}`,
    text: lines.join('\n\n'),
    html: `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(words.subject)}</title></head>
<body style="font:14px/20px system-ui,sans-serif">${hello}${why}${button}${until}</body></html>`,
  };
}
