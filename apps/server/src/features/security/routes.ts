import { asyncEventsSocket, type Bootstrap, securityEndpoints } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  browserCookie,
  can,
  createKnownBrowsers,
  createToken,
  hashToken,
  type KnownBrowsers,
  type Permission,
  type SignedInBy,
  sessionCookie,
  type User,
} from '../../access/index.ts';
import type { Config } from '../../config.ts';
import { AppError, isServedOverTls, placeOf, type Router, tellSignedIn } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { createDirectoryRound, type DirectoryRound } from './directory/index.ts';
import { registerGroups } from './groups.ts';
import { registerListPages } from './list-pages.ts';
import { changeOwnAccount } from './own-account.ts';
import { registerOwnSessions } from './own-sessions.ts';
import { registerPasskeys, relyingPartyOf } from './passkeys/index.ts';
import { registerPasswordLinks, type SendsMail } from './password-links/index.ts';
import { toMe, toVisitor, toWireUser } from './present.ts';
import { registerRegistrations } from './registrations/index.ts';
import { registerRoles } from './roles.ts';
import { checkFactorIsThere, registerSecondFactor } from './second-factor/index.ts';
import type { SetUp } from './set-up.ts';
import { createSignIn, type Origin, type SignIn } from './sign-in.ts';
import { registerSaml, registerSingleSignOn, samlSignOutAddress } from './single-sign-on/index.ts';
import type { EndRuns } from './user-deletion.ts';
import { registerUsers } from './users.ts';
import { registerViewAs } from './view-as.ts';

export interface SecurityOptions {
  readonly setUp: SetUp;
  readonly version: string;
  readonly endRunsOf: EndRuns;
  readonly mail: SendsMail;
  /** The looks that the product has been given. */
  readonly findLooks: () => Promise<Pick<Bootstrap, 'theme'>>;
}

/** Brings what looks again and again who is gone from the directory; null where there is none. */
export function registerSecurity(router: Router, services: Services, options: SecurityOptions): DirectoryRound | null {
  // One for both doors, so that tries at one count at the other.
  const door = { signIn: createSignIn(services), browsers: createKnownBrowsers(services) };
  registerTokens(router, services, door);
  registerUsers(router, services, options.endRunsOf);
  registerSecondFactor(router, services, confirmBy(door));
  registerPasswordLinks(router, services, options.mail);
  registerRegistrations(router, services, options.mail);
  registerRoles(router, services);
  registerListPages(router, services);
  registerGroups(router, services);
  registerSessions(router, services, { setUp: options.setUp, ...door });
  const toUser = async (user: User) => toWireUser(user, await loadRolePermissions(services, user));

  router.route(securityEndpoints.me, async ({ user }) => ({ result: toMe(user, await countLogins(services, user)) }));
  router.route(securityEndpoints.myRoles, async ({ user }) => {
    const { roles, permissions } = await toUser(user);
    return { result: { ...toMe(user, await countLogins(services, user)), roles, permissions } };
  });
  router.route(securityEndpoints.bootstrap, async ({ user, session, request, reply }): Promise<Bootstrap> => {
    reply.header('cache-control', 'no-store');
    return {
      user: user.isAnonymous ? toVisitor(user) : await toUser(user),
      ...(user.lacksFactor ? { needsSecondFactor: true } : {}),
      ...(user.viewedBy ? { viewedBy: user.viewedBy.username } : {}),
      needsSetUp: await options.setUp.isNeeded(),
      csrfToken: session?.csrfToken ?? null,
      featureFlags: services.config.featureFlags,
      conf: { ...toConf(services.config), PASSKEYS: hasPasskeysAt(request, services.config) ? 1 : 0 },
      scheduleForm: services.config.scheduleForm,
      runsSchedules: services.config.runsSchedules,
      ...toPlugins(services, user),
      ...(await options.findLooks()),
      locale: 'en',
      version: options.version,
    };
  });
  const { ldap } = services.config;
  return ldap && createDirectoryRound(services, ldap);
}

/** What pages know of each plugin before its code comes, and why others are not offered; nothing where there are none. */
function toPlugins({ plugins }: Services, user: User): Pick<Bootstrap, 'chartPlugins' | 'refusedPlugins'> {
  const chartPlugins = plugins.all.map(({ facts, version, frame }) => ({
    ...facts,
    ...{ tags: [...facts.tags], behaviors: [...facts.behaviors] },
    ...{ version, hasView: frame !== null },
  }));
  // Whoever meets a chart of such a type is told why it is not drawn; the whole list is for who looks after the server.
  const refused = plugins.refused.filter(({ key }) => key !== null || can(user, 'can_read', 'Metrics'));
  return {
    ...(chartPlugins.length > 0 ? { chartPlugins } : {}),
    ...(refused.length > 0 ? { refusedPlugins: refused.map((one) => ({ ...one })) } : {}),
  };
}

interface Door {
  readonly signIn: SignIn;
  readonly browsers: KnownBrowsers;
}

async function originOf(request: FastifyRequest, browsers: KnownBrowsers): Promise<Origin> {
  return { address: request.ip, browser: await browsers.read(request.cookies[browserCookie]) };
}

/** Whether a password is that of somebody who is signed in. */
function confirmBy({ signIn, browsers }: Door) {
  return async ({ username }: User, password: string, request: FastifyRequest) =>
    signIn.confirm({ username, password }, await originOf(request, browsers));
}

/** Whether people sign in by passkeys at this address. */
function hasPasskeysAt(request: FastifyRequest, config: Config): boolean {
  return config.takesPasswords && relyingPartyOf(request, config) !== null;
}

function registerTokens(router: Router, services: Services, { signIn, browsers }: Door): void {
  const { sessions } = services;
  router.route(securityEndpoints.login, async ({ body, request }) => {
    const holder = await signIn.check(body, await originOf(request, browsers));
    await checkFactorIsThere(services, holder.id);
    tellSignedIn(request, holder.id);
    const accessToken = await sessions.signToken(holder, 'access');
    return {
      access_token: accessToken,
      ...(body.refresh ? { refresh_token: await sessions.signToken(holder, 'refresh') } : {}),
    };
  });
  // The caller was recognised by its refresh token, which the router takes at this one path.
  router.route(securityEndpoints.refresh, async ({ user }) => {
    if (user.isAnonymous) throw new AppError('UNAUTHENTICATED_ERROR');
    return { access_token: await sessions.signToken(user, 'access') };
  });
}

function registerSessions(
  router: Router,
  services: Services,
  { setUp, signIn, browsers }: Door & { readonly setUp: SetUp },
): void {
  const { accounts, sessions, config, store } = services;
  const beginBy = (by: SignedInBy) => async (userId: number, request: FastifyRequest, reply: FastifyReply) => {
    tellSignedIn(request, userId);
    const { browser } = await originOf(request, browsers);
    const { token, expires } = await sessions.start(userId, by, placeOf(request));
    const known = await browsers.remember(browser, userId);
    const secure = isServedOverTls(request, config.publicUrl);
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
    reply.setCookie(sessionCookie, token, { ...options, expires });
    reply.setCookie(browserCookie, known.cookie, { ...options, expires: known.expires });
    return hashToken(token);
  };
  const startBy = (by: SignedInBy) => async (userId: number, request: FastifyRequest, reply: FastifyReply) => {
    await beginBy(by)(userId, request, reply);
    return { result: 'OK' };
  };
  const start = startBy('password');
  router.route(securityEndpoints.signIn, async ({ body, request, reply }) => {
    const { id } = await signIn.check(body, await originOf(request, browsers));
    return start(id, request, reply);
  });
  router.route(securityEndpoints.changeMe, async ({ user, session, body, request, reply }) => {
    const origin = await originOf(request, browsers);
    const confirm = (password: string) => signIn.confirm({ username: user.username, password }, origin);
    const hasEndedAll = await changeOwnAccount(services, { user, body, confirm });
    // Whoever changed it in a browser stays there.
    if (hasEndedAll && session) await start(user.id, request, reply);
    const { first_name: firstName, last_name: lastName } = await store
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    return { result: toMe({ ...user, firstName, lastName }, await countLogins(services, user)) };
  });
  router.route(securityEndpoints.setUp, async ({ body, request, reply }) =>
    start(await setUp.complete(body), request, reply),
  );
  registerSingleSignOn(router, services, startBy('provider'));
  registerPasskeys(router, services, {
    ...{ signIn, originOf: (request) => originOf(request, browsers), start: startBy('passkey') },
    isPassword: confirmBy({ signIn, browsers }),
  });
  registerSaml(router, services, beginBy('provider'));
  registerOwnSessions(router, services);
  registerViewAs(router, services);
  router.route(securityEndpoints.signOut, async ({ user, session, reply }) => {
    const address = await samlSignOutAddress(services, session);
    if (session) await sessions.end(session);
    // Not of whom one looks as.
    await sessions.endTokensOf(user.viewedBy?.id ?? user.id);
    accounts.forget();
    reply.clearCookie(sessionCookie, { path: '/' });
    return { result: 'OK', ...(address === null ? {} : { redirect: address }) };
  });
  router.route(securityEndpoints.csrfToken, ({ session, reply }) => {
    reply.header('cache-control', 'no-store');
    // A bearer call needs no token, but the reference's clients ask for one all the same.
    return { result: session?.csrfToken ?? createToken() };
  });
}

async function loadRolePermissions(
  { store }: Services,
  user: User,
): Promise<Readonly<Record<string, readonly Permission[]>>> {
  const byRole: Record<string, Permission[]> = Object.fromEntries(user.roles.map((role) => [role.name, []]));
  if (user.roles.length === 0) return byRole;
  const rows = await store
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .select(['roles.name', 'role_permissions.permission', 'role_permissions.view'])
    .where(
      'roles.id',
      'in',
      user.roles.map((role) => role.id),
    )
    .execute();
  for (const { name, permission, view } of rows) byRole[name]?.push({ permission, view });
  return byRole;
}

/** Settings that the interface needs, under the reference's names. */
function toConf(config: Config): Bootstrap['conf'] {
  return {
    ROW_LIMIT: config.rowLimit,
    SQL_MAX_ROW: config.sqlMaxRow,
    SQLLAB_MAX_ROW: config.sqllabMaxRow,
    DISPLAY_MAX_ROW: config.displayMaxRow,
    DEFAULT_SQLLAB_LIMIT: config.defaultSqllabLimit,
    SQLLAB_DEFAULT_DBID: config.defaultSqllabDatabaseId || null,
    DEFAULT_VIZ_TYPE: 'table',
    OIDC_LABEL: config.oidc?.label ?? null,
    SAML_LABEL: config.saml?.label ?? null,
    LDAP_LABEL: config.ldap?.label ?? null,
    PASSWORD_SIGN_IN: config.takesPasswords ? 1 : 0,
    SENDS_MAIL: config.smtpUrl !== null && config.mailFrom !== null ? 1 : 0,
    REGISTRATION: config.registration !== null && config.takesPasswords ? 1 : 0,
    REGISTRATION_DOMAINS: [...(config.registration?.domains ?? [])],
    DEFAULT_TIME_FILTER: 'No filter',
    NATIVE_FILTER_DEFAULT_ROW_LIMIT: 1000,
    FILTER_SELECT_ROW_LIMIT: 10000,
    SAMPLES_ROW_LIMIT: 1000,
    SUPERSET_DASHBOARD_POSITION_DATA_LIMIT: 65535,
    UPLOAD_MAX_MB: config.uploadMaxMb,
    TRASH_DAYS: config.trashDays,
    // Files and the examples lie in the embedded engine, which several processes have not.
    HAS_EXAMPLES: config.hasExamples && config.peerUrl === null ? 1 : 0,
    TAKES_FILES: config.peerUrl === null ? 1 : 0,
    PERMISSION_INSTRUCTIONS_LINK: config.accessLink,
    ERROR_MESSAGES: config.errorMessages,
    VIZ_TYPE_DENYLIST: [...config.deniedChartTypes],
    MAP_TILES: config.mapTiles,
    MAP_ATTRIBUTION: config.mapAttribution,
    GLOBAL_ASYNC_QUERIES_TRANSPORT: config.asyncTransport,
    GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: config.asyncSocketUrl ?? asyncEventsSocket.path,
  };
}

/** How often somebody has signed in. */
async function countLogins({ store }: Services, { id }: User): Promise<number> {
  const row = await store.selectFrom('users').select('login_count').where('id', '=', id).executeTakeFirst();
  return row?.login_count ?? 0;
}
