import { securityEndpoints } from '@powerset/contract';
import { hashToken, type Session, sessionCookie } from '../../../../access/index.ts';
import type { SamlSettings } from '../../../../config.ts';
import { notFound, type Router } from '../../../../http/index.ts';
import type { Services } from '../../../../services.ts';
import { failedAt, signInPage } from '../ways.ts';
import { findSession, sessionsCalled } from './provider-sessions.ts';
import { newRequestId, requestMs } from './requests.ts';
import { readSignOut, type SignOutMessage, signedOutAddress, signOutAddress } from './sign-out-messages.ts';

/** Where a browser goes on to sign out at the provider that began its session; null where it is signed out with ours. */
export async function samlSignOutAddress(
  services: Services,
  session: Pick<Session, 'idHash'> | null | undefined,
): Promise<string | null> {
  const settings = services.config.saml;
  if (!session || !settings?.signOut) return null;
  const found = await findSession(services, session.idHash);
  if (!found) return null;
  const id = newRequestId(services);
  return signOutAddress(settings, { id, now: services.now(), name: found.name, sessionIndex: found.index });
}

/** The provider signs somebody out, or says how that went which began here. */
export function registerSignOut(router: Router, services: Services): void {
  const { config, log } = services;
  const settings = config.saml;
  router.route(securityEndpoints.samlSignOut, async ({ session, request, reply }) => {
    if (!settings?.signOut) throw notFound();
    reply.header('cache-control', 'no-store');
    try {
      const [, query = ''] = /\?(.*)$/s.exec(request.raw.url ?? '') ?? [];
      const message = readSignOut(settings, services, query);
      if (message.kind === 'response')
        return reply.redirect(message.isDone ? signInPage : failedAt(undefined, 'still_there', 'saml'));
      const ended = await endCalled(services, settings, message);
      if (session && ended.includes(session.idHash)) reply.clearCookie(sessionCookie, { path: '/' });
      const answer = signedOutAddress(settings, { id: newRequestId(services), now: services.now() }, message);
      return reply.redirect(answer ?? signInPage);
    } catch (error) {
      // What is wrong with a message is for who runs the server.
      log.error({ err: error, address: request.ip }, 'the SAML provider sent no message that signs out');
      return reply.redirect(failedAt(undefined, 'failed', 'saml'));
    }
  });
}

async function endCalled(
  services: Services,
  { issuer }: SamlSettings,
  { id, name, sessionIndexes: indexes }: Extract<SignOutMessage, { kind: 'request' }>,
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
