import { createHash } from 'node:crypto';
import { directionOf } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../../../outgoing/index.ts';
import { pictureLanguage, translatorOf } from '../../../../pictures/index.ts';
import type { Services } from '../../../../services.ts';
import { type Sent, signedAddress } from './requests.ts';

/** Whose browser it is that goes on. */
export interface Going {
  readonly textWork: Services['textWork'];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
}

/** Sends the browser to the provider with a message: by an address that holds it, or by a page that posts it. */
export async function sendToProvider({ textWork, request, reply, signal }: Going, sent: Sent): Promise<FastifyReply> {
  const { to, kind, xml, key, relayState = null } = sent;
  // After a POST as well the browser comes by a GET.
  if (to.binding === 'redirect') return reply.redirect(signedAddress(sent), request.method === 'POST' ? 303 : 302);
  const text = key === null ? xml : await textWork.signSamlMessage({ text: xml, key }, signal);
  const fields = {
    [kind]: Buffer.from(text).toString('base64'),
    ...(relayState === null ? {} : { RelayState: relayState }),
  };
  return (
    reply
      .code(200)
      // The provider's own page may hold this one in a frame, which the older header cannot say.
      .removeHeader('x-frame-options')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policyFor(to.url),
        // Without it a browser would not say from where it posts, and providers may ask.
        'referrer-policy': 'strict-origin',
      })
      .type('text/html; charset=utf-8')
      .send(pageOf({ url: to.url, fields, languages: request.headers['accept-language'] }))
  );
}

const script = 'document.forms[0].submit();';
const hash = createHash('sha256').update(script).digest('base64');

/** Browsers hold the list against each address to which the provider leads on, and which those are only it knows. */
function policyFor(url: string): string {
  const { origin } = new URL(url);
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    `form-action 'self' ${origin} https:`,
    `frame-ancestors 'self' ${origin}`,
  ].join(';');
}

interface PostPage {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly languages: string | undefined;
}

function pageOf({ url, fields, languages }: PostPage): string {
  const language = pictureLanguage(languages?.replaceAll(/;[^,]*/g, ''));
  const translate = translatorOf(language);
  const title = escapeHtml(translate('You are being taken to your provider'));
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;font:14px/20px system-ui,sans-serif}main{max-width:28rem;padding:24px}h1{font-size:20px;line-height:28px;margin:0 0 8px}p{margin:0 0 16px}button{font:inherit;padding:6px 16px}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(translate('If nothing happens, press the button.'))}</p>
<form method="post" action="${escapeHtml(url)}">${inputs.join('')}<button>${escapeHtml(translate('Go on'))}</button></form></main><script>${script}</script></body></html>
`;
}
