import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, toErrorBody } from './app-error.ts';
import { installAssets } from './assets.ts';
import { type FirstQuestions, readAnswers } from './page-answers.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Paths that are never a page of the web application. */
const servicePath = /^\/(api|assets|kv|health|ping|metrics|swagger)\b/;

const pageFile = 'index.html';

/** Where the build leaves room for answers. */
const answersMark = '<!--answers-->';

interface Page {
  /** From this the browser learns which files it needs. */
  readonly head: string;
  readonly rest: string;
  readonly policy: string;
}

/** Serves the built web application: hashed files for ever, its one page, with its first answers, for every other address. */
export async function installWebFiles(
  app: FastifyInstance,
  webFolder: string,
  questions: FirstQuestions,
): Promise<void> {
  const file = join(webFolder, pageFile);
  installAssets(app, join(webFolder, 'assets'));
  if (existsSync(webFolder)) {
    await app.register(fastifyStatic, {
      root: webFolder,
      prefix: '/',
      wildcard: true,
      index: false,
      // The page itself is answered below, with its own policy.
      allowedPath: (path) => !path.includes('\u0000') && !['/', `/${pageFile}`].includes(path),
      cacheControl: false,
      setHeaders: (reply) => reply.setHeader('cache-control', 'no-cache'),
    });
  }
  const currentPage = pageReader(file);
  app.setNotFoundHandler((request, reply) => {
    const page = currentPage();
    if (!page || !isForPage(request)) return reply.code(404).send(toErrorBody(new AppError('NOT_FOUND_ERROR')));
    return reply
      .headers({ 'cache-control': 'private, no-store', 'content-security-policy': page.policy })
      .type('text/html; charset=utf-8')
      .send(Readable.from(pageParts(page, asksForPage(request) ? readAnswers(app, request, questions) : '')));
  });
}

/** Files of a build that came later have other names: who reloads needs the page that knows them. */
function pageReader(file: string): () => Page | undefined {
  let page: Page | undefined;
  let builtAt = 0;
  return () => {
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    // While a build is written there is none.
    if (mtimeMs !== 0 && mtimeMs !== builtAt) {
      page = readPage(file);
      builtAt = mtimeMs;
    }
    return page;
  };
}

/** The start script stands in the page, so that it need not be fetched; the page's policy names it by its hash. */
function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8');
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
  const [head = '', rest = ''] = html.split(answersMark);
  return { head, rest, policy: contentSecurityPolicy(hashes) };
}

function isForPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !servicePath.test(url) && /html|\*\/\*/.test(headers.accept ?? '*/*');
}

/** Only somebody who opens a page names its kind; a picture or a script that is not there takes anything, and needs no answers. */
function asksForPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('html') ?? false;
}

/** The browser fetches files while the answers are worked out. */
async function* pageParts({ head, rest }: Page, answers: Promise<string> | ''): AsyncGenerator<string> {
  yield head;
  yield (await answers) + rest;
}
