import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { installOwnMachineRule } from './own-machine.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { createProxyTrust } from './trusted-proxies.ts';

export interface ServedRoute {
  readonly method: string;
  readonly path: string;
}

export interface HttpServer {
  readonly server: FastifyInstance;
  readonly routes: readonly ServedRoute[];
}

const jsonBodyBytes = 20 * 1024 * 1024;

/** The web server with its plugins, and a list of the routes that are added to it. */
export async function createHttpServer(config: Config, log: Logger): Promise<HttpServer> {
  const server = createServer(config, log);
  const routes: ServedRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of Array.isArray(method) ? method : [method]) routes.push({ method: one, path: url });
  });
  await installPlugins(server, config);
  return { server, routes };
}

function createServer({ trustedProxies }: Config, log: Logger): FastifyInstance {
  // Fastify's own logger type is wider than pino's; the instance is the same.
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyBytes,
    forceCloseConnections: true,
    // Of whom else, is not believed for whom he asks, nor how.
    trustProxy: trustedProxies.length > 0 ? createProxyTrust(trustedProxies) : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  }) as unknown as FastifyInstance;
}

async function installPlugins(server: FastifyInstance, config: Config): Promise<void> {
  await server.register(fastifyCookie);
  await server.register(fastifyCompress, { global: true, threshold: 2048, encodings: ['gzip'] });
  await server.register(fastifyMultipart, {
    limits: { fileSize: config.uploadMaxMb * 1024 * 1024, files: 20, fields: 100 },
  });
  installSecurityHeaders(server, config.publicUrl);
  installOwnMachineRule(server);
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
