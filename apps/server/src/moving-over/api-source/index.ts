/**
 * API SOURCE. Another installation read by its REST interface, for whom has no more of it than an account. In: its address, and with
 * what somebody signs in. Out: the tables of its metadata database, as far as the interface tells them, and what it does not tell.
 */
export type { Credentials } from './client.ts';
export { type ReadApi, readApi } from './read-api.ts';
