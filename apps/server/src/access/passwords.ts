import { hash, verify } from '@node-rs/argon2';
import { isOlderHash, isOlderPasswordRight } from './older-passwords.ts';

const minLength = 10;
const commonPasswords = new Set([
  'password',
  'passwort',
  'qwertyuiop',
  'administrator',
  'letmein',
  'iloveyou',
  'superset',
  'powerset',
  'changeme',
]);

/** Says what is wrong with a new password, or nothing. */
export function findPasswordProblem(password: string, username: string): string | undefined {
  if (password.length < minLength) return `Use at least ${minLength} characters.`;
  if (password.length > 200) return 'Use at most 200 characters.';
  const plain = password.toLowerCase();
  if (username.length > 2 && plain.includes(username.toLowerCase()))
    return 'The password must not contain the user name.';
  if (new Set(plain).size < 5) return 'Use more different characters.';
  if ([...commonPasswords].some((word) => plain.startsWith(word) && plain.length < word.length + 6))
    return 'This password is easy to guess.';
  return undefined;
}

/** Hashes with argon2id at the library's recommended cost. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19456, timeCost: 2, parallelism: 1 });
}

export async function isPasswordRight(passwordHash: string, password: string): Promise<boolean> {
  try {
    if (isOlderHash(passwordHash)) return await isOlderPasswordRight(passwordHash, password);
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}
