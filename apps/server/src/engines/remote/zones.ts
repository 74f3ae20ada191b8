const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = makeFormat(zone);
  formats.set(zone, made);
  return made;
}

function makeFormat(zone: string): Intl.DateTimeFormat | null {
  if (/^(?:UTC|GMT|Etc\/UTC|Etc\/GMT|Zulu)$/i.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  } catch {
    // A zone that is known to the server alone: its times stay as they are written.
    return null;
  }
}

/** How far a zone's clock is from UTC at a moment, in milliseconds. */
function offsetAt(format: Intl.DateTimeFormat, millis: number): number {
  const parts = Object.fromEntries(format.formatToParts(millis).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(millis / 1000) * 1000;
}

/** Reads `2024-01-02 03:04:05.678` of a zone's clock as that of UTC; null where the two are one, or the zone is not known. */
export function readerOfZone(zone: string): ((text: string) => string) | null {
  const format = formatOf(zone);
  return format && ((text) => toUtcText(text, format));
}

/** In an hour that comes twice, the first of them. */
function toUtcText(text: string, format: Intl.DateTimeFormat): string {
  const local = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  if (Number.isNaN(local)) return text;
  const guess = local - offsetAt(format, local);
  const millis = local - offsetAt(format, guess);
  return `${new Date(millis).toISOString().slice(0, 19).replace('T', ' ')}${text.slice(19)}`;
}
