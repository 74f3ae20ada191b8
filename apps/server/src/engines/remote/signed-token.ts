import { createSign, type KeyObject } from 'node:crypto';

/** A JSON web token: claims that are signed by an RSA key with SHA-256. */
export function toSignedToken(claims: object, key: KeyObject): string {
  const head = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createSign('RSA-SHA256').update(head.join('.')).sign(key, 'base64url');
  return [...head, signature].join('.');
}
