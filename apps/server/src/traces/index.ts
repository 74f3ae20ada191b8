/**
 * TRACES. What the server does, told to a collector of OpenTelemetry where one is configured: requests, queries, reports, pictures.
 * In: work with a name. Out: spans, posted in bundles; nothing waits for them, and what cannot be sent is dropped and counted.
 */

export { traceEngines } from './trace-engine.ts';
export { traceRequests } from './trace-requests.ts';
export { createTraces, noTraces, type SpanFacts, type Traces, tracesOf } from './traces.ts';
