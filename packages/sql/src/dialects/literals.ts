import { SqlError } from '../errors.ts';

/** Puts text into quotes, its own quotes doubled. */
export function doubled(text: string, quote: string): string {
  return `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
}

/** As `doubled`, and backslashes doubled too, for engines in which they escape. */
export function doubledWithBackslashes(text: string, quote: string): string {
  return doubled(text.replaceAll('\\', '\\\\'), quote);
}

/** Writes text that may hold NUL characters, which no engine takes inside a literal: `nul` is an expression for one. */
export function stringWithNul(
  text: string,
  options: { readonly quote: (part: string) => string; readonly nul: string | null },
): string {
  if (!text.includes('\u0000')) return options.quote(text);
  if (options.nul === null)
    throw new SqlError('A text value contains a NUL character, which this database cannot hold.');
  const nul = options.nul;
  return `(${text.split('\u0000').map(options.quote).join(` || ${nul} || `)})`;
}

/** Digits of a number; refuses what SQL has no literal for. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new SqlError(`${value} cannot be written as a number in SQL.`);
  }
  return value.toString();
}

export function isMidnight(at: Date): boolean {
  return at.getTime() % 86_400_000 === 0;
}

/**
 * A time in UTC as text: `date` = 2024-01-02, `seconds` = 2024-01-02 03:04:05, `micros` = with six decimals,
 * `full` = with milliseconds only where there are any. Years 1 to 9999.
 */
export function timeText(at: Date, form: 'date' | 'seconds' | 'micros' | 'full'): string {
  const year = at.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new SqlError('A time lies outside the years 1 to 9999.');
  const iso = at.toISOString();
  const day = iso.slice(0, 10);
  if (form === 'date') return day;
  const seconds = `${day} ${iso.slice(11, 19)}`;
  if (form === 'micros') return `${seconds}.${iso.slice(20, 23)}000`;
  return form === 'full' && at.getUTCMilliseconds() !== 0 ? `${seconds}.${iso.slice(20, 23)}` : seconds;
}

/** Rewrites a strftime format with an engine's own letters; other characters go through `literal`. */
export function translateFormat(
  format: string,
  letters: Readonly<Record<string, string>>,
  literal: (text: string) => string = (text) => text,
): string {
  return format.replace(/%(.)|[^%]+/gs, (piece, letter: string | undefined) => {
    if (letter === undefined) return literal(piece);
    const own = letters[letter];
    if (own === undefined) throw new SqlError(`The date format %${letter} is not supported by this database.`);
    return own;
  });
}
