import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../identities/index.ts';
import type { Trip } from './trip.ts';

/** Begins a browser's session, as after the right password. */
export type StartSession = (userId: number, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The same, for who must know the session by its hash. */
export type BeginSession = (userId: number, request: FastifyRequest, reply: FastifyReply) => Promise<string>;

export const accountPage = '/user_info/';
export const signInPage = '/login/';

/** Why nobody came in, as the sign-in page is told. */
export type Failure = Refusal | 'refused' | 'expired' | 'failed' | 'unreachable' | 'still_there';

/** Where the person began: on the own account, or at the door, with where he wanted to go. */
export function failedAt(trip: Pick<Trip, 'connects' | 'next'> | undefined, failure: Failure, at?: 'saml'): string {
  const said = new URLSearchParams({ sso: failure, ...(at ? { at } : {}) });
  if (trip && trip.next !== '/') said.set('next', trip.next);
  return `${trip && trip.connects !== null ? accountPage : signInPage}?${said}`;
}
