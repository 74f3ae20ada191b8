import { eachInTurns, sortInTurns } from '../../turns/index.ts';
import { isShownPath } from './shown-names.ts';
import { type LakeObject, maxObjects, tooManyFiles } from './source.ts';
import type { StorageClient } from './storage-client.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Also of those that are left out: a listing of them alone would not end. */
const maxPages = Math.ceil((maxObjects * 2) / 1000);

/** Every object of a bucket that begins with the prefix, by its name behind that. */
export async function listObjects(
  client: StorageClient,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly LakeObject[]> {
  const head = prefix === '' ? '' : `${prefix}/`;
  const found: LakeObject[] = [];
  let token: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const query: Record<string, string> = {
      'encoding-type': 'url',
      'list-type': '2',
      'max-keys': '1000',
      prefix: head,
      ...(token === null ? {} : { 'continuation-token': token }),
    };
    const text = await client.getText({ key: '', query, signal });
    await eachInTurns(text.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry = '']) => {
      const object = toObject(entry, head);
      if (object) found.push(object);
    });
    if (found.length > maxObjects) throw tooManyFiles();
    token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : null;
    if (token === null) return sortInTurns(found, (a, b) => (a.path < b.path ? -1 : 1));
  }
  throw tooManyFiles();
}

function toObject(entry: string, head: string): LakeObject | null {
  const key = decodeKey(textOf(entry, 'Key') ?? '');
  const [bytes, version] = [Number(textOf(entry, 'Size')), textOf(entry, 'ETag')];
  if (!key?.startsWith(head) || version === null || !Number.isSafeInteger(bytes) || bytes < 0) return null;
  const path = key.slice(head.length);
  return isShownPath(path) ? { path, bytes, version } : null;
}

const elements = {
  Key: /<Key>([^<]*)<\/Key>/,
  Size: /<Size>([^<]*)<\/Size>/,
  ETag: /<ETag>([^<]*)<\/ETag>/,
  IsTruncated: /<IsTruncated>([^<]*)<\/IsTruncated>/,
  NextContinuationToken: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/,
} as const;

function textOf(xml: string, name: keyof typeof elements): string | null {
  const text = elements[name].exec(xml)?.[1];
  return text?.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, entity: string) => toSign(entity) ?? whole) ?? null;
}

function toSign(entity: string): string | undefined {
  if (!entity.startsWith('#')) return entities[entity];
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function decodeKey(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
