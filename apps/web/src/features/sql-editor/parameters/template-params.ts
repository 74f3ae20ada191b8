import type { ParameterKind } from '@powerset/contract';

/** How a parameter is asked for. `sql` is text that stands in the query as it is; everything else is a value. */
export interface Declaration {
  readonly type: ParameterKind;
  /** The query whose first column holds the values to choose from. */
  readonly query?: string;
}

export type ParameterValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

const declarationsKey = '_parameters';
const kinds: readonly string[] = ['text', 'number', 'date', 'list', 'sql'] satisfies readonly ParameterKind[];

type Fields = Readonly<Record<string, unknown>>;

function readFields(text: string | null): Fields | null {
  if (text === null || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    // An object that is no list has fields by name.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Whether fields can write into the text of a tab's parameters: not while it is no JSON object. */
export function isReadable(text: string | null): boolean {
  return readFields(text) !== null;
}

export function readValue(text: string | null, name: string): ParameterValue | undefined {
  const fields = readFields(text);
  if (!fields || !Object.hasOwn(fields, name)) return undefined;
  const value = fields[name];
  if (Array.isArray(value)) return value.map(toPlain);
  return toPlain(value);
}

function toPlain(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null ? null : JSON.stringify(value);
}

/** What its author said of a parameter; one that has a value and no declaration stands in the query as it is. */
export function declarationOf(text: string | null, name: string): Declaration | null {
  const fields = readFields(text) ?? {};
  const found = Object.hasOwn(fields, declarationsKey) ? declarationsOf(fields)[name] : undefined;
  if (found && kinds.includes(found.type)) return found;
  return Object.hasOwn(fields, name) ? { type: 'sql' } : null;
}

function declarationsOf(fields: Fields): Readonly<Record<string, Declaration>> {
  const value = fields[declarationsKey];
  // Each is looked at when it is read.
  return typeof value === 'object' && value !== null ? (value as Record<string, Declaration>) : {};
}

export interface ParameterChange {
  readonly name: string;
  readonly declaration: Declaration;
  /** Undefined takes the value away. */
  readonly value: ParameterValue | undefined;
}

/** The text of a tab's parameters after one was changed; null when nothing is left in it. */
export function changeParameter(text: string | null, { name, declaration, value }: ParameterChange): string | null {
  const { [declarationsKey]: _declared, [name]: _last, ...rest } = readFields(text) ?? {};
  const fields = {
    ...rest,
    ...(value === undefined ? {} : { [name]: value }),
    [declarationsKey]: { ...declarationsOf(readFields(text) ?? {}), [name]: declaration },
  };
  return JSON.stringify(fields);
}

/** A value as a parameter of another type holds it; undefined where it cannot. */
export function convertValue(value: ParameterValue | undefined, type: ParameterKind): ParameterValue | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (type === 'list') return Array.isArray(value) ? value : [value as string];
  const one = Array.isArray(value) ? value[0] : (value as string | number | boolean);
  if (one === undefined || one === null) return undefined;
  if (type === 'number') return toNumber(String(one));
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(String(one)) ? String(one) : undefined;
  return String(one);
}

/** A typed number; digits that a number cannot hold stay text, which engines read exactly. */
export function toNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed)) return undefined;
  const number = Number(trimmed);
  const digits = trimmed.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;
  return digits <= 15 && Number.isFinite(number) ? number : trimmed;
}
