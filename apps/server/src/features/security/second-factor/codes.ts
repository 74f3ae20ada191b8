import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '../../../access/index.ts';

/** What all authenticators do without being told: RFC 6238 with its defaults. */
const periodMs = 30_000;
/** A clock may be half a minute off, and a code be typed slowly. */
const nearSteps = 1;
const recoveryCount = 10;
const recoveryLength = 10;
/** Without those that are read as another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function totpOf(secret: string, label?: string): TOTP {
  return new TOTP({ issuer: 'Powerset', ...(label === undefined ? {} : { label }), secret: Secret.fromBase32(secret) });
}

/** What an authenticator reads from a picture: `otpauth://totp/…`. */
export function toFactorUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** The step of time that a code belongs to; null for one of no step near. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, window: nearSteps, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / periodMs) + delta;
}

/** For whoever has lost the authenticator: each is taken once. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCount }, () => {
    const text = Array.from({ length: recoveryLength }, () => letters[randomInt(letters.length)]).join('');
    return `${text.slice(0, recoveryLength / 2)}-${text.slice(recoveryLength / 2)}`;
  });
}

/** However it was typed. Nobody guesses one of fifty bits, so that a plain hash keeps it. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
