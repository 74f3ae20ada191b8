/**
 * ACCESS. Who is asking, and may they? Users, roles, sessions, tokens, the one policy `can(user, verb, view)`.
 * In: cookies, tokens, passwords. Out: a `User` and yes or no.
 */
export {
  type Accounts,
  createAccounts,
  findWithFactor,
  hasFactor,
  insertUser,
  isFactorRequired,
  type NewAccount,
  type RequiredFactor,
  unnamedAdmin,
} from './accounts.ts';
export { type Agents, agentCallHeader, agentTokenPrefix, createAgents, isAgentScope } from './agents.ts';
export { type ApiKeys, apiKeyPrefix, createApiKeys } from './api-keys.ts';
export { type DataScope, isWide, loadDataScope } from './data-scope.ts';
export { createGuests, type GuestClaims, type Guests } from './guests.ts';
export { browserCookie, createKnownBrowsers, type KnownBrowser, type KnownBrowsers } from './known-browsers.ts';
export { toNetwork } from './networks.ts';
export { isOlderHash } from './older-passwords.ts';
export { findPasswordProblem, hashPassword, isPasswordRight } from './passwords.ts';
export { allPermissions, builtInRoles, type Permission, permissionKey } from './permissions.ts';
export {
  can,
  canAccessData,
  canAccessDatabase,
  canAccessSchema,
  canEdit,
  canSeeDatabase,
  type DataObject,
  type Guest,
  isAdmin,
  mayOnlyRead,
  scopeOf,
  type TriedRule,
  type User,
} from './policy.ts';
export {
  addKey,
  createToken,
  dropOldKeys,
  hashToken,
  isSameToken,
  loadSecrets,
  type Secrets,
} from './secrets.ts';
export { findSeenUser } from './seen-user.ts';
export {
  createSessions,
  type OpenSession,
  type Place,
  type Session,
  type Sessions,
  type SignedInBy,
  sessionCookie,
  type TokenHolder,
} from './sessions.ts';
export {
  findVisibleChart,
  listedCharts,
  listedDashboards,
  ownedCharts,
  ownedDashboards,
  readableDatasets,
  sharedDashboards,
  starredCharts,
  starredDashboards,
  visibleCharts,
  visibleDashboards,
  visibleReports,
} from './visibility.ts';
