/**
 * ENGINES. One interface to databases; the embedded engine (a child process per file) and its stored results and files.
 * In: SQL that was planned or written, files that were uploaded. Out: result tables, analyses, EngineErrors.
 */

export {
  defaultCatalogOf,
  findCatalogProblem,
  isBeyondReach,
  otherCatalogOf,
  readsOtherCatalogs,
} from './catalogs.ts';
export { hiddenFile } from './clean-message.ts';
export type { InvalidEntry } from './connection-fault.ts';
export { type ConnectionSecret, readSecret, type TunnelSecret } from './connection-secret.ts';
export {
  engineFolder,
  findDatabaseFile,
  isDatabaseFile,
  readWholeDatabase,
  withDatabaseFile,
} from './database-files.ts';
export type { ConnectionParameters, DatabaseKind, ParameterField } from './database-kind.ts';
export * from './duckdb/embedded-engine.ts';
export { type FileEngine, type FileEngineOptions, openFileEngine } from './duckdb/file-engine.ts';
export * from './engine.ts';
export {
  type ConnectionRow,
  createEngines,
  type Engines,
  type EnginesOptions,
} from './engines.ts';
export { type ExpectedRows, expectRows, readTableSizes } from './expected-rows.ts';
export { createFileLoader, type FileLoader, type FileLoaderOptions } from './files/file-loader.ts';
export {
  columnTypes,
  type FileColumn,
  type FileFormat,
  type FilePreview,
  type FileReading,
  type IngestRequest,
  type IngestResult,
  type PreviewArguments,
  type PreviewColumn,
  type RejectedLine,
} from './files/file-options.ts';
export { keptFingerprint, toKeptFingerprint } from './host-keys.ts';
export {
  databaseKinds,
  driverOf,
  embeddedDatabase,
  findDatabaseKind,
  withoutDriver,
} from './kinds.ts';
export {
  clientInfoOf,
  clientOption,
  findClientProblem,
  findReadableWay,
  type OAuth2Client,
  type PersonalDatabase,
  readOAuth2Client,
  toPersonalDatabase,
} from './oauth2-client.ts';
export { findOpeningProblem, nameOfEngine, noEngineWords } from './opening.ts';
export type { ReadLongScript, ScriptReading, ScriptText } from './parsed-script.ts';
export { type PlanStep, readPlan, readPlanFigures } from './plans.ts';
export { type EngineState, findProblem, toProblem } from './probe.ts';
export { toArrowIpc } from './results/arrow.ts';
export type { RowChangeKind } from './results/comparison.ts';
export type { ExportedFile } from './results/export-file.ts';
export type { ExportFormat } from './results/file-columns.ts';
export { type CellCut, cutTable } from './results/long-values.ts';
export type { ResultCell, ResultComparison, ResultWindow, WindowRequest } from './results/result-shapes.ts';
export type { ResultSource } from './results/result-source.ts';
export type { ResultFilter, ResultHeader, ResultOperator, ResultSelection, ResultSort } from './results/result-sql.ts';
export { createResultStore, type ResultStore, type ResultStoreOptions } from './results/result-store.ts';
export { type ResultTableRequest, writeResultTable } from './results/result-table.ts';
export type { ValueKind } from './results/value-kinds.ts';
export { hasOwnGrammar, readScript } from './script-reading.ts';
export {
  type CollectedRow,
  collectTables,
  type ForeignRow,
  type ForeignValue,
  openTableReader,
  type RowsRequest,
  type TableCollector,
  type TableReader,
  TableReaderError,
} from './table-reader/index.ts';
export type { TokenSource } from './token-source.ts';
export {
  isFingerprint,
  type KeyReading,
  loadKeyReader,
  type PrivateKeyText,
  type ReadPrivateKey,
  toKeyProblem,
} from './tunnel/index.ts';
