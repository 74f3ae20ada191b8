/** A sheet as it is typed: the name of its table and its address. */
export interface SheetRow {
  readonly name: string;
  readonly address: string;
}

export type SheetPart = keyof SheetRow;

/** An input of a list among the mistakes of a form: its field, the row and the part of that. */
export const inputKey = (field: string, at: number, part: SheetPart) => `${field}:${at}:${part}`;

/** The field that a mistake is of. */
export const fieldOfKey = (key: string) => key.split(':')[0] ?? key;

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

/** The rows whose name stands there before: only one of the two would be kept. */
export function rowsTwice(text: string): readonly number[] {
  const seen = new Set<string>();
  return readRows(text).flatMap((row, at) => {
    const name = row.name.trim();
    if (!isFilled(row)) return [];
    if (seen.has(name)) return [at];
    seen.add(name);
    return [];
  });
}

/** The row with a name, or none. */
export function rowOf(text: string, name: string): number | undefined {
  const at = readRows(text).findIndex((row) => isFilled(row) && row.name.trim() === name);
  return at < 0 ? undefined : at;
}

/** Whether nothing is typed. */
export function isUnfilled(text: string): boolean {
  return !readRows(text).some(isFilled);
}
