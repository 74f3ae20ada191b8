import type { FastifyInstance } from 'fastify';
import { forwardedMark } from './processes.ts';

/** Asked by whoever watches over the process, and not by people. */
const watched: ReadonlySet<string> = new Set(['/health', '/healthcheck', '/ping', '/health/ready', '/metrics']);

/** A worker answers other processes and whoever watches over it; people are told where they are. Call it before routes are added. */
export function serveNoPages(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (request.headers[forwardedMark] !== undefined || watched.has(path.replace(/(.)\/$/, '$1'))) return undefined;
    return reply
      .code(421)
      .type('text/plain; charset=utf-8')
      .send('This process is a worker and serves no pages. Ask the address of the installation.');
  });
}
