/**
 * PASSKEYS. Keys of authenticators (WebAuthn) by which people sign in: beside the password, or without it. In: what an
 * authenticator made or signed for a page of ours. Out: the person, or an error in words; and the calls by which people add and
 * remove theirs.
 */
export { hasPasskeys, removePasskeys } from './passkeys.ts';
export { relyingPartyOf } from './relying-party.ts';
export { registerPasskeys } from './routes.ts';
