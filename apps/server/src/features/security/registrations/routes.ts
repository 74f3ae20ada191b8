import { randomUUID } from 'node:crypto';
import { type RegistrationBody, registrationEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import {
  commandError,
  fieldError,
  notFound,
  parseId,
  parseListQuery,
  parseQ,
  publicOrigin,
  type Router,
  tellSignedIn,
} from '../../../http/index.ts';
import { textOperators, toEnvelope, toInfo, toShown } from '../../../lists/index.ts';
import type { Mail } from '../../../outgoing/index.ts';
import type { Services } from '../../../services.ts';
import {
  createTurns,
  type LinkMail,
  makePasswordLink,
  type SendsMail,
  toPasswordUrl,
  wordLinkMail,
} from '../password-links/index.ts';
import { checkTakesPasswords } from '../password-rule.ts';
import { createThrottle } from '../throttle.ts';
import {
  distinctOfRegistrations,
  listRegistrations,
  registrationOrder,
  toWireRegistration,
} from './registration-list.ts';
import { activate, checkRoom, getByToken, getPending, letIn, noteRegistration } from './registrations.ts';

const sendMs = 60_000;
/** People who share an address of the network register a few times an hour; who asks more often is none. */
const hourly = {
  windowMs: 3_600_000,
  limits: { nameAtAddress: 4, nameInBrowser: 4, address: 30, name: 8 },
} as const;

export function registerRegistrations(router: Router, services: Services, mail: SendsMail): void {
  const { config, log } = services;
  const throttle = createThrottle({ ...services, door: 'registering', ...hourly });
  const inTurns = createTurns();
  router.route(registrationEndpoints.ask, async ({ body, request }) => {
    const letters = await openLetters(services, mail);
    checkDomain(body.email, config.registration?.domains ?? null);
    throttle.begin({ username: body.email, address: request.ip, browserId: undefined });
    await checkRoom(services);
    const origin = originOf(services, request);
    const fail = (error: unknown) => log.warn({ err: error }, 'A mail about an account could not be sent');
    // Answered before anything is looked up: how long that takes says of nobody that he is there.
    inTurns(async () => {
      try {
        const letter = await toLetter(services, body, origin);
        if (letter) void send(letters, letter).catch(fail);
      } catch (error) {
        fail(error);
      }
    });
    return { message: 'A mail is on its way to this address.' };
  });
  router.route(registrationEndpoints.read, async ({ body }) => {
    await openLetters(services, mail);
    const { username, first_name, last_name, email } = await getByToken(services, body.token);
    return { result: { username, first_name, last_name, email } };
  });
  router.route(registrationEndpoints.activate, async ({ body, request }) => {
    await openLetters(services, mail);
    tellSignedIn(request, await activate(services, body));
    return { result: 'OK' };
  });
  registerPending(router, services, mail);
}

/** Not before there is an administrator: the first account is made in the terminal’s way. */
async function openLetters({ config, accounts }: Services, mail: SendsMail): Promise<Mail> {
  checkTakesPasswords(config);
  if (!mail || !config.registration || !(await accounts.hasUsers())) throw notFound();
  return mail;
}

function checkDomain(email: string, domains: readonly string[] | null): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains && !domains.includes(domain))
    throw fieldError({ email: [`Accounts are made here for addresses of ${domains.join(', ')} alone.`] });
}

const originOf = ({ config }: Services, request: FastifyRequest) => publicOrigin(request, config);

interface Letter extends LinkMail {
  readonly to: string;
}

async function toLetter(services: Services, body: RegistrationBody, origin: string): Promise<Letter | null> {
  const notice = await noteRegistration(services, body);
  if (!notice) return null;
  const { email: to, locale } = body;
  if (notice.kind === 'link')
    return {
      ...{ to, locale, purpose: 'registration', username: '', firstName: '' },
      // After the sign of a place in a page, which browsers keep to themselves.
      url: `${origin}/register/activation/#${notice.token}`,
    };
  const { username, first_name: firstName, email } = notice.user;
  return { ...{ to: email, locale, purpose: 'known_address', username, firstName }, url: `${origin}/login/` };
}

async function send(mail: Mail, { to, ...letter }: Letter): Promise<void> {
  const message = { ...wordLinkMail(letter), id: randomUUID(), to: [to], files: [] };
  await mail.send(message, AbortSignal.timeout(sendMs));
}

function registerPending(router: Router, services: Services, mail: SendsMail): void {
  const { store, now, log } = services;
  registerReads(router, services);
  router.route(registrationEndpoints.create, refuse);
  router.route(registrationEndpoints.change, async ({ params }) => {
    await getPending(services, parseId(params.id));
    return refuse();
  });
  router.route(registrationEndpoints.delete, async ({ params }) => {
    const { id } = await getPending(services, parseId(params.id));
    await store.deleteFrom('registrations').where('id', '=', id).execute();
    return { message: 'OK' };
  });
  router.route(registrationEndpoints.letIn, async ({ params, body, request }) => {
    checkTakesPasswords(services.config);
    const userId = await letIn(services, parseId(params.id));
    const {
      username,
      email,
      first_name: firstName,
    } = await store
      .selectFrom('users')
      .select(['username', 'email', 'first_name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const { token, expiresOn } = await makePasswordLink({ store, now }, userId, 'invitation');
    const url = toPasswordUrl(originOf(services, request), token);
    const letter: Letter = { to: email, url, purpose: 'invitation', username, firstName, locale: body.locale };
    const isMailed = await sendOrTell(mail, letter, (error) =>
      log.warn({ err: error }, 'A mail about an account could not be sent'),
    );
    return { result: { username, is_mailed: isMailed, url: isMailed ? null : url, expires_on: expiresOn } };
  });
}

const refuse = (): never => {
  throw commandError(
    'People ask for accounts themselves: a registration is let in or removed, and not made or changed by hand.',
  );
};

/** The account is made in any case: where the mail does not go, the link is handed over. */
async function sendOrTell(mail: SendsMail, letter: Letter, fail: (error: unknown) => void): Promise<boolean> {
  if (!mail) return false;
  try {
    await send(mail, letter);
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

function registerReads(router: Router, services: Services): void {
  const { store, now } = services;
  router.route(registrationEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const found = await listRegistrations(store, asked, now());
    const orderColumns = Object.keys(registrationOrder);
    return toEnvelope({ query: asked, ...found, title: 'List User Registrations', orderColumns });
  });
  router.route(registrationEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        ...{ user, view: 'User', verbs: ['can_read', 'can_write'], title: 'User Registration' },
        ...{ addForm: null, editForm: null },
        filters: { email: ['registration_all_text', ...textOperators], username: textOperators },
      },
      parseQ(query),
    ),
  );
  router.route(registrationEndpoints.distinct, ({ params, query }) =>
    distinctOfRegistrations(store, { column: params.column, query: parseListQuery(query), now: now() }),
  );
  router.route(registrationEndpoints.related, () => {
    throw notFound();
  });
  router.route(registrationEndpoints.get, async ({ params }) => {
    const row = await getPending(services, parseId(params.id));
    return toShown({ id: row.id, row: toWireRegistration(row), query: {}, title: 'Show User Registration' });
  });
}
