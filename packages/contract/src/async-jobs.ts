import type { EndpointsOf } from './endpoints.ts';
import type { asyncJobOperations } from './schemas/async-jobs.ts';

/** The WebSocket over which the server tells the same events, and how it says that the session has ended. */
export const asyncEventsSocket = { path: '/ws/async_event/', beatMs: 20_000, endedCode: 4401 } as const;

export const asyncJobEndpoints: EndpointsOf<typeof asyncJobOperations> = {
  events: { method: 'GET', path: '/api/v1/async_event/' },
  result: { method: 'GET', path: '/api/v1/chart/data/:key' },
};
