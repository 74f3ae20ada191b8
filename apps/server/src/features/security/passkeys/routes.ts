import { type Credentials, passkeyEndpoints, type WirePasskeyWish } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownBrowser, Session, TokenHolder, User } from '../../../access/index.ts';
import { fieldError, isServedOverTls, notFound, parseId, type Router } from '../../../http/index.ts';
import type { Services } from '../../../services.ts';
import { noteSignIn } from '../note-sign-in.ts';
import { checkTakesPasswords } from '../password-rule.ts';
import {
  type Ceremony,
  ceremonyCookie,
  ceremonyCookieOptions,
  ceremonyMs,
  newCeremony,
  readCeremony,
  sealCeremony,
  spendChallenge,
} from './ceremony.ts';
import { askForPasskey, checkShown, findBearer, notLetIn } from './entering.ts';
import {
  addPasskey,
  findPasskeys,
  handleOf,
  type Passkey,
  refuseMore,
  removePasskey,
  toKnownKey,
  toWirePasskey,
} from './passkeys.ts';
import { getRelyingParty, type RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators have. */
const algorithms = [-8, -7, -257];

/** Where somebody comes from. */
interface Origin {
  readonly address: string;
  readonly browser: KnownBrowser | undefined;
}

export interface PasskeyDoor {
  readonly signIn: {
    /** Whose password it is. */
    readonly checkPassword: (credentials: Credentials, origin: Origin) => Promise<TokenHolder>;
    /** Counts a try as failed, or refuses it; the answer takes it back. */
    readonly begin: (person: { readonly username: string; readonly id?: number }, origin: Origin) => () => void;
  };
  readonly originOf: (request: FastifyRequest) => Promise<Origin>;
  /** Whether a password is that of whoever asks; who guesses is made to wait. */
  readonly isPassword: (user: User, password: string, request: FastifyRequest) => Promise<boolean>;
  /** Begins a browser's session. */
  readonly start: (userId: number, request: FastifyRequest, reply: FastifyReply) => Promise<{ result: string }>;
}

export function registerPasskeys(router: Router, services: Services, door: PasskeyDoor): void {
  registerOwnPasskeys(router, services, door);
  const { store, config } = services;
  router.route(passkeyEndpoints.ask, async ({ body, request, reply }) => {
    checkTakesPasswords(config);
    const credentials = readCredentials(body);
    const party = getRelyingParty(request, config);
    const holder = credentials ? await door.signIn.checkPassword(credentials, await door.originOf(request)) : null;
    const { ceremony, question } = await askForPasskey(store, party, holder);
    await keepCeremony(services, ceremony, { request, reply });
    return { result: question };
  });
  router.route(passkeyEndpoints.signIn, async ({ body: shown, request, reply }) => {
    checkTakesPasswords(config);
    const party = getRelyingParty(request, config);
    const ceremony = await readCeremony(services, request.cookies[ceremonyCookie], ['enter', 'factor']);
    const bearer = await findBearer(store, shown);
    const origin = await door.originOf(request);
    // Who tries keys waits as who guesses passwords does, also where nobody has such a key.
    const takeBack = door.signIn.begin(bearer?.person ?? { username: shown.id }, origin);
    if (!ceremony || !bearer) throw notLetIn();
    await checkShown(services, bearer, { ceremony, shown, party });
    takeBack();
    dropCeremony(reply);
    await noteSignIn(services, bearer.person.id);
    return door.start(bearer.person.id, request, reply);
  });
}

function readCredentials({ username, password }: Partial<Credentials>): Credentials | null {
  if (username === undefined && password === undefined) return null;
  if (username === undefined) throw fieldError({ username: ['Must not be empty.'] }, 400);
  if (password === undefined) throw fieldError({ password: ['Must not be empty.'] }, 400);
  return { username, password };
}

function registerOwnPasskeys(router: Router, services: Services, { isPassword }: PasskeyDoor): void {
  const { store, accounts, config, textWork, log, now } = services;
  const checkPassword = async (user: User, password: string, request: FastifyRequest) => {
    if (!(await isPassword(user, password, request))) throw fieldError({ password: ['This is not your password.'] });
  };
  router.route(passkeyEndpoints.list, async ({ user }) => ({
    result: (await findPasskeys(store, user.id)).map(toWirePasskey),
  }));
  router.route(passkeyEndpoints.begin, async ({ user, session, body, request, reply }) => {
    const party = getRelyingParty(request, config);
    await checkPassword(user, body.password, request);
    const keys = await findPasskeys(store, user.id);
    refuseMore(keys);
    const known = { userId: user.id, until: untilOf(session), handle: handleOf(keys) };
    const ceremony = newCeremony({ kind: 'add', ...known });
    await keepCeremony(services, ceremony, { request, reply });
    return { result: toWish(user, keys, { ceremony, party }) };
  });
  router.route(passkeyEndpoints.add, async ({ user, session, body, request, reply, answer }) => {
    const party = getRelyingParty(request, config);
    const ceremony = await readCeremony(services, request.cookies[ceremonyCookie], ['add']);
    if (ceremony?.userId !== user.id || ceremony.until !== untilOf(session)) throw notBelieved();
    if (body.name.trim() === '') throw fieldError({ name: ['Must not be empty.'] });
    const made = await textWork.readNewPasskey({
      ...{ id: body.id, clientData: body.client_data, attestation: body.attestation, algorithms },
      expected: { ...party, challenge: ceremony.challenge, mustVerify: false },
      fairnessKey: `passkeys of ${user.id}`,
    });
    if ('problem' in made) {
      log.warn({ reason: made.problem, user: user.id }, 'a new passkey was not believed');
      throw notBelieved();
    }
    if (!(await spendChallenge(store, ceremony.challenge, now()))) throw notBelieved();
    const result = await addPasskey(services, { userId: user.id, handle: ceremony.handle, made, body });
    dropCeremony(reply);
    accounts.forget();
    return answer(201, { result });
  });
  router.route(passkeyEndpoints.remove, async ({ user, params, body, request }) => {
    const id = parseId(params.id);
    if (!(await findPasskeys(store, user.id)).some((key) => key.id === id)) throw notFound();
    await checkPassword(user, body.password, request);
    await removePasskey(services, user, id);
    accounts.forget();
    return { message: 'OK' };
  });
}

/** Programs have no session: theirs is for the person alone. */
const untilOf = (session: Session | undefined) => session?.idHash ?? '';

function notBelieved() {
  return fieldError({ passkey: ['This passkey could not be checked, or came too late. Try again.'] });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function keepCeremony(services: Services, ceremony: Ceremony, { request, reply }: Exchange): Promise<void> {
  const secure = isServedOverTls(request, services.config.publicUrl);
  reply.header('cache-control', 'no-store');
  reply.setCookie(ceremonyCookie, await sealCeremony(services, ceremony), ceremonyCookieOptions(secure));
}

function dropCeremony(reply: FastifyReply): void {
  reply.clearCookie(ceremonyCookie, { path: ceremonyCookieOptions(false).path });
}

interface Making {
  readonly ceremony: Ceremony;
  readonly party: RelyingParty;
}

function toWish(user: User, keys: readonly Passkey[], { ceremony, party }: Making): WirePasskeyWish {
  return {
    challenge: ceremony.challenge,
    rp: { id: party.rpId, name: 'Powerset' },
    user: {
      id: ceremony.handle,
      name: user.username,
      displayName: `${user.firstName} ${user.lastName}`.trim() || user.username,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyMs,
    attestation: 'none',
    // An authenticator makes no second one for the same person.
    excludeCredentials: keys.map(toKnownKey),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}
