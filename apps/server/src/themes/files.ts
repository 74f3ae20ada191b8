import { createHash } from 'node:crypto';
import { themeFileFolder, type WireThemeFile } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, fieldError, notFound } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';
import { othersTurn } from '../turns/index.ts';

const maxBytes = 1_000_000;
/** More themes than an organisation has need no more logos and fonts than this. */
export const maxThemeFiles = 200;
/** So long a file may wait for the theme that is being written. */
const graceMs = 24 * 3600 * 1000;

interface Kind {
  readonly ending: string;
  readonly mediaType: string;
  readonly begins: readonly (string | readonly number[])[];
}

/** Told by their first bytes, whatever the file is called. */
const kinds: readonly Kind[] = [
  { ending: 'png', mediaType: 'image/png', begins: [[0x89, 0x50, 0x4e, 0x47]] },
  { ending: 'jpg', mediaType: 'image/jpeg', begins: [[0xff, 0xd8, 0xff]] },
  { ending: 'gif', mediaType: 'image/gif', begins: ['GIF87a', 'GIF89a'] },
  { ending: 'woff2', mediaType: 'font/woff2', begins: ['wOF2'] },
  { ending: 'woff', mediaType: 'font/woff', begins: ['wOFF'] },
  { ending: 'otf', mediaType: 'font/otf', begins: ['OTTO'] },
  { ending: 'ttf', mediaType: 'font/ttf', begins: [[0, 1, 0, 0], 'true'] },
];
const webp = { ending: 'webp', mediaType: 'image/webp' };
const svg = { ending: 'svg', mediaType: 'image/svg+xml' };

function kindOf(bytes: Buffer): Pick<Kind, 'ending' | 'mediaType'> | undefined {
  const known = kinds.find(({ begins }) =>
    begins.some((start) => bytes.subarray(0, start.length).equals(Buffer.from(start as string))),
  );
  const start = bytes.subarray(0, 2000).toString('latin1').trimStart();
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return webp;
  return known ?? (/^(<\?xml|<!--|<svg)/i.test(start) && /<svg[\s>]/i.test(start) ? svg : undefined);
}

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** Keeps a file under a name that follows from what is in it, so that the same is kept once; or says why not. */
export async function keepThemeFile(deps: Deps, content: Buffer): Promise<WireThemeFile | 'no file' | 'no room'> {
  const { store, now } = deps;
  const kind = kindOf(content);
  if (!kind) return 'no file';
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${kind.ending}`;
  if (!(await hasRoom(deps, name))) return 'no room';
  const text = content.toString('base64');
  const values = { name, media_type: kind.mediaType, content: text, created_on: now().toISOString() };
  await store
    .insertInto('theme_files')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_on: values.created_on }))
    .execute();
  return { name, url: `${themeFileFolder}${name}`, media_type: kind.mediaType };
}

/** Where all places are taken, files that no theme names any more give theirs. */
async function hasRoom({ store, now }: Deps, name: string): Promise<boolean> {
  const countOthers = async () => {
    const others = store.selectFrom('theme_files').where('name', '!=', name);
    const { count } = await others.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(count);
  };
  if ((await countOthers()) < maxThemeFiles) return true;
  await sweepFiles(store, new Date(now().getTime() - graceMs).toISOString());
  return (await countOthers()) < maxThemeFiles;
}

/** The file of a form. */
export async function readThemeFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', {
      params: { message: "Request MIME type is not 'multipart/form-data'" },
    });
  let found: Buffer | undefined;
  for await (const part of request.parts({ limits: { files: 1, fileSize: maxBytes, fields: 5, fieldSize: 1000 } })) {
    if (part.type === 'field') continue;
    if (part.fieldname === 'file') found = await part.toBuffer();
    else part.file.resume();
  }
  if (!found) throw fieldError({ file: ['Missing data for required field.'] }, 400);
  return found;
}

const themesAtOnce = 20;

/** Documents are long: a few at a time, between which others have their turn. */
async function sweepFiles(store: Store, before: string): Promise<void> {
  const used = new Set<string>();
  for (let last = 0; ; ) {
    const themes = store.selectFrom('themes').select(['id', 'json_data']).where('id', '>', last).orderBy('id');
    const rows = await themes.limit(themesAtOnce).execute();
    for (const { json_data: text } of rows) for (const name of namesIn(text)) used.add(name);
    last = rows.at(-1)?.id ?? 0;
    if (last === 0) break;
    await othersTurn();
  }
  const old = await store.selectFrom('theme_files').select('name').where('created_on', '<', before).execute();
  const unused = old.map(({ name }) => name).filter((name) => !used.has(name));
  if (unused.length > 0) await store.deleteFrom('theme_files').where('name', 'in', unused).execute();
}

export async function getThemeFile(store: Store, name: string) {
  const file = await store.selectFrom('theme_files').selectAll().where('name', '=', name).executeTakeFirst();
  if (!file) throw notFound();
  return { mediaType: file.media_type, content: Buffer.from(file.content, 'base64') };
}

const namedFile = /\/api\/v1\/theme\/files\/([\w.]{1,80})/g;

function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(namedFile)].map(([, name = '']) => name));
}

/** How many characters of files may still be written into documents. */
export interface InsideBudget {
  left: number;
}

/**
 * The document with its files written into it, so that it shows them anywhere. A document may name one file a thousand
 * times: what goes beyond the budget stays an address.
 */
export async function withFilesInside(store: Store, text: string, budget: InsideBudget): Promise<string> {
  const addresses = new Map<string, string>();
  for (const name of namesIn(text)) {
    const file = await store.selectFrom('theme_files').selectAll().where('name', '=', name).executeTakeFirst();
    if (file) addresses.set(name, `data:${file.media_type};base64,${file.content}`);
  }
  return text.replaceAll(namedFile, (address, name: string) => {
    const inside = addresses.get(name);
    if (inside === undefined || inside.length > budget.left) return address;
    budget.left -= inside.length;
    return inside;
  });
}

const fileInside = /data:(?:image|font|application)\/[\w.+-]{1,40};base64,([A-Za-z0-9+/]{200,}={0,2})/g;

/** The document with the files that are written into it kept beside it; what is no picture or font stays where it is. */
export async function withFilesKept(deps: Deps, text: string): Promise<string> {
  const kept = new Map<string, string>();
  for (const [address, content = ''] of text.matchAll(fileInside)) {
    const bytes = Buffer.from(content, 'base64');
    if (kept.has(address) || bytes.length > maxBytes) continue;
    const file = await keepThemeFile(deps, bytes);
    if (typeof file === 'object') kept.set(address, file.url);
  }
  return text.replaceAll(fileInside, (address) => kept.get(address) ?? address);
}
