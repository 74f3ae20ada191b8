/**
 * SECURITY. Setting up the first administrator, users, their roles and what those may do and read, signing in and out, bearer tokens, the signed-in user.
 * In: credentials. Out: sessions, tokens, the user with roles and permissions.
 */
export { registerSecurity, type SecurityOptions } from './routes.ts';
export { createSetUp, type SetUp } from './set-up.ts';
