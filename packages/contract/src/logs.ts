import Type from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { QParameter } from './lists.ts';

const tag = 'Logs';

export const logEndpoints = {
  /** A beacon cannot set headers, so it carries no CSRF token; it only adds lines to the log. */
  write: defineEndpoint({
    id: 'log.write',
    method: 'POST',
    path: '/superset/log/',
    summary: 'Takes events of the interface',
    tag,
    access: 'session',
    bodyKind: 'form',
    isCsrfExempt: true,
    query: Type.Object(
      {
        explode: Type.Optional(Type.String()),
        dashboard_id: Type.Optional(Type.Integer()),
        slice_id: Type.Optional(Type.Integer()),
      },
      { additionalProperties: true },
    ),
  }),
  recentActivity: defineEndpoint({
    id: 'log.recent_activity',
    method: 'GET',
    path: '/api/v1/log/recent_activity/',
    summary: 'What the signed-in user did last',
    tag,
    access: 'session',
    query: QParameter,
  }),
} as const;
