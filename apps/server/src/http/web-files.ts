import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toErrorBody } from './app-error.ts';

/** Paths that are never a page of the web application. */
const servicePath = /^\/(api|assets|kv|health|ping|metrics|swagger)\b/;

/** Serves the built web application: hashed files for ever, its one page for every other address. */
export async function installWebFiles(app: FastifyInstance, webFolder: string): Promise<void> {
  const page = join(webFolder, 'index.html');
  if (existsSync(webFolder)) {
    await app.register(fastifyStatic, {
      root: webFolder,
      prefix: '/',
      wildcard: true,
      index: false,
      allowedPath: (path) => !path.includes('\u0000'),
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
  const html = existsSync(page) ? readFileSync(page) : undefined;
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, html));
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, html: Buffer | undefined): FastifyReply {
  const isPage =
    request.method === 'GET' &&
    !servicePath.test(request.url) &&
    (request.headers.accept ?? '*/*').match(/html|\*\/\*/);
  if (isPage && html) return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  return reply.code(404).send(toErrorBody(new AppError('NOT_FOUND_ERROR')));
}
