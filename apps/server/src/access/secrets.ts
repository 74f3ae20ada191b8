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
  /** Key that signs calls which the server makes for agents. */
  readonly agentKey: Uint8Array;
  /** Key that signs what processes keep for and tell each other. */
  readonly sharedKey: Uint8Array;
  /** Lets whoever reads it in the log of any of the processes make the first administrator. */
  readonly setUpToken: string;
  /** Tells whether two processes have the same key, and nothing of it. */
  readonly keyCheck: string;
  encrypt(text: string): string;
  decrypt(text: string): string;
}

/** Reads the installation's key from the data folder, or makes one at first start; a short key is refused. */
export function loadSecrets(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secret.key');
  if (!existsSync(file)) makeKey(file);
  const [key = Buffer.alloc(0), ...older] = readKeys(file).map((line) => Buffer.from(line, 'base64url'));
  if (key.length < minKeyBytes)
    throw new Error(
      `The key in ${file} is shorter than ${minKeyBytes} bytes. Put a longer one there, or remove the file for a new installation.`,
    );
  const derive = (purpose: string, of = key) => new Uint8Array(hkdfSync('sha256', of, 'powerset', purpose, 32));
  const storeKeys = [key, ...older].map((one) => derive('stored secrets', one));
  const [storeKey = derive('stored secrets')] = storeKeys;
  return {
    tokenKey: derive('bearer tokens'),
    browserKey: derive('known browsers'),
    guestKey: derive('guest tokens'),
    agentKey: derive('agent calls'),
    sharedKey: derive('shared cache'),
    setUpToken: Buffer.from(derive('set-up token').subarray(0, 18)).toString('base64url'),
    keyCheck: Buffer.from(derive('key check')).toString('base64url'),
    encrypt: (text) => encryptText(storeKey, text),
    decrypt: (text) => decryptByAny(storeKeys, text),
  };
}

/** The installation's key, and below it those that were before it, while what they encrypted is written anew. */
function readKeys(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
}

/** Puts a new key above those of the installation, which go on decrypting what they encrypted. */
export function addKey(dataFolder: string): void {
  const file = join(dataFolder, 'secret.key');
  writeKeys(file, [newKey(), ...(existsSync(file) ? readKeys(file) : [])]);
}

/** Forgets all keys but the newest. */
export function dropOldKeys(dataFolder: string): void {
  const file = join(dataFolder, 'secret.key');
  writeKeys(file, readKeys(file).slice(0, 1));
}

const newKey = () => randomBytes(48).toString('base64url');
const makeKey = (file: string) => writeKeys(file, [newKey()]);

/** All of it is on the disk before it has its name: a start that is cut short leaves no half a key behind. */
function writeKeys(file: string, keys: readonly string[]): void {
  const part = `${file}.part`;
  const handle = openSync(part, 'w', 0o600);
  try {
    writeSync(handle, keys.join('\n'));
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

/** One of the keys fits, or the text is damaged. */
function decryptByAny(keys: readonly Uint8Array[], text: string): string {
  for (const key of keys.slice(0, -1)) {
    try {
      return decryptText(key, text);
    } catch {
      // Encrypted before that key was made.
    }
  }
  return decryptText(keys.at(-1) ?? new Uint8Array(), text);
}

function decryptText(key: Uint8Array, text: string): string {
  const [nonce, tag, sealed] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !sealed) throw new Error('A stored secret is damaged.');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
