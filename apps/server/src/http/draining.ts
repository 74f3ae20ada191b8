import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Takes no new connections, and lets what came over the others be answered; settles when nothing is under way, or after a while. */
export type Drain = () => Promise<void>;

/** A proxy that has just sent a request over a connection that it kept is answered. */
const graceMs = 1000;
/** Streams and long work go on until they are told to end. */
const patienceMs = 3000;
const lookMs = 20;

/** Call it before routes are added. */
export function installDraining(server: FastifyInstance): Drain {
  let underWay = 0;
  let isDraining = false;
  server.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
    // The next request of this connection goes to another process.
    if (isDraining) reply.header('connection', 'close');
  });
  return async () => {
    isDraining = true;
    // The HTTP server's own way ends connections that rest, over which a request may be on its way.
    Server.prototype.close.call(server.server);
    const startedAt = performance.now();
    const isOver = () => {
      const ms = performance.now() - startedAt;
      return ms >= patienceMs || (ms >= graceMs && underWay === 0);
    };
    while (!isOver()) await pause(lookMs);
  };
}
