import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { createProxyTrust } from './trusted-proxies.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'protocol' | 'host' | 'raw'>;
type Addresses = Pick<Config, 'publicUrl' | 'trustedProxies'>;

const ownNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The beginning of a link: the configured address when there is one, else the address that was asked, if that is surely
 * ours. A Host header is whatever somebody wrote; of another one the link has no host, and is read as one of the place
 * where it was asked for.
 */
export function publicOrigin(request: Asked, { publicUrl, trustedProxies }: Addresses): string {
  if (publicUrl) return publicUrl;
  if (!isOwnHost(request) && !isForwardedHost(request, trustedProxies)) return '';
  return `${isServedOverTls(request, null) ? 'https' : 'http'}://${request.host}`;
}

/** A name of this very machine, or the address at which the connection came in. */
function isOwnHost({ host, raw }: Asked): boolean {
  const { localAddress = '', localPort } = raw.socket;
  const address = localAddress.replace(/^::ffff:/, '');
  const literal = address.includes(':') ? `[${address}]` : address;
  return ownNames.test(host) || host === `${literal}:${localPort}` || host === literal;
}

function isForwardedHost({ headers, raw, host }: Asked, trustedProxies: readonly string[]): boolean {
  if (headers['x-forwarded-host'] === undefined || !URL.canParse(`http://${host}`)) return false;
  return new URL(`http://${host}`).host === host && createProxyTrust(trustedProxies)(raw.socket.remoteAddress ?? '');
}

/** Whether the client speaks TLS: to us, to a proxy that we believe, or as a page of ours says. */
export function isServedOverTls(request: Pick<Asked, 'headers' | 'protocol' | 'host'>, publicUrl: string | null) {
  const { origin = '' } = request.headers;
  if (publicUrl?.startsWith('https:') || request.protocol === 'https') return true;
  return origin.startsWith('https:') && isOwnOrigin(origin, request, publicUrl);
}

/** Does a page of this origin belong to the server? */
export function isOwnOrigin(origin: string, request: Pick<Asked, 'headers' | 'host'>, publicUrl: string | null) {
  if (origin === publicUrl) return true;
  if (origin === 'null' || !URL.canParse(origin)) return false;
  return [request.headers.host, request.host].includes(new URL(origin).host);
}
