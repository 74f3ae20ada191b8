import Type from 'typebox';
import type { Operations } from '../endpoints.ts';
import { undeclared } from './answers.ts';
import { QParameter } from './lists.ts';

const tag = 'Logs';

export const logOperations = {
  /** A beacon cannot set headers, so it carries no CSRF token; it only adds lines to the log. */
  write: {
    id: 'log.write',
    summary: 'Takes events of the interface',
    tag,
    access: 'session',
    bodyKind: 'form',
    query: Type.Object(
      {
        explode: Type.Optional(Type.String()),
        dashboard_id: Type.Optional(Type.Integer()),
        slice_id: Type.Optional(Type.Integer()),
      },
      { additionalProperties: true },
    ),
    answers: { 200: undeclared },
  },
  recentActivity: {
    id: 'log.recent_activity',
    summary: 'What the signed-in user did last',
    tag,
    access: 'session',
    query: QParameter,
    answers: { 200: undeclared },
  },
} as const satisfies Operations;
