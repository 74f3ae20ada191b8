import { type IdentityKind, securityEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, isServedOverTls, notFound, publicOrigin, type Router } from '../../../http/index.ts';
import type { Services } from '../../../services.ts';
import { directoryScheme } from '../directory/index.ts';
import { connectIdentity, type Found, findByIdentity, type IdentityDeps } from '../identities/index.ts';
import { noteSignIn } from '../note-sign-in.ts';
import { checkTakesPasswords } from '../password-rule.ts';
import { createProvider, type Provider } from './provider.ts';
import { samlScheme } from './saml/index.ts';
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
import { accountPage, type Failure, failedAt, type StartSession } from './ways.ts';

export function registerSingleSignOn(router: Router, services: Services, startSession: StartSession): void {
  const { config, secrets, now, log } = services;
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
  registerIdentities(router, services);
}

function registerIdentities(router: Router, { store, config }: Services): void {
  router.route(securityEndpoints.identities, async ({ user }) => {
    const rows = await store
      .selectFrom('user_identities')
      .select(['issuer', 'created_on'])
      .where('user_id', '=', user.id)
      .execute();
    return { result: rows.map((row) => ({ ...row, kind: kindOf(row.issuer) })) };
  });
  router.route(securityEndpoints.disconnectIdentity, async ({ user, query }) => {
    if (user.isAnonymous) throw new AppError('UNAUTHENTICATED_ERROR');
    // Nobody would come in again.
    checkTakesPasswords(config);
    const rows = await store.selectFrom('user_identities').select('issuer').where('user_id', '=', user.id).execute();
    // Whoever is in the directory has no password here.
    const ended = rows
      .map(({ issuer }) => issuer)
      .filter((issuer) => kindOf(issuer) !== 'directory' && (!query.kind || kindOf(issuer) === query.kind));
    if (ended.length === 0) throw notFound();
    await store.deleteFrom('user_identities').where('user_id', '=', user.id).where('issuer', 'in', ended).execute();
    return { result: 'OK' };
  });
}

function kindOf(issuer: string): IdentityKind {
  if (issuer.startsWith(directoryScheme)) return 'directory';
  return issuer.startsWith(samlScheme) ? 'saml' : 'provider';
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

function flat(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
