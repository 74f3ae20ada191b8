import { securityEndpoints } from '@powerset/contract';
import type { SamlSettings } from '../../../../config.ts';
import { isServedOverTls, notFound, type Router } from '../../../../http/index.ts';
import type { Services } from '../../../../services.ts';
import { connectIdentity, type Found, findByIdentity } from '../../identities/index.ts';
import { noteSignIn } from '../../note-sign-in.ts';
import { createThrottle } from '../../throttle.ts';
import { newTrip, readTrip, sealTrip, type Trip, toOwnAddress, tripCookieOptions } from '../trip.ts';
import { accountPage, type BeginSession, type Failure, failedAt } from '../ways.ts';
import { type Came, keepArrival, takeArrival } from './answers.ts';
import { readArrival, toRules } from './assertions.ts';
import { noteSession } from './provider-sessions.ts';
import { isOwnRequest, metadataOf, newRequestId, signInRequest } from './requests.ts';
import { sendToProvider } from './sending.ts';
import { registerSignOut } from './sign-out.ts';

const cookieName = 'powerset_saml';
const cookiePath = '/saml/';
const finishPath = securityEndpoints.finishSaml.path;

export function registerSaml(router: Router, services: Services, beginSession: BeginSession): void {
  const { config, secrets, now, textWork } = services;
  const settings = config.saml;
  const deps = { secrets, now };
  router.route(securityEndpoints.startSaml, async ({ user, session, query, request, signal, reply }) => {
    if (!settings) throw notFound();
    const connects = query.connect === 'true' && session && !user.isAnonymous ? user.id : null;
    const trip = { ...newTrip(toOwnAddress(query.next), connects), state: newRequestId(deps) };
    const secure = isServedOverTls(request, config.publicUrl);
    reply.setCookie(cookieName, await sealTrip(deps, trip, cookieName), tripCookieOptions(secure, cookiePath));
    reply.header('cache-control', 'no-store');
    return sendToProvider({ textWork, request, reply, signal }, signInRequest(settings, trip.state, now()));
  });
  router.route(securityEndpoints.samlMetadata, ({ reply }) => {
    if (!settings) throw notFound();
    return reply.type('application/samlmetadata+xml').send(metadataOf(settings));
  });
  registerAnswers(router, services);
  registerSignOut(router, services);
  router.route(securityEndpoints.finishSaml, async ({ session, query, request, reply }) => {
    if (!settings) throw notFound();
    reply.header('cache-control', 'no-store');
    const trip = await readTrip(deps, request.cookies[cookieName], cookieName);
    const failed = (failure: Failure) => reply.redirect(failedAt(trip, failure, 'saml'));
    if (query.failure !== undefined) return failed(toFailure(query.failure));
    reply.clearCookie(cookieName, { path: cookiePath });
    // Whoever was not sent from this browser a moment ago has nothing to fetch.
    if (!trip || (trip.connects !== null && session?.userId !== trip.connects)) return failed('expired');
    const came = await takeArrival(services, trip.state);
    const found = await whoCame({ services, settings, trip }, came);
    if ('refusal' in found) return failed(found.refusal);
    if (trip.connects !== null) return reply.redirect(`${accountPage}?sso=connected&at=saml`);
    await noteSignIn(services, found.userId);
    const idHash = await beginSession(found.userId, request, reply);
    if (came?.session) await noteSession(services, idHash, { issuer: settings.issuer, session: came.session });
    return reply.redirect(trip.next);
  });
}

interface Coming {
  readonly services: Services;
  readonly settings: SamlSettings;
  readonly trip: Trip;
}

async function whoCame(
  { services, settings, trip }: Coming,
  came: Came | undefined,
): Promise<Found | { readonly refusal: Failure }> {
  if (!came) return { refusal: 'expired' };
  const { claims } = came;
  const deps = { ...services, settings: toRules(settings) };
  if (trip.connects !== null) return connectIdentity(deps, trip.connects, claims);
  const found = await findByIdentity(deps, claims);
  if ('refusal' in found) services.log.warn({ reason: found.refusal, subject: claims.subject }, 'nobody was let in');
  return found;
}

/** What the page is told of an answer that was not kept; whatever else stands in the address is no reason. */
const toFailure = (text: string): Failure => (text === 'refused' || text === 'expired' ? text : 'failed');

/** Of one network, failed within a minute: what a whole office does not send by mistake. */
const limits = { nameAtAddress: 60, nameInBrowser: 60, address: 60, name: 300 } as const;

/** No cookie says whose answers these are: strangers' too are looked at, each network's so many within a minute. */
function registerAnswers(router: Router, services: Services): void {
  const { config, log } = services;
  const settings = config.saml;
  const throttle = createThrottle({ ...services, door: 'SAML answers', limits });
  router.route(securityEndpoints.takeSamlAnswer, async ({ body, request, signal, reply }) => {
    if (!settings) throw notFound();
    reply.header('cache-control', 'no-store');
    const begun = throttle.begin({ username: request.ip, address: request.ip, browserId: undefined });
    try {
      const failure = await takeAnswer(services, settings, { answer: body.SAMLResponse, signal });
      if (failure === null) begun();
      return reply.redirect(failure === null ? finishPath : `${finishPath}?failure=${failure}`, 303);
    } catch (error) {
      // What is wrong with an answer is for who runs the server.
      log.error({ err: error, address: request.ip }, 'the SAML provider sent nothing that can be believed');
      return reply.redirect(`${finishPath}?failure=failed`, 303);
    }
  });
}

interface Given {
  readonly answer: string;
  readonly signal: AbortSignal;
}

async function takeAnswer(
  { textWork, secrets, now, store, log }: Services,
  settings: SamlSettings,
  { answer, signal }: Given,
): Promise<'refused' | 'expired' | null> {
  // Of no request of ours: not worth a thread.
  const asked = requestIn(answer);
  if (asked === null || !isOwnRequest({ secrets, now }, asked)) return 'expired';
  const assertion = await textWork.readSamlAnswer(
    { answer, certificates: settings.certificates, ownKey: settings.own?.key ?? null },
    signal,
  );
  if (!assertion) {
    log.warn('the SAML provider let nobody in');
    return 'refused';
  }
  const arrival = readArrival(settings, assertion, now());
  if (!isOwnRequest({ secrets, now }, arrival.requestId)) return 'expired';
  return (await keepArrival({ store, now }, arrival)) ? null : 'expired';
}

/** What the response says that it answers; looked at again once its signature is known to be right. */
function requestIn(answer: string): string | null {
  const start = Buffer.from(answer.slice(0, 8000), 'base64').toString('utf8');
  const [, id = null] = /\sInResponseTo\s*=\s*["']([^"']*)["']/.exec(start) ?? [];
  return id;
}
