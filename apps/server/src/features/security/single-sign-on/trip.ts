import type { SerializeOptions } from '@fastify/cookie';
import { jwtVerify, SignJWT } from 'jose';
import { createToken, type Secrets } from '../../../access/index.ts';
import type { TripSecrets } from './provider.ts';

/** The way of one browser to the provider and back. */
export interface Trip extends TripSecrets {
  /** Where the person wanted to go. */
  readonly next: string;
  /** Whoever is signed in already and connects an identity; null signs in. */
  readonly connects: number | null;
}

export const tripCookie = 'powerset_sso';
export const tripPath = '/oauth-authorized/';
const minutes = 10;

interface TripDeps {
  readonly secrets: Pick<Secrets, 'browserKey'>;
  readonly now: () => Date;
}

export function newTrip(next: string, connects: number | null): Trip {
  return { state: createToken(), nonce: createToken(), verifier: createToken(48), next, connects };
}

/** What the browser keeps of it; nobody else can make one. */
export async function sealTrip({ secrets, now }: TripDeps, trip: Trip, audience = tripCookie): Promise<string> {
  return new SignJWT({ ...trip })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(new Date(now().getTime() + minutes * 60_000))
    .sign(secrets.browserKey);
}

/** Undefined for whatever is none, or too old. */
export async function readTrip(
  { secrets, now }: TripDeps,
  cookie: string | undefined,
  audience = tripCookie,
): Promise<Trip | undefined> {
  if (!cookie) return undefined;
  try {
    const { payload } = await jwtVerify(cookie, secrets.browserKey, {
      ...{ algorithms: ['HS256'], audience, currentDate: now() },
    });
    const { state, nonce, verifier, next, connects } = payload;
    const isWhole = [state, nonce, verifier, next].every((part) => typeof part === 'string');
    if (!isWhole) return undefined;
    const texts = { state: String(state), nonce: String(nonce), verifier: String(verifier), next: String(next) };
    return { ...texts, connects: typeof connects === 'number' ? connects : null };
  } catch {
    return undefined;
  }
}

export function tripCookieOptions(secure: boolean, path = tripPath): SerializeOptions {
  // The way back begins on the provider's page.
  return { path, httpOnly: true, sameSite: 'lax', secure, maxAge: minutes * 60 };
}

const maxNext = 2000;

/** An address of ours, or the first page. */
export function toOwnAddress(next: string | undefined): string {
  const isOwn = next !== undefined && next.length <= maxNext && /^\/(?![/\\])[^\s\\]*$/.test(next);
  return isOwn ? next : '/';
}
