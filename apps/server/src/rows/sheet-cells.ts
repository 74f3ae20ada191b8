/** The most that a cell of a spreadsheet holds. */
const maxCellCharacters = 32_767;

/** A text as long as a cell may be; a longer one says at its end that it was cut, and how long it was. */
export function fitCell(text: string): string {
  if (text.length <= maxCellCharacters) return text;
  const note = ` … [cut: ${text.length} characters]`;
  return text.slice(0, maxCellCharacters - note.length).replace(/[\ud800-\udbff]$/, '') + note;
}

const dayMs = 86_400_000;
/** The day that spreadsheets call 25569 is 1970-01-01. */
const epochDay = 25_569;
/** Before it they count a day that never was, 1900-02-29; after year 9999 they know none. */
const firstMs = Date.UTC(1900, 2, 1);
const endMs = Date.UTC(10_000, 0, 1);

export const momentFormats = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd hh:mm:ss.000'] as const;

/** A moment as spreadsheets keep it: days since their beginning, and the format in which it is read. */
export interface SheetMoment {
  readonly serial: number;
  readonly format: (typeof momentFormats)[number];
}

/** Null where spreadsheets have no such moment. Milliseconds since 1970 in UTC. */
export function toSheetMoment(epochMs: number, hasTime = epochMs % dayMs !== 0): SheetMoment | null {
  if (!(epochMs >= firstMs && epochMs < endMs)) return null;
  const withTime = epochMs % 1000 === 0 ? momentFormats[1] : momentFormats[2];
  return { serial: epochMs / dayMs + epochDay, format: hasTime ? withTime : momentFormats[0] };
}

const momentText = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})0*)?)?$/;

/** The same of an engine's own words; null for what a cell would not hold whole: zones, microseconds, eras. */
export function readSheetMoment(text: string): SheetMoment | null {
  const match = momentText.exec(text);
  if (!match) return null;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? 0 : Number(part)));
  const ms = Number((match[7] ?? '').padEnd(3, '0') || 0);
  return toSheetMoment(Date.UTC(year, month - 1, day, hours, minutes, seconds, ms), match[4] !== undefined);
}
