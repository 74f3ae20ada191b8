/** A sheet as it is typed: the name of its table and its address. */
export interface SheetRow {
  readonly name: string;
  readonly address: string;
}

const none: SheetRow = { name: '', address: '' };
const isFilled = ({ name, address }: SheetRow) => name.trim() !== '' || address.trim() !== '';

/** The rows that a form holds as a text; at least one, to type in. */
export function readRows(text: string): readonly SheetRow[] {
  // Only this module writes these texts.
  const rows = text === '' ? [] : (JSON.parse(text) as readonly SheetRow[]);
  return rows.length === 0 ? [none] : rows;
}

/** The text of rows; nothing where nothing is typed. */
export function writeRows(rows: readonly SheetRow[]): string {
  return rows.length > 1 || rows.some(isFilled) ? JSON.stringify(rows) : '';
}

/** What a saved connection names, as rows. */
export function rowsOf(catalog: unknown): string {
  const entries = Object.entries(typeof catalog === 'object' && catalog !== null ? catalog : {});
  return writeRows(entries.map(([name, address]) => ({ name, address: String(address) })));
}

/** The addresses by name. */
export function toCatalog(text: string): Readonly<Record<string, string>> {
  const rows = readRows(text).filter(isFilled);
  return Object.fromEntries(rows.map(({ name, address }) => [name.trim(), address.trim()]));
}

/** Whether a name stands there twice: only one of the two would be kept. */
export function hasTwice(text: string): boolean {
  return Object.keys(toCatalog(text)).length < readRows(text).filter(isFilled).length;
}

/** Whether nothing is typed. */
export function isUnfilled(text: string): boolean {
  return !readRows(text).some(isFilled);
}
