import { createDecipheriv, createHash } from 'node:crypto';

/** What is encrypted there: null where nothing is, undefined where the key does not open it. */
export type Opened = string | null | undefined;

export interface SecretReader {
  open(value: Uint8Array | null): Opened;
}

/**
 * Opens what SQLAlchemy-Utils' encrypted columns hold: base64 of AES-256 under the hash of the key, in CBC with the key's own
 * beginning as vector and stars for padding; or in GCM, where an installation chose that.
 */
export function createSecretReader(secretKey: string | null): SecretReader {
  const key = secretKey === null ? null : createHash('sha256').update(secretKey, 'utf8').digest();
  return {
    open: (value) => {
      if (value === null || value.length === 0) return null;
      if (key === null) return undefined;
      const sealed = Buffer.from(Buffer.from(value).toString('latin1'), 'base64');
      return openAuthenticated(key, sealed) ?? openPlain(key, sealed);
    },
  };
}

/** What comes as it is. */
export const plainReader: SecretReader = {
  open: (value) => (value === null || value.length === 0 ? null : Buffer.from(value).toString('utf8')),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A wrong key leaves bytes that are hardly ever a text. */
function openPlain(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length === 0 || sealed.length % 16 !== 0) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    const text = utf8.decode(Buffer.concat([decipher.update(sealed), decipher.final()])).replace(/\*+$/, '');
    return /[^\P{C}\r\n\t]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const [vectorBytes, tagBytes] = [12, 16];

function openAuthenticated(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length < vectorBytes + tagBytes) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, vectorBytes));
    decipher.setAuthTag(sealed.subarray(vectorBytes, vectorBytes + tagBytes));
    return utf8.decode(Buffer.concat([decipher.update(sealed.subarray(vectorBytes + tagBytes)), decipher.final()]));
  } catch {
    return undefined;
  }
}
