import type { FastifyInstance } from 'fastify';
import { isServedOverTls } from './public-address.ts';

interface PolicyGiven {
  readonly scriptHashes?: readonly string[];
  /** From where maps fetch their tiles. */
  readonly mapTiles?: string | null;
  /** Where the ends of asynchronous queries are told, if not under the page's own address. */
  readonly asyncSocketUrl?: string | null;
  /** Whose pages may frame it. */
  readonly ancestors?: readonly string[];
}

/** The policy of a page; of the scripts inside it only those run whose hashes are given. */
export function contentSecurityPolicy({
  scriptHashes = [],
  mapTiles = null,
  asyncSocketUrl = null,
  ancestors = ["'self'"],
}: PolicyGiven = {}): string {
  const tiles = mapTiles === null ? [] : [new URL(mapTiles.replaceAll(/[{}]/g, '')).origin];
  const sockets = asyncSocketUrl === null ? [] : [new URL(asyncSocketUrl).origin];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The component library writes its styles into the page as it draws.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...tiles, ...sockets].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join(';');
}

const headers: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/** A browser that has come by TLS does not come without it for a year. Other names of the domain are not ours to decide. */
const transportSecurity = { 'strict-transport-security': 'max-age=31536000' };

interface HeadersGiven extends Pick<PolicyGiven, 'mapTiles' | 'asyncSocketUrl'> {
  readonly publicUrl?: string | null;
}

/** Headers of every answer. They hardly differ, so they are written down once instead of being worked out per request. */
export function installSecurityHeaders(
  server: FastifyInstance,
  { publicUrl = null, mapTiles = null, asyncSocketUrl = null }: HeadersGiven = {},
): void {
  const own = { 'content-security-policy': contentSecurityPolicy({ mapTiles, asyncSocketUrl }), ...headers };
  const overTls = { ...own, ...transportSecurity };
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(isServedOverTls(request, publicUrl) ? overTls : own);
  });
}
