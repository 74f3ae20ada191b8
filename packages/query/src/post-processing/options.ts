import { QueryError } from '../errors.ts';
import type { Frame, FrameColumn } from './frame.ts';
import { joinLevels } from './frame.ts';

export type Options = Readonly<Record<string, unknown>>;

/** A step of the chain. */
export type Operation = (frame: Frame, options: Options) => Frame;

export function invalidOption(name: string, expected: string): QueryError {
  return new QueryError(`Option "${name}" of a post-processing step ${expected}`, 'post_processing');
}

export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidOption(name, 'must be text');
  return value;
}

export function requiredText(options: Options, name: string): string {
  const value = textOption(options, name);
  if (value === undefined) throw invalidOption(name, 'is required');
  return value;
}

export function numberOption(options: Options, name: string, fallback: number): number {
  const value = options[name];
  if (value === undefined || value === null) return fallback;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidOption(name, 'must be a number');
  return number;
}

export function booleanOption(options: Options, name: string, fallback: boolean): boolean {
  const value = options[name];
  return typeof value === 'boolean' ? value : fallback;
}

export function listOption(options: Options, name: string): readonly string[] {
  const value = options[name];
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw invalidOption(name, 'must be a list of names');
  }
  return value;
}

export function recordOption(options: Options, name: string): Options {
  const value = options[name];
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw invalidOption(name, 'must be an object');
  return value;
}

/** A mapping of column names, as in `{source: target}`; values may be null. */
export function namesOption(options: Options, name: string): readonly (readonly [string, string | null])[] {
  return Object.entries(recordOption(options, name)).map(([from, to]) => {
    if (to !== null && typeof to !== 'string') throw invalidOption(name, 'must map names to names');
    return [from, to] as const;
  });
}

export function isRecord(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function missingColumns(): QueryError {
  return new QueryError('Referenced columns not available in DataFrame.', 'post_processing');
}

/** The columns that a name stands for: after a pivot, all those of that metric. Throws when there are none. */
export function findColumns(frame: Frame, name: string): readonly FrameColumn[] {
  const found = frame.columns.filter((column) => column.path[0] === name);
  const columns = found.length > 0 ? found : frame.columns.filter((column) => joinLevels(column.path) === name);
  if (columns.length === 0) throw missingColumns();
  return columns;
}

/** The one column of that name, among index and columns. */
export function findOne(frame: Frame, name: string): FrameColumn {
  const column = [...frame.columns, ...frame.index].find((candidate) => joinLevels(candidate.path) === name);
  if (!column) throw missingColumns();
  return column;
}

/** Replaces columns of the same label and appends the others. */
export function putColumns(frame: Frame, columns: readonly FrameColumn[]): Frame {
  const byLabel = new Map(columns.map((column) => [JSON.stringify(column.path), column]));
  const kept = frame.columns.map((column) => {
    const key = JSON.stringify(column.path);
    const replacement = byLabel.get(key);
    byLabel.delete(key);
    return replacement ?? column;
  });
  return { ...frame, columns: [...kept, ...byLabel.values()] };
}
