import { asyncJobEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import type { OwnedThing } from '../../processes/index.ts';

/** The answer of a job is at hand in the process that read it. */
export const jobRoutes: ReadonlyMap<string, (request: FastifyRequest) => OwnedThing | null> = new Map([
  [
    `${asyncJobEndpoints.result.method} ${asyncJobEndpoints.result.path}`,
    ({ params }) => {
      const key = typeof params === 'object' && params !== null && 'key' in params ? params.key : undefined;
      return typeof key === 'string' ? { kind: 'job', name: key } : null;
    },
  ],
]);
