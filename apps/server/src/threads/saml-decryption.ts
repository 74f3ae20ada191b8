/**
 * The assertion of a SAML answer that is encrypted for us, and names that are (XML Encryption). Which of its parts is which is read of one shape
 * alone; what comes out is looked at as if it had stood there, and must be signed itself.
 */
import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import { TaskError } from './task-error.ts';

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const xmlenc11 = 'http://www.w3.org/2009/xmlenc11#';

/** No 3DES, and no RSA with the padding of PKCS #1 v1.5. */
const ciphers: Readonly<Record<string, { readonly name: 'aes-128' | 'aes-256'; readonly mode: 'gcm' | 'cbc' }>> = {
  [`${xmlenc11}aes128-gcm`]: { name: 'aes-128', mode: 'gcm' },
  [`${xmlenc11}aes256-gcm`]: { name: 'aes-256', mode: 'gcm' },
  [`${xmlenc}aes128-cbc`]: { name: 'aes-128', mode: 'cbc' },
  [`${xmlenc}aes256-cbc`]: { name: 'aes-256', mode: 'cbc' },
};
/** Of OAEP, whose mask is made with the same but for the older name. */
const digests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  [`${xmlenc}sha256`]: 'sha256',
  [`${xmlenc}sha512`]: 'sha512',
};

const encryptedPart = /<((?:[^\s<>/:]+:)?)EncryptedAssertion(?:\s[^<>]*)?>[\s\S]*?<\/\1EncryptedAssertion\s*>/g;

export function hasEncryptedAssertion(xml: string): boolean {
  return /<(?:[^\s<>/:]+:)?EncryptedAssertion[\s/>]/.test(xml);
}

/** The answer with the assertion in the place of what was encrypted. Why it cannot be read is told to nobody who sends such. */
export function decryptAnswer(xml: string, key: KeyObject): string {
  const parts = xml.match(encryptedPart) ?? [];
  if (parts.length !== 1) throw new TaskError('It holds several encrypted assertions, or a broken one.');
  // Nothing hides text in what is taken apart here either.
  if (/<!/.test(xml)) throw new TaskError('It holds a type, a comment, a section or an instruction.');
  const [part = ''] = parts;
  const assertion = decrypt(part, key);
  return xml.replace(part, () => assertion);
}

const hiddenName = /<((?:[^\s<>/:]+:)?)EncryptedID(?:\s[^<>]*)?>[\s\S]*?<\/\1EncryptedID\s*>/g;

/** The same text with the name of a person in the place of what hid it; as it is where nothing is hidden. */
export function openName(xml: string, key: KeyObject): string {
  if (!hasHiddenName(xml)) return xml;
  const parts = xml.match(hiddenName) ?? [];
  if (parts.length !== 1) throw new TaskError('It holds several encrypted names, or a broken one.');
  const [part = ''] = parts;
  const name = decrypt(part, key).trim();
  // A name and nothing besides: what was encrypted is nobody's signature, though it stands in what was signed.
  if (!/^<(?:[^\s<>/:]+:)?NameID[\s>][^<]*<\/(?:[^\s<>/:]+:)?NameID\s*>$/.test(name))
    throw new TaskError('What it hides is no name.');
  return xml.replace(part, () => withNamespace(name));
}

export function hasHiddenName(xml: string): boolean {
  return /<(?:[^\s<>/:]+:)?EncryptedID[\s/>]/.test(xml);
}

/** The text without what is encrypted of it. */
export const withoutHiddenNames = (xml: string): string => xml.replace(hiddenName, '');

/** What is encrypted alone need not say again what its prefix stands for. */
function withNamespace(name: string): string {
  const [, prefix = ''] = /^<([^\s<>/:]+:)?/.exec(name) ?? [];
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  if (new RegExp(`^<[^>]*\\s${declaration}\\s*=`).test(name)) return name;
  return name.replace(/^<[^\s<>]+/, (start) => `${start} ${declaration}="urn:oasis:names:tc:SAML:2.0:assertion"`);
}

function decrypt(part: string, key: KeyObject): string {
  const wrapped = block(part, 'EncryptedKey');
  const cipher = ciphers[algorithmOf(part.replace(wrapped, ''))];
  if (!cipher) throw new TaskError('It is encrypted in a way that is not taken.');
  try {
    const secret = unwrap(wrapped, key);
    const bytes = Buffer.from(cipherValue(part.replace(wrapped, '')), 'base64');
    const text = cipher.mode === 'gcm' ? openGcm(bytes, secret, cipher.name) : openCbc(bytes, secret, cipher.name);
    return new TextDecoder('utf-8', { fatal: true }).decode(text).replace(/^\uFEFF?\s*<\?xml[^<>]*\?>/, '');
  } catch (error) {
    if (error instanceof TaskError) throw error;
    throw new TaskError('It could not be decrypted.');
  }
}

/** The key of the assertion, which only our key opens. */
function unwrap(wrapped: string, key: KeyObject): Buffer {
  const algorithm = algorithmOf(wrapped);
  const named = /<(?:[^\s<>/:]+:)?DigestMethod\s[^<>]*Algorithm\s*=\s*["']([^"']*)["']/.exec(wrapped)?.[1];
  const oaepHash = named === undefined ? 'sha1' : digests[named];
  // With another digest the older name still makes its mask with SHA-1, which is not done here.
  const isTaken =
    (algorithm === `${xmlenc}rsa-oaep-mgf1p` && oaepHash === 'sha1') ||
    (algorithm === `${xmlenc11}rsa-oaep` && isMaskOf(wrapped, oaepHash));
  if (!isTaken || !oaepHash) throw new TaskError('It is encrypted in a way that is not taken.');
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return privateDecrypt({ key, padding, oaepHash }, Buffer.from(cipherValue(wrapped), 'base64'));
}

function isMaskOf(wrapped: string, hash: string | undefined): boolean {
  const mask = /<(?:[^\s<>/:]+:)?MGF\s[^<>]*Algorithm\s*=\s*["']([^"']*)["']/.exec(wrapped)?.[1];
  return mask === undefined ? hash === 'sha1' : mask === `${xmlenc11}mgf1${hash}`;
}

function openGcm(bytes: Buffer, secret: Buffer, name: 'aes-128' | 'aes-256'): Buffer {
  const [iv, tag] = [bytes.subarray(0, 12), bytes.subarray(-16)];
  const decipher = createDecipheriv(`${name}-gcm`, secret, iv, { authTagLength: 16 });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** The last byte alone says how much was filled up. */
function openCbc(bytes: Buffer, secret: Buffer, name: 'aes-128' | 'aes-256'): Buffer {
  const decipher = createDecipheriv(`${name}-cbc`, secret, bytes.subarray(0, 16));
  decipher.setAutoPadding(false);
  const text = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]);
  return text.subarray(0, text.length - (text.at(-1) ?? 0));
}

function block(xml: string, name: string): string {
  const found = new RegExp(`<((?:[^\\s<>/:]+:)?)${name}(?:\\s[^<>]*)?>[\\s\\S]*?</\\1${name}\\s*>`).exec(xml)?.[0];
  if (found === undefined) throw new TaskError('It could not be decrypted.');
  return found;
}

const algorithmOf = (xml: string): string =>
  /<(?:[^\s<>/:]+:)?EncryptionMethod\s[^<>]*Algorithm\s*=\s*["']([^"']*)["']/.exec(xml)?.[1] ?? '';

const cipherValue = (xml: string): string => block(xml, 'CipherValue').replace(/<[^<>]*>/g, '');
