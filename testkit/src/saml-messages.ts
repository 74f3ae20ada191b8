import type { IncomingMessage } from 'node:http';
import { inflateRawSync } from 'node:zlib';

/** What a page posts as soon as it is shown, as a browser reads it. */
export interface PostPage {
  readonly action: string;
  readonly fields: URLSearchParams;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (sign, name: string) => named[name] ?? sign);

export function readPostPage(html: string): PostPage {
  const [, action = ''] = /<form method="post" action="([^"]*)">/.exec(html) ?? [];
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  const fields = [...inputs].map(([, name = '', value = '']) => [name, plain(value)] as const);
  return { action: plain(action), fields: new URLSearchParams(Object.fromEntries(fields)) };
}

/** The document that a page posts. */
export function readSamlForm(fields: URLSearchParams): string {
  const sent = fields.get('SAMLRequest') ?? fields.get('SAMLResponse') ?? '';
  return Buffer.from(sent, 'base64').toString();
}

/** The document that came in the query of an address. */
export function readSamlQuery(address: string): string {
  const query = new URL(address).searchParams;
  const sent = query.get('SAMLRequest') ?? query.get('SAMLResponse') ?? '';
  return inflateRawSync(Buffer.from(sent, 'base64')).toString();
}

/** The document with which a browser is sent, by an address or by a page. */
export const readSent = (sent: string) =>
  sent.startsWith('<') ? readSamlForm(readPostPage(sent).fields) : readSamlQuery(sent);

/** The document that a browser brought, however it came. */
export async function readBrought(request: IncomingMessage): Promise<string> {
  if (request.method !== 'POST') return readSamlQuery(`http://localhost${request.url}`);
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return readSamlForm(new URLSearchParams(text));
}
