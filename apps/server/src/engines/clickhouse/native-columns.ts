import { isUtf8 } from 'node:buffer';
import type { CellValue } from '@powerset/contract';
import { type PackedColumn, unpackColumn } from '../../packed/index.ts';
import { eachInTurns, Stretch } from '../../turns/index.ts';
import { largerThan, mostBroken } from '../remote/index.ts';
import type { Feed } from './feed.ts';
import type { ColumnForm, FixedForm, ValueForm } from './native-types.ts';
import { BrokenRows } from './rows.ts';

/** As many rows as are written in a turn or two. */
export const portionRows = 8192;

interface Rows {
  readonly rowCount: number;
  /** 1 where there is no value; null where there is one everywhere. */
  readonly nulls: Uint8Array | null;
}

/** The values of a column of one block, so many rows at a time. */
export async function readColumn(feed: Feed, form: ColumnForm, rowCount: number): Promise<readonly PackedColumn[]> {
  if (form.isDictionary) return readDictionary(feed, form, rowCount);
  const nulls = form.isNullable ? await readNulls(feed, rowCount) : null;
  return readValues(feed, form.value, { rowCount, nulls });
}

async function readNulls(feed: Feed, rowCount: number): Promise<Uint8Array> {
  const marks = await take(feed, rowCount);
  return new Uint8Array(marks);
}

async function take(feed: Feed, length: number): Promise<Buffer> {
  await feed.need(length);
  feed.at += length;
  return feed.bytes.subarray(feed.at - length, feed.at);
}

async function readValues(feed: Feed, form: ValueForm, rows: Rows): Promise<readonly PackedColumn[]> {
  if (form.kind === 'bytes') return readTexts(feed, form.width, rows);
  const { width } = form;
  const bytes = await take(feed, width * rows.rowCount);
  return inPortions(rows, (portion, from) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset + from * width, portion.rowCount * width);
    return form.kind === 'words' ? toWords(form, view, portion) : toFixed(form, view, portion);
  });
}

/** Reads so many rows at a time, with turns for the others in between. */
async function inPortions(
  { rowCount, nulls }: Rows,
  read: (portion: Rows, from: number) => PackedColumn | Promise<PackedColumn>,
): Promise<readonly PackedColumn[]> {
  const stretch = new Stretch();
  const portions: PackedColumn[] = [];
  for (let from = 0; from < rowCount; from += portionRows) {
    if (stretch.isLong) await stretch.rest();
    const to = Math.min(from + portionRows, rowCount);
    const missing = nulls?.subarray(from, to) ?? null;
    portions.push(await read({ rowCount: to - from, nulls: missing?.includes(1) ? missing : null }, from));
  }
  return portions;
}

function toFixed(form: FixedForm, view: DataView, { rowCount, nulls }: Rows): PackedColumn {
  if (form.kind === 'texts') return toValues(form, view, { rowCount, nulls });
  const { width, read, readOther } = form;
  const values = form.kind === 'booleans' ? new Uint8Array(rowCount) : new Float64Array(rowCount);
  let missing: Uint8Array | null = null;
  for (let row = 0; row < rowCount; row += 1) {
    if (nulls?.[row]) continue;
    const value = read(view, row * width);
    if (!Number.isNaN(value)) {
      values[row] = value;
      continue;
    }
    const other = readOther(view, row * width);
    // Whole numbers of more digits than numbers hold.
    if (typeof other === 'bigint') return toValues(form, view, { rowCount, nulls });
    if (other !== null) values[row] = Number(other);
    else {
      missing ??= nulls ? new Uint8Array(nulls) : new Uint8Array(rowCount);
      missing[row] = 1;
    }
  }
  missing ??= nulls;
  return values instanceof Uint8Array
    ? { kind: 'booleans', values, nulls: missing }
    : { kind: 'numbers', values, nulls: missing };
}

function toValues({ width, read, readOther }: FixedForm, view: DataView, { rowCount, nulls }: Rows): PackedColumn {
  const values = new Array<CellValue>(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    const value = nulls?.[row] ? null : read(view, row * width);
    values[row] = Number.isNaN(value) ? readOther(view, row * width) : value;
  }
  return { kind: 'values', values };
}

function toWords(
  { width, words, codes }: Extract<ValueForm, { kind: 'words' }>,
  view: DataView,
  { rowCount, nulls }: Rows,
): PackedColumn {
  const found = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    if (nulls?.[row]) continue;
    const code = codes.get(width === 1 ? view.getInt8(row) : view.getInt16(row * 2, true));
    if (code === undefined) throw new BrokenRows('a value that its type does not name');
    found[row] = code;
  }
  return { kind: 'words', codes: found, words, nulls };
}

async function readTexts(feed: Feed, width: number | null, rows: Rows): Promise<readonly PackedColumn[]> {
  return inPortions(rows, async ({ rowCount, nulls }) => {
    const texts = new TextPortion(rowCount);
    for (let row = 0; row < rowCount; row += 1) {
      if (!texts.addPresent(feed, width)) await texts.addLater(feed, width);
    }
    return texts.toColumn(nulls);
  });
}

const longFactor = 2 ** 21;
const usualText = 12;
/** Shorter ones are copied quicker byte by byte. */
const longText = 64;
/** Copied in one go. */
const largePiece = 4 * 1024 * 1024;

/** The texts of some rows. */
class TextPortion {
  private bytes: Uint8Array;
  private length = 0;
  private readonly ends: Uint32Array;
  private row = 0;

  constructor(rowCount: number) {
    this.bytes = new Uint8Array(rowCount * usualText);
    this.ends = new Uint32Array(rowCount);
  }

  /** Adds the next text where it has come; false where it has to be waited for. */
  addPresent(feed: Feed, width: number | null): boolean {
    const { bytes } = feed;
    let { at } = feed;
    let length = width ?? 0;
    if (width === null) {
      let byte = 128;
      for (let factor = 1; byte >= 128; factor *= 128) {
        // A length of more bytes is read by who bounds it.
        if (at === bytes.length || factor > longFactor) return false;
        byte = bytes[at++]!;
        length += (byte & 127) * factor;
      }
    }
    if (at + length > bytes.length) return false;
    this.add(bytes, at, length);
    feed.at = at + length;
    return true;
  }

  async addLater(feed: Feed, width: number | null): Promise<void> {
    const length = width ?? (await feed.varuint());
    await feed.need(length);
    await this.addInPieces(feed, length);
  }

  private async addInPieces(feed: Feed, length: number): Promise<void> {
    const { bytes, at } = feed;
    feed.at += length;
    if (length <= largePiece) {
      this.add(bytes, at, length);
      return;
    }
    const first = this.length;
    this.grow(first + length);
    const stretch = new Stretch();
    for (let from = 0; from < length; from += largePiece) {
      const piece = bytes.subarray(at + from, at + Math.min(length, from + largePiece));
      this.bytes.set(piece, first + from);
      if (stretch.isLong) await stretch.rest();
    }
    this.length = first + length;
    this.ends[this.row++] = this.length;
  }

  private add(source: Uint8Array, start: number, length: number): void {
    const first = this.length;
    const last = first + length;
    if (last > this.bytes.length) this.grow(last);
    const { bytes } = this;
    if (length > longText) bytes.set(source.subarray(start, start + length), first);
    else for (let from = start, to = first; to < last; from += 1, to += 1) bytes[to] = source[from]!;
    this.length = last;
    this.ends[this.row++] = last;
  }

  async toColumn(nulls: Uint8Array | null): Promise<PackedColumn> {
    const bytes = this.bytes.subarray(0, this.length);
    if (isUtf8(bytes)) return { kind: 'text', bytes, ends: this.ends, nulls };
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values: CellValue[] = [];
    let start = 0;
    await eachInTurns(this.ends, (end) => {
      if (end - start > mostBroken) throw largerThan('A text that is not in UTF-8', mostBroken);
      values.push(nulls?.[values.length] ? null : text.toString('utf8', start, end));
      start = end;
    });
    return { kind: 'values', values };
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

const ownKeys = 1 << 9;
const sharedKeys = 1 << 8;

async function readDictionary(feed: Feed, form: ColumnForm, rowCount: number): Promise<readonly PackedColumn[]> {
  const version = await readCount(feed);
  const flags = await readCount(feed);
  if (version !== 1 || !(flags & ownKeys) || flags & sharedKeys || (flags & 255) > 2)
    throw new BrokenRows('a dictionary of another kind');
  const keyCount = await readCount(feed);
  if (keyCount > mostKeys) throw new BrokenRows('a dictionary that is too long');
  const keys = await readValues(feed, form.value, { rowCount: keyCount, nulls: null });
  if ((await readCount(feed)) !== rowCount) throw new BrokenRows('a dictionary of other rows');
  const width = 1 << (flags & 255);
  const bytes = await take(feed, width * rowCount);
  const values = await unpackInTurns(keys, keyCount);
  const words = values.every((value) => typeof value === 'string') ? values : null;
  return inPortions({ rowCount, nulls: null }, (portion, from) => {
    const codes = new Uint32Array(portion.rowCount);
    for (let row = 0; row < codes.length; row += 1) codes[row] = bytes.readUIntLE((from + row) * width, width);
    if (codes.some((code) => code >= keyCount)) throw new BrokenRows('a key that is not there');
    // The first key of what may be missing stands for that.
    const isMissing = form.isNullable && codes.includes(0);
    if (words) return { kind: 'words', codes, words, nulls: isMissing ? Uint8Array.from(codes, isZero) : null };
    const read = Array.from(codes, (code) => (isMissing && code === 0 ? null : (values[code] ?? null)));
    return { kind: 'values', values: read };
  });
}

async function unpackInTurns(portions: readonly PackedColumn[], rowCount: number): Promise<readonly CellValue[]> {
  const values: CellValue[] = [];
  const stretch = new Stretch();
  for (const [at, portion] of portions.entries()) {
    if (stretch.isLong) await stretch.rest();
    values.push(...unpackColumn(portion, Math.min(portionRows, rowCount - at * portionRows)));
  }
  return values;
}

const isZero = (code: number): number => (code === 0 ? 1 : 0);
const mostKeys = 1_000_000;

async function readCount(feed: Feed): Promise<number> {
  const bytes = await take(feed, 8);
  return bytes.readUInt32LE(4) * 2 ** 32 + bytes.readUInt32LE(0);
}
