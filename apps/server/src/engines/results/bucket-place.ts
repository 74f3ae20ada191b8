import { isObjectGone, StorageClient, type StorageSettings } from '../lake/index.ts';
import type { PlacedFile, ResultPlace } from './result-place.ts';

const listing = { 'encoding-type': 'url', 'list-type': '2' };

/** Below the prefix of a bucket. */
export function openBucketPlace(settings: StorageSettings): ResultPlace {
  const client = new StorageClient(settings);
  const head = settings.prefix === '' ? '' : `${settings.prefix}/`;
  return {
    put: ({ name, body, bytes, signal }) => client.put({ key: head + name, body, bytes, signal }),
    get: async (name, signal) => {
      try {
        const answer = await client.get({ key: head + name, signal });
        return { body: answer, bytes: Number(answer.headers['content-length'] ?? 0) };
      } catch (error) {
        if (isObjectGone(error)) return null;
        throw client.toFailure(error);
      }
    },
    list: async (signal) => {
      const found: PlacedFile[] = [];
      let token: string | null = null;
      // All of them: names say nothing of age. The signal bounds it.
      do {
        const more: Record<string, string> = token === null ? {} : { 'continuation-token': token };
        const text = await client.getText({ key: '', query: { ...listing, prefix: head, ...more }, signal });
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const file = toFile(entry, head);
          if (file) found.push(file);
        }
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? null;
      } while (token !== null);
      return found;
    },
    remove: (name, signal) => client.remove({ key: head + name, signal }),
    close: () => client.close(),
  };
}

function toFile(entry: string, head: string): PlacedFile | null {
  const textOf = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(entry)?.[1] ?? '';
  const key = decodeKey(textOf('Key'));
  const [bytes, changedMs] = [Number(textOf('Size')), Date.parse(textOf('LastModified'))];
  if (!key.startsWith(head) || !Number.isSafeInteger(bytes) || Number.isNaN(changedMs)) return null;
  return { name: key.slice(head.length), bytes, changedMs };
}

function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
