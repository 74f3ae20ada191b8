import { createHash } from 'node:crypto';
import { databaseSignInChannel, directionOf } from '@powerset/contract';
import type { Coming, ComingProblem } from '../../database-tokens/index.ts';
import { escapeHtml } from '../../outgoing/index.ts';
import { pictureLanguage, type Translate, translatorOf } from '../../pictures/index.ts';

/** Tells the pages that wait; a browser lets a window close itself where a page has opened it. */
const script = `const { tab } = document.body.dataset;
if (tab) {
  new BroadcastChannel(${JSON.stringify(databaseSignInChannel)}).postMessage({ tabId: tab });
  window.close();
}`;
const hash = createHash('sha256').update(script).digest('base64');

/** Nothing but the one script runs, and nothing is fetched. */
export const returnPolicy = `default-src 'none';script-src 'sha256-${hash}';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

const problemWords: Readonly<Record<ComingProblem, (translate: Translate) => string>> = {
  expired: (translate) => translate('This sign-in is too old, or was used before. Go back and sign in again.'),
  stranger: (translate) =>
    translate('Somebody else began this sign-in, or you are not signed in to Powerset any more.'),
  refused: (translate) => translate('The provider did not let you in. Go back and sign in again.'),
  code: (translate) => translate('The provider takes this sign-in no more. Go back and sign in again.'),
  silent: (translate) => translate('The provider gave no answer that can be used. Try again, or ask an administrator.'),
};

/** What a person sees who comes back from a provider. */
export function returnPage(coming: Coming, languages: string | undefined): string {
  const language = pictureLanguage(languages?.replaceAll(/;[^,]*/g, ''));
  const translate = translatorOf(language);
  const isIn = coming.tabId !== null;
  const title = isIn ? translate('You are signed in') : translate('You are not signed in');
  const text = isIn ? translate('This window can be closed.') : problemWords[coming.problem](translate);
  const tab = isIn ? ` data-tab="${escapeHtml(coming.tabId)}"` : '';
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;font:14px/20px system-ui,sans-serif}main{max-width:28rem;padding:24px}h1{font-size:20px;line-height:28px;margin:0 0 8px}p{margin:0}</style></head>
<body${tab}><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main><script>${script}</script></body></html>
`;
}
