import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const prefix = '/help';

/**
 * Serves the help that the build wrote. Whoever comes may read it, signed in or not: it is the same everywhere, and holds
 * nothing of this installation.
 */
export async function installHelpFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  // Its links begin beside the page, so that the folder can be published at any other address.
  const toFirstPage = async (_request: unknown, reply: FastifyReply) => reply.redirect(`${prefix}/index.html`, 302);
  app.get(prefix, toFirstPage);
  await app.register(
    async (scope) => {
      await scope.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        preCompressed: true,
        index: false,
        decorateReply: false,
        allowedPath: (path) => !path.includes('\u0000') && !path.includes('..'),
        cacheControl: false,
        // Names stay while what they hold changes with a build: asked again, and mostly answered "not modified".
        setHeaders: (reply) => reply.setHeader('cache-control', 'no-cache'),
      });
      scope.setNotFoundHandler(async (_request, reply) => {
        const page = await readFile(join(folder, '404.html'));
        return reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
      });
    },
    { prefix },
  );
}
