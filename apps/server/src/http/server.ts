import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { bodyBytes, installBodyDeadline, installBodyReaders } from './bodies.ts';
import { type Drain, installDraining } from './draining.ts';
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
  readonly drain: Drain;
}

/** The web server with its plugins, and a list of the routes that are added to it. */
export async function createHttpServer(config: Config, log: Logger): Promise<HttpServer> {
  const server = createServer(config, log);
  const routes: ServedRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of Array.isArray(method) ? method : [method]) routes.push({ method: one, path: url });
  });
  const drain = installDraining(server);
  await installPlugins(server, config);
  return { server, routes, drain };
}

/** Headers that do not come to an end are found this long after their time at the latest. */
const checkingMs = 5000;

function createServer({ trustedProxies, bodyTimeoutSeconds }: Config, log: Logger): FastifyInstance {
  // Fastify's own logger type is wider than pino's; the instance is the same.
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytes,
    http: { headersTimeout: bodyTimeoutSeconds * 1000, connectionsCheckingInterval: checkingMs },
    forceCloseConnections: true,
    // Of whom else, is not believed for whom he asks, nor how.
    trustProxy: trustedProxies.length > 0 ? createProxyTrust(trustedProxies) : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  }) as unknown as FastifyInstance;
}

async function installPlugins(server: FastifyInstance, config: Config): Promise<void> {
  await server.register(fastifyCookie);
  await server.register(fastifyCompress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip'],
    // What is written in parts is read in parts: a page's head names its files before its answers are there.
    zlibOptions: { level: 1, flush: constants.Z_SYNC_FLUSH },
  });
  await server.register(fastifyMultipart, {
    limits: { fileSize: config.uploadMaxMb * 1024 * 1024, files: 20, fields: 100 },
  });
  installSecurityHeaders(server, config);
  installOwnMachineRule(server);
  installBodyReaders(server);
  installBodyDeadline(server, config.bodyTimeoutSeconds * 1000);
}
