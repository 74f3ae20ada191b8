import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const minKeyBytes = 32;

/** The installation's own key and what is derived from it; nothing of it is ever the same on two installations. */
export interface Secrets {
  /** Key that signs bearer tokens. */
  readonly tokenKey: Uint8Array;
  /** Key that signs what a browser shows to be known again. */
  readonly browserKey: Uint8Array;
  /** Key that signs guest tokens, unless one of the settings does. */
  readonly guestKey: Uint8Array;
  encrypt(text: string): string;
  decrypt(text: string): string;
}

/** Reads the installation's key from the data folder, or makes one at first start; a short key is refused. */
export function loadSecrets(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secret.key');
  if (!existsSync(file)) makeKey(file);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (key.length < minKeyBytes)
    throw new Error(
      `The key in ${file} is shorter than ${minKeyBytes} bytes. Put a longer one there, or remove the file for a new installation.`,
    );
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', key, 'powerset', purpose, 32));
  const storeKey = derive('stored secrets');
  return {
    tokenKey: derive('bearer tokens'),
    browserKey: derive('known browsers'),
    guestKey: derive('guest tokens'),
    encrypt: (text) => encryptText(storeKey, text),
    decrypt: (text) => decryptText(storeKey, text),
  };
}

/** All of it is on the disk before it has its name: a start that is cut short leaves no half a key behind. */
function makeKey(file: string): void {
  const part = `${file}.part`;
  const handle = openSync(part, 'w', 0o600);
  try {
    writeSync(handle, randomBytes(48).toString('base64url'));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}

/** A random text that cannot be guessed, for sessions, tokens and keys in links. */
export function createToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** What is stored of a token, so that reading the store does not reveal it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function isSameToken(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function encryptText(key: Uint8Array, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

function decryptText(key: Uint8Array, text: string): string {
  const [nonce, tag, sealed] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !sealed) throw new Error('A stored secret is damaged.');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
