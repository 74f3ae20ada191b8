import { randomUUID } from 'node:crypto';
import { securityEndpoints, userEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import {
  AppError,
  commandError,
  notFound,
  parseId,
  publicOrigin,
  type Router,
  tellSignedIn,
} from '../../../http/index.ts';
import type { Row } from '../../../metadata/index.ts';
import { type Mail, SendError } from '../../../outgoing/index.ts';
import type { Services } from '../../../services.ts';
import { refuseAdministrator } from '../administrators.ts';
import { checkKeepsPassword } from '../directory/index.ts';
import { checkTakesPasswords } from '../password-rule.ts';
import { createThrottle } from '../throttle.ts';
import { getPasswordLink, makePasswordLink, spendPasswordLink } from './links.ts';
import { wordLinkMail } from './mail-words.ts';
import { createTurns } from './turns.ts';

/** Null where no mail server is set up. */
export type SendsMail = Mail | null;

const sendMs = 60_000;
/** Nobody's letter box is filled by whoever knows a name. */
const pauseMs = 300_000;
/** Accounts of one address, each of which gets its own link. */
const mostAccounts = 5;

export function registerPasswordLinks(router: Router, services: Services, mail: SendsMail): void {
  const throttle = createThrottle({ ...services, door: 'forgotten passwords' });
  const inTurns = createTurns();
  const { config } = services;
  router.route(securityEndpoints.askPasswordReset, async ({ body, request }) => {
    checkTakesPasswords(config);
    if (!mail) throw notFound();
    throttle.begin({ username: body.name, address: request.ip, browserId: undefined });
    // Answered before anything is looked up: how long that takes says of nobody that he is there.
    const asked = { name: body.name, locale: body.locale, origin: originOf(services, request) };
    const fail = (error: unknown) => services.log.warn({ err: error }, 'A link for a new password could not be sent');
    inTurns(async () => {
      try {
        // A mail server that is slow holds up nobody but the letter that it takes.
        for (const letter of await makeResets(services, asked)) void send(mail, letter).catch(fail);
      } catch (error) {
        fail(error);
      }
    });
    return { message: 'If somebody has this name or address, a link is on its way there.' };
  });
  router.route(securityEndpoints.readPasswordLink, async ({ body }) => {
    checkTakesPasswords(config);
    const { purpose, user } = await getPasswordLink(services, body.token);
    return { result: { purpose, username: user.username, first_name: user.first_name } };
  });
  router.route(securityEndpoints.usePasswordLink, async ({ body, request }) => {
    checkTakesPasswords(config);
    tellSignedIn(request, await spendPasswordLink(services, body));
    return { result: 'OK' };
  });
  registerInvitations(router, services, mail);
}

function registerInvitations(router: Router, services: Services, mail: SendsMail): void {
  router.route(userEndpoints.makePasswordLink, async ({ user: by, params, body, request }) => {
    checkTakesPasswords(services.config);
    const user = await services.store
      .selectFrom('users')
      .selectAll()
      .where('id', '=', parseId(params.id))
      .executeTakeFirst();
    if (!user) throw notFound();
    await refuseAdministrator(services.store, by, user.id);
    await checkKeepsPassword(services, user.id);
    if (user.is_active !== 1) throw commandError('This person may not sign in.');
    if (body.is_mailed && !mail) throw commandError('No mail server is set up.');
    if (body.is_mailed && !user.email) throw commandError('This person has no e-mail address.');
    const { token, expiresOn } = await makePasswordLink(services, user.id, 'invitation');
    const url = toPasswordUrl(originOf(services, request), token);
    if (body.is_mailed && mail)
      await send(mail, { user, url, purpose: 'invitation', locale: body.locale }).catch((error: unknown) => {
        throw error instanceof SendError ? commandError(error.message) : error;
      });
    return { result: { url, is_mailed: body.is_mailed, expires_on: expiresOn } };
  });
}

const originOf = ({ config }: Services, request: FastifyRequest) => publicOrigin(request, config);
/** After the sign of a place in a page, which browsers keep to themselves: it stands in no log on the way. */
export const toPasswordUrl = (origin: string, token: string) => `${origin}/choose_password/#${token}`;

interface Asked {
  readonly name: string;
  readonly locale: string | undefined;
  readonly origin: string;
}

async function makeResets(services: Services, { name, locale, origin }: Asked): Promise<readonly Letter[]> {
  // A link without a host leads nowhere from a letter box.
  if (origin === '')
    throw new AppError('GENERIC_COMMAND_ERROR', { params: { message: 'POWERSET_PUBLIC_URL is not set.' } });
  const letters: Letter[] = [];
  for (const user of await findForgetful(services, name)) {
    const { token } = await makePasswordLink(services, user.id, 'reset');
    letters.push({ user, url: toPasswordUrl(origin, token), purpose: 'reset', locale });
  }
  return letters;
}

/** Who has the name or address, may sign in by password, and was sent no link a moment ago. */
async function findForgetful({ store, now }: Services, name: string): Promise<readonly Row<'users'>[]> {
  const since = new Date(now().getTime() - pauseMs).toISOString();
  const asked = name.trim().toLowerCase();
  return store
    .selectFrom('users')
    .selectAll()
    .where(({ fn, or, eb }) =>
      or([eb(fn<string>('lower', ['username']), '=', asked), eb(fn<string>('lower', ['email']), '=', asked)]),
    )
    .where('is_active', '=', 1)
    .where('email', '!=', '')
    .where('id', 'not in', store.selectFrom('user_identities').select('user_id'))
    .where(
      'id',
      'not in',
      store
        .selectFrom('password_links')
        .select('user_id')
        .where('purpose', '=', 'reset')
        .where('created_on', '>', since),
    )
    .orderBy('id')
    .limit(mostAccounts)
    .execute();
}

interface Letter {
  readonly user: Row<'users'>;
  readonly url: string;
  readonly purpose: 'reset' | 'invitation';
  readonly locale: string | undefined;
}

async function send(mail: Mail, { user, ...letter }: Letter): Promise<void> {
  const words = wordLinkMail({ ...letter, username: user.username, firstName: user.first_name });
  const message = { ...words, id: randomUUID(), to: [user.email], files: [] };
  await mail.send(message, AbortSignal.timeout(sendMs));
}
