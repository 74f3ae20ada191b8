import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceParent } from './spans.ts';
import type { OpenSpan, Traces } from './traces.ts';

/** Asked every few seconds by whoever watches, or files: they would be all that a collector shows. */
const untold: ReadonlySet<string> = new Set([
  ...['/health', '/health/ready', '/ping', '/metrics', '/assets/:name', '/*', '/help', '/help/*'],
]);

/** A span for each request, by its route and never by its address. Call it before routes are added. */
export function traceRequests(server: FastifyInstance, traces: Traces): void {
  if (!traces.isOn) return;
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers } = request;
    const route = request.routeOptions.url ?? 'page';
    const facts = {
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, 'powerset.request_id': String(id) },
    } as const;
    const span = untold.has(route) ? null : traces.begin(facts, readTraceParent(headers.traceparent));
    if (!span) return done();
    open.set(request, span);
    traces.within(span, done);
  });
  // What reads a body calls back from where the request's own context is not known.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request);
    if (span) traces.within(span, done);
    else done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const attributes = { 'http.response.status_code': reply.statusCode };
    open.get(request)?.end({ attributes, isFailed: reply.statusCode >= 500 });
    done();
  });
}
