import { Server as TlsServer } from 'node:tls';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { TlsWatch } from '../tls/index.ts';
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
export async function createHttpServer(config: Config, log: Logger, tls: TlsWatch | null): Promise<HttpServer> {
  const server = createServer(config, log, tls);
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

function createServer(config: Config, log: Logger, tls: TlsWatch | null): FastifyInstance {
  const { trustedProxies, bodyTimeoutSeconds } = config;
  const times = { headersTimeout: bodyTimeoutSeconds * 1000, connectionsCheckingInterval: checkingMs };
  const shared = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytes,
    forceCloseConnections: true,
    // Of whom else, is not believed for whom he asks, nor how.
    trustProxy: trustedProxies.length > 0 ? createProxyTrust(trustedProxies) : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  };
  // Fastify's own logger type is wider than pino's; the instance is the same.
  if (!tls?.now().cert) return fastify({ ...shared, http: times }) as unknown as FastifyInstance;
  return serveTls(fastify({ ...shared, https: { ...times, ...toServed(tls, config) } }), tls, config);
}

/** Whom a server asks for certificates, it trusts nobody else's; who is not asked shows none. */
const toServed = (tls: TlsWatch, { asksTlsClients }: Config) => ({
  ...tls.now(),
  requestCert: asksTlsClients,
  rejectUnauthorized: asksTlsClients,
});

/** Connections that are open keep the certificate with which they began. */
function serveTls(server: unknown, tls: TlsWatch, config: Config): FastifyInstance {
  const served = server as FastifyInstance;
  tls.onChange(() => {
    if (served.server instanceof TlsServer) served.server.setSecureContext(toServed(tls, config));
  });
  return served;
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
