import { securityEndpoints, urlOf } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import { hashToken, type Session, sessionCookie } from '../../../../access/index.ts';
import type { SamlSettings } from '../../../../config.ts';
import { notFound, type Router } from '../../../../http/index.ts';
import type { Services } from '../../../../services.ts';
import { createThrottle } from '../../throttle.ts';
import { failedAt, signInPage } from '../ways.ts';
import { keepLeaving, takeLeaving } from './leaving.ts';
import { findSession, type ProviderSession, sessionsCalled } from './provider-sessions.ts';
import { newRequestId, requestMs, type Sent, signedAddress } from './requests.ts';
import { sendToProvider } from './sending.ts';
import {
  type Reading,
  readPostedSignOut,
  readSignOut,
  readSignOutEnvelope,
  type SignOutMessage,
  type SignOutRequest,
  signOutAnswer,
  signOutRequest,
  toSignedOut,
} from './sign-out-messages.ts';

/** Where a browser goes on to sign out at the provider that began its session; null where it is signed out with ours. */
export async function samlSignOutAddress(
  services: Services,
  session: Pick<Session, 'idHash'> | null | undefined,
): Promise<string | null> {
  const settings = services.config.saml;
  if (!session || !settings?.signOut) return null;
  const found = await findSession(services, session.idHash);
  if (!found) return null;
  if (settings.signOut.binding === 'post') {
    const id = await keepLeaving(services, found);
    return id && urlOf(securityEndpoints.leaveSaml, { query: { id } });
  }
  const sent = toRequest(services, settings, found);
  return sent && signedAddress(sent);
}

function toRequest(services: Services, settings: SamlSettings, { name, index }: ProviderSession): Sent | null {
  return signOutRequest(settings, { id: newRequestId(services), now: services.now(), name, sessionIndex: index });
}

/** The provider signs somebody out, or says how that went which began here: by a browser, or by itself. */
export function registerSignOut(router: Router, services: Services): void {
  const { textWork } = services;
  const settings = services.config.saml;
  const throttle = createThrottle({ ...services, door: 'SAML sign-outs', limits: strangersLimits });
  router.route(securityEndpoints.samlSignOut, async ({ session, request, signal, reply }) => {
    if (!settings?.signOut) throw notFound();
    reply.header('cache-control', 'no-store');
    const [, query = ''] = /\?(.*)$/s.exec(request.raw.url ?? '') ?? [];
    const took = await take({ services, settings, request }, () =>
      readSignOut({ settings, deps: services, signal }, query),
    );
    if (session && took.ended.includes(session.idHash)) reply.clearCookie(sessionCookie, { path: '/' });
    return took.answer
      ? sendToProvider({ textWork, request, reply, signal }, took.answer)
      : reply.redirect(took.leadsTo);
  });
  router.route(securityEndpoints.leaveSaml, async ({ query, request, signal, reply }) => {
    if (settings?.signOut?.binding !== 'post') throw notFound();
    reply.header('cache-control', 'no-store');
    const found = await takeLeaving(services, query.id);
    const sent = found && toRequest(services, settings, found);
    // Of this server the browser is signed out however it comes here.
    if (!sent) return reply.redirect(failedAt(undefined, 'still_there', 'saml'));
    return sendToProvider({ textWork, request, reply, signal }, sent);
  });
  router.route(securityEndpoints.takeSamlSignOut, async ({ body, request, signal, reply }) => {
    if (!settings?.signOut) throw notFound();
    reply.header('cache-control', 'no-store');
    const begun = throttle.begin({ username: request.ip, address: request.ip, browserId: undefined });
    const took = await take({ services, settings, request }, () =>
      readPostedSignOut({ settings, deps: services, signal }, body),
    );
    if (took.isSound) begun();
    if (took.answer) return sendToProvider({ textWork, request, reply, signal }, took.answer);
    return reply.redirect(took.leadsTo, 303);
  });
  router.route(securityEndpoints.takeSamlEnvelope, async ({ body, request, signal, reply }) => {
    if (!settings?.signOut) throw notFound();
    reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8');
    const begun = throttle.begin({ username: request.ip, address: request.ip, browserId: undefined });
    try {
      const answer = await answerEnvelope(services, { settings, deps: services, signal }, body);
      begun();
      return reply.send(answer);
    } catch (error) {
      tell(services, request, error);
      return reply.code(400).send(toEnvelope(fault));
    }
  });
}

/** Their messages are looked at by whoever they are: each network’s failures are counted. */
const strangersLimits = { nameAtAddress: 60, nameInBrowser: 60, address: 60, name: 300 } as const;

interface Coming {
  readonly services: Services;
  readonly settings: SamlSettings;
  readonly request: FastifyRequest;
}

interface Took {
  readonly isSound: boolean;
  /** With what the browser goes on to the provider; null where it stays here. */
  readonly answer: Sent | null;
  readonly leadsTo: string;
  readonly ended: readonly string[];
}

async function take(coming: Coming, read: () => Promise<SignOutMessage>): Promise<Took> {
  const { services, settings, request } = coming;
  try {
    const message = await read();
    if (message.kind === 'response') {
      const leadsTo = message.isDone ? signInPage : failedAt(undefined, 'still_there', 'saml');
      return { isSound: true, answer: null, leadsTo, ended: [] };
    }
    const ended = await endCalled(services, settings, message);
    const answer = signOutAnswer(settings, { id: newRequestId(services), now: services.now() }, message);
    return { isSound: true, answer, leadsTo: signInPage, ended };
  } catch (error) {
    tell(services, request, error);
    return { isSound: false, answer: null, leadsTo: failedAt(undefined, 'failed', 'saml'), ended: [] };
  }
}

/** What is wrong with a message is for who runs the server. */
function tell({ log }: Services, request: FastifyRequest, error: unknown): void {
  log.error({ err: error, address: request.ip }, 'the SAML provider sent no message that signs out');
}

const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
const toEnvelope = (inner: string) =>
  `<soap:Envelope xmlns:soap="${envelope}"><soap:Body>${inner}</soap:Body></soap:Envelope>`;
const fault =
  '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>The message was not taken.</faultstring></soap:Fault>';

async function answerEnvelope(services: Services, reading: Reading, text: string): Promise<string> {
  const { settings, signal } = reading;
  const message = await readSignOutEnvelope(reading, text);
  await endCalled(services, settings, message);
  const said = { id: newRequestId(services), now: services.now(), answers: message.id, destination: null };
  const task = { text: toSignedOut(settings, said), key: settings.signOut?.key ?? '' };
  return toEnvelope(await services.textWork.signSamlMessage(task, signal));
}

async function endCalled(
  services: Services,
  { issuer }: SamlSettings,
  { id, name, sessionIndexes: indexes }: SignOutRequest,
): Promise<readonly string[]> {
  await keepMessage(services, `${issuer} ${id}`);
  const found = await sessionsCalled(services, { issuer, name, indexes });
  for (const session of found) await services.sessions.end(session);
  for (const userId of new Set(found.map((session) => session.userId))) await services.sessions.endTokensOf(userId);
  services.accounts.forget();
  return found.map(({ idHash }) => idHash);
}

/** Throws for a message that was there before: one that somebody kept must end no later session. */
async function keepMessage({ store, now }: Services, called: string): Promise<void> {
  const time = now();
  const hash = hashToken(`SAML sign-out ${called}`);
  await store.deleteFrom('saml_answers').where('expires_on', '<=', time.toISOString()).execute();
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('saml_answers')
    .values({
      ...{ assertion_hash: hash, request_id: hash, claims: null, created_on: time.toISOString() },
      expires_on: new Date(time.getTime() + 2 * requestMs).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new Error('It was there before.');
}
