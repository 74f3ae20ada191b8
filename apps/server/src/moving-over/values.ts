import { createHash } from 'node:crypto';
import type { ForeignRow, ForeignValue } from '../engines/index.ts';
import { MovingProblem } from './moving-problem.ts';

/** One character more is read of what is longer. */
const longestText = 5_000_000;

/** A row of another program's table, read with care: nothing of it is of the type that one would expect. */
export interface SourceRow {
  readonly id: number;
  text(name: string): string | null;
  number(name: string): number | null;
  flag(name: string, otherwise?: 0 | 1): 0 | 1;
  /** ISO, in UTC; times without a zone are taken for UTC. */
  time(name: string): string | null;
  uuid(name: string): string | null;
  bytes(name: string): Uint8Array | null;
}

export function toSourceRow(row: ForeignRow): SourceRow {
  return {
    id: toNumber(row.id) ?? 0,
    text: (name) => toText(row[name], name),
    number: (name) => toNumber(row[name]),
    flag: (name, otherwise = 0) => toFlag(row[name]) ?? otherwise,
    time: (name) => toTime(row[name]),
    uuid: (name) => toUuid(row[name]),
    bytes: (name) => toBytes(row[name]),
  };
}

function toText(value: ForeignValue, name: string): string | null {
  if (value === null || value === undefined) return null;
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
  if (text.length > longestText)
    throw new MovingProblem(`its ${name} is longer than ${longestText.toLocaleString('en')} characters`);
  return text;
}

function toNumber(value: ForeignValue): number | null {
  if (value === null || value === undefined || value === '' || value instanceof Uint8Array) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function toFlag(value: ForeignValue): 0 | 1 | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Uint8Array) return value.some((byte) => byte !== 0) ? 1 : 0;
  return value === true || /^(?:1|t|true)$/i.test(String(value)) ? 1 : 0;
}

function toTime(value: ForeignValue): string | null {
  if (typeof value !== 'string') return null;
  const [, day, time = '00:00:00', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(value.trim()) ?? [];
  if (day === undefined) return null;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone || 'Z';
  const date = new Date(`${day}T${time}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const uuidShape = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/;

/** Sixteen bytes, or a text with or without hyphens. */
function toUuid(value: ForeignValue): string | null {
  if (value === null || value === undefined) return null;
  const isBinary = value instanceof Uint8Array && value.length === 16;
  const text = isBinary ? Buffer.from(value).toString('hex') : toText(value, 'uuid')?.toLowerCase().trim();
  return text && uuidShape.test(text) ? withHyphens(text.replaceAll('-', '')) : null;
}

function withHyphens(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function toBytes(value: ForeignValue): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : null;
}

/** The same uuid for the same words, whenever it is asked for. */
export function uuidOfWords(...words: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return withHyphens(`${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`);
}

/** What the reference calls uuid3: of a namespace and a name. */
export function uuidOfName(namespace: string, name: string): string {
  const hash = createHash('md5').update(Buffer.from(namespace, 'hex')).update(name, 'utf8').digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x30;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return withHyphens(hash.toString('hex'));
}
