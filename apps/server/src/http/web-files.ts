import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AppError, toErrorBody } from './app-error.ts';
import { type FindElsewhere, installAssets } from './assets.ts';
import { type Compress, GzipPieces, keptDeflate } from './gzip-pieces.ts';
import { installHelpFiles } from './help-files.ts';
import { type Announce, type Opening, openingReader } from './opening-files.ts';
import { wantsGzip } from './own-machine.ts';
import { type FirstQuestions, readAnswers } from './page-answers.ts';
import { opensPage } from './router.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Paths that are never a page of the web application. */
const servicePath = /^\/(api|assets|kv|health|ping|metrics|swagger|\.well-known)\b/;
/** Where a press says yes to a stranger: no page shows it in a frame, not even one of ours. */
const neverFramed = /^\/oauth\/authorize\/?(?:[?#]|$)/;

const pageFile = 'index.html';
/** Which files each page opens with: what the build says to the server alone. */
const startFiles = /<!--start-files (.*?)-->/s;

/** Where the build leaves room for answers. */
const answersMark = '<!--answers-->';

interface Page {
  /** From this the browser learns which files it needs. */
  readonly head: string;
  readonly rest: string;
  readonly policy: (ancestors?: readonly string[]) => string;
  readonly announce: Announce;
}

/** What is answered for a page that others may frame, and who they are; null for any other page. */
export type Framing = (
  request: FastifyRequest,
) => Promise<{ readonly status: number; readonly ancestors: readonly string[] } | null>;

/** Where pages may connect to besides their own server. */
type Reach = Partial<Pick<Config, 'mapTiles' | 'asyncSocketUrl'>>;

interface WebFilesOptions {
  readonly config: Pick<Config, 'webFolder'> & Reach;
  readonly questions: FirstQuestions;
  /** Which pages others may frame. */
  readonly framing?: Framing;
  /** Looks for files that this build has not. */
  readonly findElsewhere?: FindElsewhere;
  readonly now: () => Date;
}

/** Serves the built web application: hashed files for ever, its one page, with its first answers, for every other address. */
export async function installWebFiles(
  app: FastifyInstance,
  { config, questions, framing = async () => null, findElsewhere = async () => null, now }: WebFilesOptions,
): Promise<void> {
  const { webFolder: folder } = config;
  installAssets(app, join(folder, 'assets'), findElsewhere);
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/',
      wildcard: true,
      index: false,
      // The page itself is answered below, with its own policy.
      allowedPath: (path) => !path.includes('\u0000') && !['/', `/${pageFile}`].includes(path),
      cacheControl: false,
      // The icon alone: asked for with every page where nobody says how long it lasts.
      setHeaders: (reply) => reply.setHeader('cache-control', 'public, max-age=86400'),
    });
  }
  await installHelpFiles(app, join(folder, 'help'));
  const currentPage = pageReader(join(folder, pageFile), config);
  const compress = keptDeflate(now);
  app.setNotFoundHandler(async (request, reply) => {
    const page = currentPage();
    if (!page || !isForPage(request)) return reply.code(404).send(toErrorBody(new AppError('NOT_FOUND_ERROR')));
    const isAlone = neverFramed.test(request.url);
    const framed = isAlone ? null : await framing(request);
    if (framed) allowFrames(reply, framed);
    if (isAlone) reply.header('x-frame-options', 'DENY');
    // A picture or a script that is not there takes anything, and needs no answers.
    const answers = opensPage(request) ? readAnswers(app, request, questions) : '';
    const sent = opensPage(request) ? tell(page, page.announce(request, reply)) : page;
    const isCompressed = wantsGzip(request);
    if (isCompressed) reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const parts = isCompressed ? compressedParts(sent, answers, compress) : pageParts(sent, answers);
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': page.policy(isAlone ? ["'none'"] : framed?.ancestors),
      })
      .type('text/html; charset=utf-8')
      .send(Readable.from(parts));
  });
}

/** The page's script reads at its root which of its files are on their way. */
function tell(page: Page, opening: Opening | undefined): Page {
  if (!opening) return page;
  const said = `data-announced="${opening.announced}"${opening.isCodeKept ? ' data-code-kept' : ''}`;
  return { ...page, head: page.head.replace('<html', `<html ${said}`) };
}

/** The policy says whose frames it may stand in; the older header knows only our own. */
function allowFrames(reply: FastifyReply, { status }: { readonly status: number }): void {
  reply.code(status).removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
}

/** Files of a build that came later have other names: who reloads needs the page that knows them. */
function pageReader(file: string, reach: Reach): () => Page | undefined {
  let page: Page | undefined;
  let builtAt = 0;
  return () => {
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    // While a build is written there is none.
    if (mtimeMs !== 0 && mtimeMs !== builtAt) {
      page = readPage(file, reach);
      builtAt = mtimeMs;
    }
    return page;
  };
}

/** The start script stands in the page, so that it need not be fetched; the page's policy names it by its hash. */
function readPage(file: string, { mapTiles, asyncSocketUrl }: Reach): Page {
  const written = readFileSync(file, 'utf8');
  const html = written.replace(startFiles, '');
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
  const [head = '', rest = ''] = html.split(answersMark);
  const policy = (ancestors?: readonly string[]) =>
    contentSecurityPolicy({ scriptHashes: hashes, mapTiles, asyncSocketUrl, ...(ancestors ? { ancestors } : {}) });
  return { head, rest, policy, announce: openingReader(startFiles.exec(written)?.[1]) };
}

function isForPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !servicePath.test(url) && /html|\*\/\*/.test(headers.accept ?? '*/*');
}

/** The browser fetches files while the answers are worked out. */
async function* pageParts({ head, rest }: Page, answers: Promise<string> | ''): AsyncGenerator<string> {
  yield head;
  yield (await answers) + rest;
}

async function* compressedParts(
  { head, rest }: Page,
  answers: Promise<string> | '',
  compress: Compress,
): AsyncGenerator<Buffer> {
  const stream = new GzipPieces();
  yield stream.next([await compress(Buffer.from(head))]);
  const last = stream.next([await compress(Buffer.from((await answers) + rest))]);
  yield Buffer.concat([last, stream.end()]);
}
