import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toErrorBody } from './app-error.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Paths that are never a page of the web application. */
const servicePath = /^\/(api|assets|kv|health|ping|metrics|swagger)\b/;

const pageFile = 'index.html';

interface Page {
  readonly html: Buffer;
  readonly policy: string;
}

/** Serves the built web application: hashed files for ever, its one page for every other address. */
export async function installWebFiles(app: FastifyInstance, webFolder: string): Promise<void> {
  const file = join(webFolder, pageFile);
  if (existsSync(webFolder)) {
    await app.register(fastifyStatic, {
      root: webFolder,
      prefix: '/',
      wildcard: true,
      index: false,
      // The page itself is answered below, with its own policy.
      allowedPath: (path) => !path.includes('\u0000') && !['/', `/${pageFile}`].includes(path),
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.setHeader(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  const page = existsSync(file) ? readPage(file) : undefined;
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, page));
}

/** The start script stands in the page, so that it need not be fetched; the page's policy names it by its hash. */
function readPage(file: string): Page {
  const html = readFileSync(file);
  const scripts = [...html.toString('utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
  return { html, policy: contentSecurityPolicy(hashes) };
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, page: Page | undefined): FastifyReply {
  const isPage =
    request.method === 'GET' &&
    !servicePath.test(request.url) &&
    (request.headers.accept ?? '*/*').match(/html|\*\/\*/);
  if (isPage && page)
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': page.policy })
      .type('text/html; charset=utf-8')
      .send(page.html);
  return reply.code(404).send(toErrorBody(new AppError('NOT_FOUND_ERROR')));
}
