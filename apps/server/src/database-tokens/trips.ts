import { createHash, createHmac } from 'node:crypto';
import { databaseSignInEndpoints } from '@powerset/contract';
import { createToken, hashToken, type Secrets } from '../access/index.ts';
import type { PersonalDatabase } from '../engines/index.ts';

/** The way of one person to a provider and back. */
export interface Trip {
  readonly databaseId: number;
  readonly userId: number;
  readonly fingerprint: string;
  /** By which the pages that wait know that their person is back. */
  readonly tabId: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
  readonly untilMs: number;
}

export interface TripDeps {
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'browserKey'>;
  readonly now: () => Date;
}

export const redirectPath = databaseSignInEndpoints.comeBack.path;
const lastsMs = 600_000;
/** Nothing else that is sealed with the same key reads as one. */
const purpose = 'database oauth2';

/** Where a person begins: the provider's page, with a state that nobody else can make, use or read. */
export function beginTrip(
  { secrets, now }: TripDeps,
  { database, userId, redirectUri }: { readonly database: PersonalDatabase; userId: number; redirectUri: string },
) {
  const { id: databaseId, fingerprint, client } = database;
  const verifier = createToken(48);
  const tabId = tabIdOf(secrets, databaseId, userId);
  const trip: Trip = { databaseId, userId, fingerprint, tabId, verifier, untilMs: now().getTime() + lastsMs };
  const url = new URL(client.authorizationUri);
  const asked = {
    ...{ response_type: 'code', client_id: client.id, redirect_uri: redirectUri },
    ...(client.scope ? { scope: client.scope } : {}),
    state: secrets.encrypt(JSON.stringify({ purpose, ...trip })),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, tab_id: tabId, redirect_uri: redirectUri };
}

/** The same for all that one person asks of one database, so that one sign-in serves every chart that waits. */
function tabIdOf({ browserKey }: Pick<Secrets, 'browserKey'>, databaseId: number, userId: number): string {
  const hex = createHmac('sha256', browserKey).update(`database ${databaseId} of ${userId}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Null for whatever is none, or too old. */
export function readTrip({ secrets, now }: TripDeps, state: string): Trip | null {
  try {
    // Only this server writes these texts.
    const trip = JSON.parse(secrets.decrypt(state)) as Trip & { readonly purpose?: unknown };
    return trip.purpose === purpose && trip.untilMs > now().getTime() ? trip : null;
  } catch {
    return null;
  }
}

export const hashOfState = (state: string) => hashToken(`${purpose} ${state}`);
