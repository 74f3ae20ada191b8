/**
 * SHEETS. Google's sheets as tables: each is fetched as CSV from the service's own hosts, kept for a minute, and read by the embedded
 * engine as the files of a lake are. In: addresses by name, a key of a service account, SQL. Out: a `TableSource`.
 */
export { sheetsKind } from './kind.ts';
export { readSheets } from './named-sheets.ts';
export { openSheetsSource } from './source.ts';
export { fromUri as fromSheetsUri } from './uri.ts';
