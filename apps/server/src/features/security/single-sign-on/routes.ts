import { securityEndpoints } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isServedOverTls, notFound, publicOrigin, type Router } from '../../../http/index.ts';
import type { Services } from '../../../services.ts';
import { directoryScheme } from '../directory/index.ts';
import { connectIdentity, type Found, findByIdentity, type IdentityDeps, type Refusal } from '../identities/index.ts';
import { noteSignIn } from '../note-sign-in.ts';
import { checkTakesPasswords } from '../password-rule.ts';
import { createProvider, type Provider } from './provider.ts';
import {
  newTrip,
  readTrip,
  sealTrip,
  type Trip,
  toOwnAddress,
  tripCookie,
  tripCookieOptions,
  tripPath,
} from './trip.ts';

/** Begins a browser's session, as after the right password. */
export type StartSession = (userId: number, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const accountPage = '/user_info/';
const signInPage = '/login/';

/** Why nobody came in, as the sign-in page is told. */
type Failure = Refusal | 'refused' | 'expired' | 'failed' | 'unreachable';

export function registerSingleSignOn(router: Router, services: Services, startSession: StartSession): void {
  const { config, secrets, now, store, log } = services;
  const settings = config.oidc;
  const deps: IdentityDeps | null = settings && { ...services, settings };
  const provider = settings && createProvider({ settings, now });
  const redirectUriOf = (request: FastifyRequest) => {
    const origin = publicOrigin(request, config);
    if (origin === '') throw new Error('POWERSET_PUBLIC_URL must say at which address this server is reached.');
    return `${origin}${tripPath}${encodeURIComponent(settings?.name ?? '')}`;
  };

  router.route(securityEndpoints.startSingleSignOn, async ({ user, session, query, request, reply }) => {
    if (!provider) throw notFound();
    const connects = query.connect === 'true' && session && !user.isAnonymous ? user.id : null;
    const trip = newTrip(toOwnAddress(query.next), connects);
    reply.header('cache-control', 'no-store');
    try {
      const address = await provider.addressOf(redirectUriOf(request), trip);
      const secure = isServedOverTls(request, config.publicUrl);
      reply.setCookie(tripCookie, await sealTrip({ secrets, now }, trip), tripCookieOptions(secure));
      return reply.redirect(address);
    } catch (error) {
      log.error({ err: error }, 'the identity provider did not answer');
      return reply.redirect(failedAt(trip, 'unreachable'));
    }
  });

  router.route(securityEndpoints.finishSingleSignOn, async ({ session, params, query, request, reply }) => {
    if (!provider || !deps || params.provider !== settings?.name) throw notFound();
    reply.header('cache-control', 'no-store').clearCookie(tripCookie, { path: tripPath });
    const trip = await readTrip({ secrets, now }, request.cookies[tripCookie]);
    // Whoever was not sent from this browser a moment ago has nothing to bring.
    if (!trip || query.state !== trip.state) return reply.redirect(failedAt(trip, 'expired'));
    if (query.error !== undefined) {
      log.warn({ error: query.error.slice(0, 200) }, 'the identity provider let nobody in');
      return reply.redirect(failedAt(trip, 'refused'));
    }
    if (trip.connects !== null && session?.userId !== trip.connects) return reply.redirect(failedAt(trip, 'expired'));
    const backAt = () => new URL(`${redirectUriOf(request)}?${new URLSearchParams(flat(query))}`);
    const found = await whoCame({ provider, deps, trip }, backAt);
    if ('refusal' in found) return reply.redirect(failedAt(trip, found.refusal));
    if (trip.connects !== null) return reply.redirect(`${accountPage}?sso=connected`);
    await noteSignIn(services, found.userId);
    await startSession(found.userId, request, reply);
    return reply.redirect(trip.next);
  });

  router.route(securityEndpoints.identities, async ({ user }) => {
    const rows = await store
      .selectFrom('user_identities')
      .select(['issuer', 'created_on'])
      .where('user_id', '=', user.id)
      .execute();
    return {
      result: rows.map((row) => ({
        ...row,
        kind: row.issuer.startsWith(directoryScheme) ? ('directory' as const) : ('provider' as const),
      })),
    };
  });
  router.route(securityEndpoints.disconnectIdentity, async ({ user }) => {
    if (user.isAnonymous) throw new AppError('UNAUTHENTICATED_ERROR');
    // Nobody would come in again.
    checkTakesPasswords(config);
    const { numDeletedRows } = await store
      .deleteFrom('user_identities')
      .where('user_id', '=', user.id)
      // Whoever is in the directory has no password here.
      .where('issuer', 'not like', `${directoryScheme}%`)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    return { result: 'OK' };
  });
}

interface Coming {
  readonly provider: Provider;
  readonly deps: IdentityDeps;
  readonly trip: Trip;
}

/** What is wrong with a provider's answer is for who runs the server. */
async function whoCame(
  { provider, deps, trip }: Coming,
  backAt: () => URL,
): Promise<Found | { readonly refusal: Failure }> {
  try {
    const claims = await provider.claimsOf(backAt(), trip);
    if (trip.connects !== null) return await connectIdentity(deps, trip.connects, claims);
    const found = await findByIdentity(deps, claims);
    if ('refusal' in found) deps.log.warn({ reason: found.refusal, subject: claims.subject }, 'nobody was let in');
    return found;
  } catch (error) {
    deps.log.error({ err: error }, 'the identity provider sent nothing that can be believed');
    return { refusal: 'failed' };
  }
}

/** Where the person began: on the own account, or at the door, with where he wanted to go. */
function failedAt(trip: Pick<Trip, 'connects' | 'next'> | undefined, failure: Failure): string {
  const said = new URLSearchParams({ sso: failure });
  if (trip && trip.next !== '/') said.set('next', trip.next);
  return `${trip && trip.connects !== null ? accountPage : signInPage}?${said}`;
}

function flat(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
