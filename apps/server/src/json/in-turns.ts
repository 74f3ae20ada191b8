import { othersTurn } from '../turns/index.ts';

/** Of a list or a record; shorter ones are written in less than a millisecond. */
const longFrom = 200;
/** How far down long parts are looked for: the columns of a dataset stand two below what is answered. */
const deepest = 3;

/** The parts of an answer that are too long to be written at once; none for most. */
export function hasLongPart(value: unknown, depth = 0): boolean {
  if (!isPlain(value) || depth > deepest) return false;
  if (Array.isArray(value)) return value.length > longFrom;
  let count = 0;
  for (const name in value) {
    count += 1;
    if (count > longFrom || hasLongPart((value as Fields)[name], depth + 1)) return true;
  }
  return false;
}

type Fields = Readonly<Record<string, unknown>>;

/** What `JSON.stringify` makes of it, with others' turns between handfuls of long lists and records. */
export async function writeInTurns(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await write(value, { pieces, depth: 0 });
  return Buffer.concat(pieces);
}

interface Writing {
  /** As they are sent: texts of megabytes take milliseconds to be put together, and as long again to be encoded. */
  readonly pieces: Buffer[];
  readonly depth: number;
}

async function write(value: unknown, writing: Writing): Promise<void> {
  const { pieces, depth } = writing;
  if (!hasLongPart(value, depth)) pieces.push(Buffer.from(JSON.stringify(value)));
  else if (Array.isArray(value)) await writeList(value, pieces);
  // Only plain objects have long parts.
  else await writeFields(value as Fields, writing);
}

async function writeList(items: readonly unknown[], pieces: Buffer[]): Promise<void> {
  for (let start = 0; start < items.length; start += longFrom) {
    await othersTurn();
    const text = JSON.stringify(items.slice(start, start + longFrom)).slice(1, -1);
    pieces.push(Buffer.from(`${start === 0 ? '[' : ','}${text}`));
  }
  pieces.push(Buffer.from(']'));
}

async function writeFields(fields: Fields, { pieces, depth }: Writing): Promise<void> {
  let sign = '{';
  let short: Record<string, unknown> = {};
  let count = 0;
  const flush = () => {
    const text = JSON.stringify(short).slice(1, -1);
    if (text !== '') {
      pieces.push(Buffer.from(`${sign}${text}`));
      sign = ',';
    }
    short = {};
    count = 0;
  };
  for (const [name, value] of Object.entries(fields)) {
    if (!hasLongPart(value, depth + 1)) {
      short[name] = value;
      count += 1;
      if (count < longFrom) continue;
      flush();
      await othersTurn();
      continue;
    }
    flush();
    pieces.push(Buffer.from(`${sign}${JSON.stringify(name)}:`));
    sign = ',';
    await write(value, { pieces, depth: depth + 1 });
  }
  flush();
  pieces.push(Buffer.from(sign === '{' ? '{}' : '}'));
}

/** What has no words of its own for JSON. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value);
}
