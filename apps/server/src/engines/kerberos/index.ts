/**
 * KERBEROS. Tickets by which this server signs in to others, as whoever the deployment's keytab or ticket cache names. The package
 * that speaks with the system's library is added by whoever needs it, and works in a process of its own. In: a service and its host.
 * Out: tokens, sign-ins that go on message by message, EngineErrors that say why there is none.
 */
export { type KerberosTarget, toKerberosOptions, toKerberosTarget } from './options.ts';
export type { TicketTarget } from './protocol.ts';
export { Kerberos, type KerberosOptions, negotiateBy, type Talk } from './tickets.ts';
