import { directionOf, type PasswordLinkPurpose } from '@powerset/contract';
import { escapeHtml } from '../../../outgoing/index.ts';
import { pictureLanguage, type Translate, translatorOf } from '../../../pictures/index.ts';

/** What a mail with a link is about: a password, or an account that somebody asked for. */
export type MailPurpose = PasswordLinkPurpose | 'registration' | 'known_address';

interface Words {
  readonly subject: string;
  readonly why: string;
  readonly button: string;
  readonly until: string;
}

const wordsOf: Readonly<Record<MailPurpose, (translate: Translate, username: string) => Words>> = {
  reset: (translate, username) => ({
    subject: translate('A new password'),
    why: translate('somebody, most likely you, asked for a new password of the user {{username}}.', { username }),
    button: translate('Choose a new password'),
    until: translate(
      'The link holds for an hour, and once. If you did not ask for it, nothing has to be done: your password stays.',
    ),
  }),
  invitation: (translate, username) => ({
    subject: translate('Your account'),
    why: translate('an account was made for you. Your user name is {{username}}.', { username }),
    button: translate('Choose your password'),
    until: translate('The link holds for a week, and once.'),
  }),
  registration: (translate) => ({
    subject: translate('Your account'),
    why: translate('somebody, most likely you, asked for an account for this e-mail address.'),
    button: translate('Make the account'),
    until: translate('The link holds for a day, and once. If you did not ask for it, nothing has to be done.'),
  }),
  known_address: (translate, username) => ({
    subject: translate('Your account'),
    why: translate(
      'somebody, most likely you, asked for an account for this e-mail address. There is one already: its user name is {{username}}.',
      { username },
    ),
    button: translate('Sign in'),
    until: translate('If you did not ask for it, nothing has to be done.'),
  }),
};

export interface LinkMail {
  readonly purpose: MailPurpose;
  readonly url: string;
  readonly username: string;
  /** Empty where nobody has shown whose name it is: a stranger's words are sent to nobody. */
  readonly firstName: string;
  readonly locale: string | undefined;
}

/** What the mail says; as text, and as a page of its own. */
export function wordLinkMail({ purpose, url, username, firstName, locale }: LinkMail) {
  const language = pictureLanguage(locale);
  const translate = translatorOf(language);
  const words = wordsOf[purpose](translate, username);
  const name = firstName || username;
  const lines = [name ? translate('Hello {{name}},', { name }) : translate('Hello,'), words.why, url, words.until];
  const [hello, why, , until] = lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`);
  const button = `<p style="margin:0 0 12px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#3f4ad6;color:#ffffff;text-decoration:none">${escapeHtml(words.button)}</a></p>`;
  return {
    subject: `Powerset: ${words.subject}`,
    text: lines.join('\n\n'),
    html: `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(words.subject)}</title></head>
<body style="font:14px/20px system-ui,sans-serif">${hello}${why}${button}${until}</body></html>`,
  };
}
