/**
 * TABLE READER. Rows of another program's database, as they are at one moment and for reading alone: a file or a server that the
 * administrator named. In: a connection's URI. Out: its tables with their columns, and rows in portions, none longer than a bound.
 */
export { type CollectedRow, collectTables, type TableCollector } from './collected.ts';
export { openTableReader, TableReaderError } from './open.ts';
export type { ForeignRow, ForeignValue, RowsRequest, TableReader } from './reader.ts';
