import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './accept-encoding.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;
/** Proxies and tunnels that speak HTTP tell of themselves by one of these. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
/** Heeded by whatever compresses answers. */
const noCompressionHeader = 'x-no-compression';

/**
 * Whether a program asks that is on this very machine, with nobody in between. Browsers are none: they come through tunnels,
 * containers and forwarded ports as well, which tell nothing of themselves.
 */
export function isFromOwnMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const address = raw.socket.remoteAddress ?? '';
  if (!loopback.test(address) || raw.httpVersion === '1.0') return false;
  if (headers['sec-fetch-site'] !== undefined) return false;
  return !forwardingHeaders.some((name) => headers[name] !== undefined);
}

/** Between two programs of one machine compressing takes longer than copying, on both sides. */
export function installOwnMachineRule(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    if (isFromOwnMachine(request)) request.headers[noCompressionHeader] = 'own machine';
  });
}

/** Whether an answer to this request is to be compressed with gzip. */
export function wantsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[noCompressionHeader] === undefined && acceptsEncoding(headers['accept-encoding'], 'gzip');
}
