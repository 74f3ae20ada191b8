import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SharedCache } from './shared-cache.ts';

const signatureBytes = 32;

/** A shared cache of which only that is believed what was signed with this key, for the name under which it stands. */
export function signedCache(inner: SharedCache, key: Uint8Array): SharedCache {
  const signatureOf = (name: string, bytes: Uint8Array) =>
    createHmac('sha256', key).update(`${name.length}:${name}`).update(bytes).digest();
  const open = (name: string, held: Uint8Array | null): Uint8Array | null => {
    if (!held || held.length < signatureBytes) return null;
    const bytes = held.subarray(signatureBytes);
    return timingSafeEqual(held.subarray(0, signatureBytes), signatureOf(name, bytes)) ? bytes : null;
  };
  return {
    isThere: () => inner.isThere(),
    read: async (names) => (await inner.read(names)).map((held, at) => open(`value ${names[at]}`, held)),
    write: (name, value, lifetimeSeconds) => {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return inner.write(name, Buffer.concat([signatureOf(`value ${name}`, bytes), bytes]), lifetimeSeconds);
    },
    claim: (name, owner, ms) => inner.claim(name, owner, ms),
    release: (name, owner) => inner.release(name, owner),
    tell: (topic, news) => {
      const bytes = Buffer.from(news);
      inner.tell(topic, `${signatureOf(`news ${topic}`, bytes).toString('base64url')} ${news}`);
    },
    listen: (topic, hear) =>
      inner.listen(topic, (text) => {
        const [signature = ''] = text.split(' ', 1);
        const news = text.slice(signature.length + 1);
        const held = Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.from(news)]);
        if (open(`news ${topic}`, held)) hear(news);
      }),
    close: () => inner.close(),
  };
}
