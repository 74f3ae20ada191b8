import type { FastifyInstance } from 'fastify';
import { isServedOverTls } from './public-address.ts';

/** The policy of a page; of the scripts inside it only those run whose hashes are given. */
export function contentSecurityPolicy(scriptHashes: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The component library writes its styles into the page as it draws.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join(';');
}

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/** A browser that has come by TLS does not come without it for a year. Other names of the domain are not ours to decide. */
const headersOverTls: typeof headers = { ...headers, 'strict-transport-security': 'max-age=31536000' };

/** Headers of every answer. They hardly differ, so they are written down once instead of being worked out per request. */
export function installSecurityHeaders(server: FastifyInstance, publicUrl: string | null = null): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(isServedOverTls(request, publicUrl) ? headersOverTls : headers);
  });
}
