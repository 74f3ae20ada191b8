/**
 * REGISTRATIONS. People make accounts themselves where the settings let them: a link goes to an address, and whoever opens it
 * chooses a user name and password. In: a name and an address. Out: a mail, an account with the roles of newcomers.
 */
export { registerRegistrations } from './routes.ts';
