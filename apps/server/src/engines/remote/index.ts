/**
 * REMOTE. What every engine that lives on another server needs: what the network's errors mean, where the rows of a result are
 * kept, and what readers of its SQL have in common. In: hosts, rows as text, scripts. Out: errors that help, stored results.
 */
export { askAs } from './ask-as.ts';
export {
  busyStatuses,
  type HttpAnswer,
  type HttpQuestion,
  HttpServer,
  isLostConnection,
  type OpenAnswer,
  RefusedRequest,
  repeatedly,
  TooLargeAnswer,
} from './bounded-requests.ts';
export { largerThan, mostColumns, tooManyColumns, watchAnswer, watchRows } from './bounds.ts';
export {
  type ByteColumn,
  type CellReading,
  daysSince1970,
  mostBroken,
  PackedRows,
  type Packing,
  readNumber,
  readTime,
} from './byte-cells.ts';
export { type ByteCells, CellBuffer } from './cell-buffer.ts';
export { DigitCounter } from './columns.ts';
export { afterLoss, ForeignAnswer, toConnectionError, wentSilent } from './connection-errors.ts';
export { wantsCertificate } from './encryption-errors.ts';
export { numberMark, plainNumbers, withQuotedNumbers } from './exact-numbers.ts';
export { closedConnection, placeAt, refusal, type TextPlace, toUnknownOutcome, unreadable } from './failures.ts';
export { families, withoutEmptyFraction } from './families.ts';
export {
  type AgentSettings,
  type Authorize,
  type ClientCertificate,
  createGuardedAgent,
} from './guarded-agents.ts';
export { InFlight } from './in-flight.ts';
export { type CopiedRows, keepResult } from './keep-result.ts';
export { readInThread } from './long-scripts.ts';
export { readFinite, readWhole } from './number-texts.ts';
export { overLostConnections } from './over-lost-connections.ts';
export { ConnectionLender, PoolClosed, type PoolOptions } from './pool.ts';
export { inPortions } from './portions.ts';
export { createResultSink, type ResultSink, type ResultWriter, type StoredColumn } from './result-sink.ts';
export { inRowPortions } from './row-portions.ts';
export { type LexedScript, readParts, type ScriptPart } from './script-parts.ts';
export {
  firstLine,
  type Meanings,
  meaningOf,
  messageIn,
  placeBehind,
  silentService,
  type Told,
  toTransportError,
} from './service-errors.ts';
export { toSignedToken } from './signed-token.ts';
export { type Stopping, type StopWatch, watchStop } from './stop-watch.ts';
export { type StoreJob, storeRows } from './store-rows.ts';
export { StreamTurns, watchTurns } from './stream-turns.ts';
export {
  type Batch,
  type Family,
  type FamilyOf,
  type RawColumn,
  rowsOf,
  TableReader,
  type TextRow,
  toByteColumns,
  toMillis,
  toStored,
} from './text-tables.ts';
export { type Token, TokenCursor } from './token-cursor.ts';
export { decodePart, UriProblem, uriProblemBy } from './uri-problem.ts';
export { readerOfZone } from './zones.ts';
