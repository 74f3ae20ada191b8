/**
 * REMOTE. What every engine that lives on another server needs: whom it may call, and where the rows of a result are kept.
 * In: hosts, rows as text. Out: sockets that go nowhere forbidden, stored results.
 */
export { toConnectionError } from './connection-errors.ts';
export { findHostProblem, type NetworkPolicy, openGuardedSocket } from './network.ts';
export { createResultSink, type ResultSink, type ResultWriter, type StoredColumn } from './result-sink.ts';
