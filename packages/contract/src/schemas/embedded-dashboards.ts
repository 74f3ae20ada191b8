import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { uuidPattern } from '../names.ts';
import { Message, resultOf } from './answers.ts';
import { nullable, optional } from './fields.ts';
import { IdParams } from './lists.ts';
import { WireUserSummary } from './users.ts';

export const EmbeddedDashboardBody = Type.Object(
  {
    /** Origins, `https://app.example.com`; none lets every site show it. */
    allowed_domains: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }),
  },
  { additionalProperties: false },
);
export type EmbeddedDashboardBody = Static<typeof EmbeddedDashboardBody>;

/** How a dashboard is embedded. */
export const WireEmbeddedDashboard = Type.Object({
  uuid: Type.String(),
  allowed_domains: Type.Array(Type.String()),
  dashboard_id: Type.String(),
  changed_on: Type.String(),
  changed_by: nullable(Type.Object({ ...WireUserSummary.properties, username: Type.String() })),
});
export type WireEmbeddedDashboard = Wire<typeof WireEmbeddedDashboard>;

const name = Type.Optional(Type.String({ maxLength: 256 }));

export const GuestTokenBody = Type.Object(
  {
    user: Type.Optional(
      Type.Object({ username: name, first_name: name, last_name: name }, { additionalProperties: false }),
    ),
    resources: Type.Array(
      Type.Object(
        {
          type: Type.Literal('dashboard'),
          /** The uuid under which the dashboard is embedded. */
          id: Type.String({ pattern: uuidPattern }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
    /** Conditions that rows must meet; without `dataset` those of every dataset. */
    rls: Type.Array(
      Type.Object(
        { dataset: optional(Type.Integer()), clause: Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }) },
        { additionalProperties: false },
      ),
      { maxItems: 50 },
    ),
  },
  { additionalProperties: false },
);
export type GuestTokenBody = Static<typeof GuestTokenBody>;

const tag = 'Embedded dashboards';
const one = resultOf(WireEmbeddedDashboard);
const embedded = (verb: 'get' | 'set' | 'delete') => ({ verb: `can_${verb}_embedded`, view: 'Dashboard' });

export const embeddedDashboardOperations = {
  get: {
    id: 'dashboard.embedded_get',
    summary: 'How a dashboard is embedded in other sites; 404 when it is not',
    tag,
    access: embedded('get'),
    params: IdParams,
    answers: { 200: one },
  },
  embed: {
    id: 'dashboard.embedded_post',
    summary: 'Lets other sites show a dashboard, or says anew which',
    tag,
    access: embedded('set'),
    params: IdParams,
    body: EmbeddedDashboardBody,
    answers: { 200: one },
  },
  change: {
    id: 'dashboard.embedded_put',
    summary: 'Says which sites may show a dashboard',
    tag,
    access: embedded('set'),
    params: IdParams,
    body: EmbeddedDashboardBody,
    answers: { 200: one },
  },
  end: {
    id: 'dashboard.embedded_delete',
    summary: 'Ends the embedding of a dashboard: its tokens open nothing any more',
    tag,
    access: embedded('delete'),
    params: IdParams,
    answers: { 200: Message },
  },
  open: {
    id: 'embedded_dashboard.get',
    summary: 'An embedded dashboard by the name that its token holds',
    tag,
    access: embedded('get'),
    isForGuests: true,
    params: Type.Object({ uuid: Type.String({ maxLength: 100 }) }),
    // How the page is drawn is the page's; clients of the reference send it along.
    query: Type.Object({}, { additionalProperties: true }),
    answers: { 200: one },
  },
  guestToken: {
    id: 'security.guest_token',
    summary: 'Makes a token with which a page of another site shows embedded dashboards to one guest',
    tag,
    access: { verb: 'can_grant_guest_token', view: 'SecurityRestApi' },
    body: GuestTokenBody,
    answers: { 200: Type.Object({ token: Type.String() }) },
    errors: [404],
  },
} as const satisfies Operations;
