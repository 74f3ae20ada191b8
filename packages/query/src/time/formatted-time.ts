type Parts = Record<'Y' | 'm' | 'd' | 'H' | 'M' | 'S' | 'ms' | 'zone', number> & { isAfternoon?: boolean };
/** Reads one part of a text from a position; answers where it ends, or -1 where the text says something else. */
type Step = (text: string, at: number, parts: Parts) => number;

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Longer texts are no times. */
const longestTime = 100;

const steps: Readonly<Record<string, Step>> = {
  Y: digits(4, (parts, value) => ({ ...parts, Y: value })),
  // As POSIX has it: 69 to 99 are of the last century.
  y: digits(2, (parts, value) => ({ ...parts, Y: value + (value < 69 ? 2000 : 1900) })),
  m: digits(2, (parts, value) => ({ ...parts, m: value })),
  d: digits(2, (parts, value) => ({ ...parts, d: value })),
  H: digits(2, (parts, value) => ({ ...parts, H: value })),
  I: digits(2, (parts, value) => ({ ...parts, H: value % 12 })),
  M: digits(2, (parts, value) => ({ ...parts, M: value })),
  S: digits(2, (parts, value) => ({ ...parts, S: value })),
  f: readFraction,
  b: monthName,
  B: monthName,
  a: weekdayName,
  A: weekdayName,
  p: halfOfDay,
  z: readZone,
  '%': literal('%'),
};

/**
 * What reads texts of a strftime format (`%d.%m.%Y %H:%M`) as times: milliseconds since 1970 in UTC, or null for a text that
 * is written otherwise or names no day. Null for a format with a letter that is not known. Each text is gone through once.
 */
export function formattedTimeReader(format: string): ((text: string) => number | null) | null {
  const read: Step[] = [];
  for (const [part, letter] of format.matchAll(/%([\s\S]?)|[^%]+/g)) {
    const step = part.startsWith('%') ? ownStep(letter ?? '') : literal(part);
    if (!step) return null;
    read.push(step);
  }
  return (text) => readAll(text.trim(), read);
}

function ownStep(letter: string): Step | undefined {
  return Object.hasOwn(steps, letter) ? steps[letter] : undefined;
}

function readAll(text: string, read: readonly Step[]): number | null {
  if (text.length > longestTime) return null;
  const parts: Parts = { Y: 1900, m: 1, d: 1, H: 0, M: 0, S: 0, ms: 0, zone: 0 };
  let at = 0;
  for (const step of read) {
    at = step(text, at, parts);
    if (at < 0) return null;
  }
  return at === text.length ? toMilliseconds(parts) : null;
}

function toMilliseconds({ Y, m, d, H, M, S, ms, zone, isAfternoon = false }: Parts): number | null {
  const time = new Date(0);
  time.setUTCFullYear(Y, m - 1, d);
  time.setUTCHours(H + (isAfternoon ? 12 : 0), M, S, ms);
  // The 31st of February would be the 3rd of March.
  const isSame = time.getUTCMonth() === m - 1 && time.getUTCDate() === d && time.getUTCMinutes() === M;
  return isSame && time.getUTCSeconds() === S ? time.getTime() - zone * 60_000 : null;
}

function digits(longest: number, keep: (parts: Parts, value: number) => Parts): Step {
  return (text, at, parts) => {
    const end = endOfDigits(text, at, longest);
    if (end === at || (longest === 4 && end - at !== 4)) return -1;
    Object.assign(parts, keep(parts, Number(text.slice(at, end))));
    return end;
  };
}

function endOfDigits(text: string, from: number, longest: number): number {
  let end = from;
  while (end < from + longest && /\d/.test(text.charAt(end))) end += 1;
  return end;
}

function readFraction(text: string, at: number, parts: Parts): number {
  const end = endOfDigits(text, at, 9);
  if (end === at) return -1;
  parts.ms = Math.floor(Number(`0.${text.slice(at, end)}`) * 1000);
  return end;
}

function monthName(text: string, at: number, parts: Parts): number {
  const [index, end] = readName(text, at, months);
  if (index >= 0) parts.m = index + 1;
  return end;
}

function weekdayName(text: string, at: number): number {
  return readName(text, at, weekdays)[1];
}

/** The name in full or its first three letters. */
function readName(text: string, at: number, names: readonly string[]): readonly [index: number, end: number] {
  const rest = text.slice(at, at + 9).toLowerCase();
  const index = names.findIndex((name) => rest.startsWith(name.slice(0, 3)));
  const name = names[index];
  if (name === undefined) return [-1, -1];
  return [index, at + (rest.startsWith(name) ? name.length : 3)];
}

function halfOfDay(text: string, at: number, parts: Parts): number {
  const half = text.slice(at, at + 2).toLowerCase();
  if (half !== 'am' && half !== 'pm') return -1;
  parts.isAfternoon = half === 'pm';
  return at + 2;
}

function readZone(text: string, at: number, parts: Parts): number {
  if (/^z/i.test(text.slice(at))) return at + 1;
  const found = /^([+-])(\d{2}):?(\d{2})/.exec(text.slice(at, at + 6));
  if (!found) return -1;
  parts.zone = (Number(found[2]) * 60 + Number(found[3])) * (found[1] === '-' ? -1 : 1);
  return at + found[0].length;
}

function literal(wanted: string): Step {
  return (text, at) => (text.startsWith(wanted, at) ? at + wanted.length : -1);
}
