import type { DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { PackedColumn } from '../../../packed/index.ts';
import { openVector } from './vectors.ts';

/** A DuckDB string of up to so many bytes lies in place, behind its length; of a longer one there is a pointer. */
const inlineBytes = 12;
const wordsPerString = 4;
/** Longer texts are copied by the platform, shorter ones four bytes at a time. */
const shortBytes = 48;

/** Texts, and bytes, which lie in memory alike. */
export function readTexts(chunk: DuckDBDataChunk, index: number): Extract<PackedColumn, { kind: 'text' }> {
  const { rowCount, view, nulls } = openVector(chunk, index);
  const { buffer, byteOffset } = view(wordsPerString * 4);
  const strings = new Uint32Array(buffer, byteOffset, rowCount * wordsPerString);
  const ends = new Uint32Array(rowCount);
  let size = 0;
  let hasDistant = false;
  for (let row = 0; row < rowCount; row++) {
    const bytes = nulls?.[row] ? 0 : strings[row * wordsPerString]!;
    hasDistant ||= bytes > inlineBytes;
    size += bytes;
    ends[row] = size;
  }
  // What is copied reaches up to so far beyond the text, where the next one is written over it.
  const memory = new ArrayBuffer(size + inlineBytes);
  const target = { bytes: new Uint8Array(memory, 0, size), view: new DataView(memory) };
  if (hasDistant) copyTexts({ strings, ends, target });
  else copyInlineTexts(strings, ends, target.view);
  return { kind: 'text', bytes: target.bytes, ends, nulls };
}

/** Twelve bytes of each, however short it is: a loop over the bytes of each takes several times as long. */
function copyInlineTexts(strings: Uint32Array, ends: Uint32Array, target: DataView): void {
  let start = 0;
  for (let row = 0; row < ends.length; row++) {
    const at = row * wordsPerString;
    target.setUint32(start, strings[at + 1]!, true);
    target.setUint32(start + 4, strings[at + 2]!, true);
    target.setUint32(start + 8, strings[at + 3]!, true);
    start = ends[row]!;
  }
}

interface TextCopy {
  readonly strings: Uint32Array;
  readonly ends: Uint32Array;
  readonly target: { readonly bytes: Uint8Array; readonly view: DataView };
}

/** Memory in which long texts lie. */
interface Region {
  readonly address: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

function copyTexts({ strings, ends, target }: TextCopy): void {
  // Rows that hold the same words can point to the same memory, now here and now there.
  const regions = new Map<number, Region>();
  let region: Region = nowhere;
  let last = -1;
  let start = 0;
  const { view } = target;
  for (let row = 0; row < ends.length; row++) {
    const at = row * wordsPerString;
    const end = ends[row]!;
    const size = end - start;
    if (size <= inlineBytes) {
      view.setUint32(start, strings[at + 1]!, true);
      view.setUint32(start + 4, strings[at + 2]!, true);
      view.setUint32(start + 8, strings[at + 3]!, true);
    } else {
      const address = strings[at + 3]! * 2 ** 32 + strings[at + 2]!;
      const from = address - region.address;
      if (from < 0 || from + size > last) {
        region = findRegion(regions, { strings, ends }, row);
        last = region.bytes.length;
      }
      copyFrom(region, address - region.address, { target, start, size });
    }
    start = end;
  }
}

const nowhere: Region = { address: 0, bytes: new Uint8Array(), view: new DataView(new ArrayBuffer(0)) };

function findRegion(regions: Map<number, Region>, { strings, ends }: Omit<TextCopy, 'target'>, row: number): Region {
  const address = addressOf(strings, row);
  const size = ends[row]! - (row === 0 ? 0 : ends[row - 1]!);
  const known = regions.get(address);
  if (known && size <= known.bytes.length) return known;
  const opened = openRegion(strings, ends, row);
  regions.set(address, opened);
  return opened;
}

/** Addresses are below 2^48, so they are exact as numbers. */
function addressOf(strings: Uint32Array, row: number): number {
  return strings[row * wordsPerString + 3]! * 2 ** 32 + strings[row * wordsPerString + 2]!;
}

/** From a row's text on, with those of later rows that lie right behind it: each look at memory of the engine's is a call into native code. */
function openRegion(strings: Uint32Array, ends: Uint32Array, first: number): Region {
  const address = addressOf(strings, first);
  let size = ends[first]! - (first === 0 ? 0 : ends[first - 1]!);
  for (let row = first + 1; row < ends.length; row++) {
    const next = ends[row]! - ends[row - 1]!;
    if (next <= inlineBytes) continue;
    if (addressOf(strings, row) !== address + size) break;
    size += next;
  }
  // DuckDB's vectors never lie in shared buffers.
  const memory = strings.buffer as ArrayBuffer;
  const pointer = strings.byteOffset + first * wordsPerString * 4 + 8;
  const bytes = duckdb.get_data_from_pointer(memory, pointer, size);
  return { address, bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) };
}

interface TextPlace {
  readonly target: TextCopy['target'];
  readonly start: number;
  readonly size: number;
}

function copyFrom({ bytes, view }: Region, from: number, { target, start, size }: TextPlace): void {
  if (size > shortBytes || from + size + 3 > bytes.length) {
    target.bytes.set(bytes.subarray(from, from + size), start);
    return;
  }
  for (let at = 0; at < size; at += 4) target.view.setUint32(start + at, view.getUint32(from + at, true), true);
}
