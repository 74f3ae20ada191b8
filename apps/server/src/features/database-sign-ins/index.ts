/**
 * DATABASE SIGN-INS. People sign in to databases as themselves at a provider. In: what the provider sends them back with. Out: a page
 * that says how it went and tells those that wait; in which databases somebody is signed in, and an end to it.
 */
export { registerDatabaseSignIns } from './routes.ts';
