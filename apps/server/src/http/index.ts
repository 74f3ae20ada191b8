/**
 * HTTP. The way in and out: route -> session -> access -> csrf -> parse -> service -> answer, and one exit for errors.
 * In: Fastify requests. Out: handlers see a typed `Context`; clients see the contract's shapes.
 */
export { AppError, commandError, fieldError, forbidden, notFound, toErrorBody, tooMany } from './app-error.ts';
export { placeOf } from './authentication.ts';
export { type CostlyCalls, createCostlyCalls } from './costly-calls.ts';
export { fromEngineError, installErrorHandler, sendError, toAppError } from './error-handler.ts';
export { type Compress, type DeflatedPiece, GzipPieces, gzipLevel, keptDeflate } from './gzip-pieces.ts';
export { readFlag } from './lenient-values.ts';
export { createMetrics, type Metrics, watchQueue } from './metrics.ts';
export { toOpenApi } from './openapi.ts';
export { wantsGzip } from './own-machine.ts';
export { isOwnOrigin, isServedOverTls, publicOrigin } from './public-address.ts';
export {
  type Call,
  type Context,
  callOf,
  createRouter,
  type Handler,
  parseId,
  parseIds,
  parseListQuery,
  parseQ,
  type Router,
  tellSignedIn,
} from './router.ts';
export { createHttpServer, type HttpServer, type ServedRoute } from './server.ts';
export { takeUpgrades, type Upgrade } from './upgrades.ts';
export { compileReader } from './validation.ts';
export { type Framing, installWebFiles } from './web-files.ts';
