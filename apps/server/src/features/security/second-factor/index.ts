/**
 * SECOND FACTOR. In: a person and a code of an authenticator (TOTP, RFC 6238) or for recovery. Out: nothing where it proves the
 * person, an error in words where it does not; and the calls by which people switch it on and off.
 */
export { registerSecondFactor } from './routes.ts';
export { checkFactor, checkFactorIsThere, type FactorServices } from './second-factor.ts';
