import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { acceptsEncoding } from './accept-encoding.ts';

/** What the build writes beside a file that is worth compressing, the smallest first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const otherType = 'application/octet-stream';

interface Asset {
  readonly body: Buffer;
  readonly encoding: string | null;
}

/** Bytes of a file that another build has, and this one has not. */
export type FindElsewhere = (name: string, headers: IncomingHttpHeaders) => Promise<Buffer | null>;

/** A name without folders, as the build gives it. */
const plainName = /^[\w-][\w.-]*$/;

/**
 * Serves the files of a build, each under a name that changes with what it holds, from memory: a page asks for a dozen of
 * them at once, and looking for each on disk takes longer than sending it.
 */
export function installAssets(app: FastifyInstance, folder: string, findElsewhere: FindElsewhere): void {
  const kept = new Map<string, Promise<Asset | null>>();
  const find = (name: string, accepted: string | undefined): Promise<Asset | null> => {
    const usable = encodings.filter((encoding) => acceptsEncoding(accepted, encoding.name));
    const key = `${name} ${usable.map((encoding) => encoding.name)}`;
    const known = kept.get(key);
    if (known) return known;
    const asset = readAsset(join(folder, name), usable);
    kept.set(key, asset);
    // A file that is not there may come with the next build.
    void asset.then((found) => found ?? kept.delete(key));
    return asset;
  };
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name }, headers }, reply) => {
    const asset = plainName.test(name) ? await find(name, headers['accept-encoding']) : null;
    const file = asset ?? (plainName.test(name) ? await toAsset(findElsewhere(name, headers)) : null);
    if (!file) return reply.callNotFound();
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.type(types[extname(name)] ?? otherType).send(file.body);
  });
}

async function toAsset(finding: Promise<Buffer | null>): Promise<Asset | null> {
  const body = await finding;
  return body && { body, encoding: null };
}

async function readAsset(path: string, usable: readonly (typeof encodings)[number][]): Promise<Asset | null> {
  for (const { name, suffix } of usable) {
    const body = await readFile(path + suffix).catch(() => null);
    if (body) return { body, encoding: name };
  }
  const body = await readFile(path).catch(() => null);
  return body && { body, encoding: null };
}
