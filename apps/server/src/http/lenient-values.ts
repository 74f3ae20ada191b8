import type { TSchema } from 'typebox';

const yes = new Set(['t', 'true', 'on', 'y', 'yes', '1']);
const no = new Set(['f', 'false', 'off', 'n', 'no', '0']);

/** A flag in one of the spellings that the reference takes: `true`, `"True"`, `"on"`, `1`; undefined for what is none. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).toLowerCase();
  if (yes.has(text)) return true;
  return no.has(text) ? false : undefined;
}

/** A number, or a text that is one. */
function readNumber(value: unknown, pattern: RegExp): number | undefined {
  return typeof value === 'string' && pattern.test(value) && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

const integerText = /^\s*[+-]?\d{1,17}\s*$/;
const numberText = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** What the schemas of a contract may be made of, as far as values hang on it. */
interface Shape {
  readonly type?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | readonly Shape[];
  readonly maxItems?: number;
}

/**
 * The value with flags and numbers as the schema has them, where it holds them in other spellings; what belongs to no
 * flag or number stays as it is, for the schema to refuse.
 */
export function withPlainValues(schema: TSchema, value: unknown): unknown {
  return toPlain(schema as Shape, value);
}

function toPlain(shape: Shape, value: unknown): unknown {
  if (shape.anyOf) return toPlainByOneOf(shape.anyOf, value);
  if (Array.isArray(value)) return toPlainItems(shape, value);
  if (typeof value === 'object' && value !== null) return toPlainRecord(shape, value);
  if (shape.type === 'boolean') return readFlag(value) ?? value;
  if (shape.type === 'integer') return readNumber(value, integerText) ?? value;
  return shape.type === 'number' ? (readNumber(value, numberText) ?? value) : value;
}

/** Where a text is welcome as a text, it stays one. */
function toPlainByOneOf(shapes: readonly Shape[], value: unknown): unknown {
  if (shapes.some(({ type }) => type !== 'object' && type === typeof value)) return value;
  return shapes.reduce((kept, shape) => (kept === value ? toPlain(shape, value) : kept), value);
}

/** A list that is too long is refused whatever it holds. */
function toPlainItems({ items, maxItems }: Shape, values: readonly unknown[]): unknown {
  if (items === undefined || (maxItems !== undefined && values.length > maxItems)) return values;
  const changed = values.map((value, at) => {
    const shape = 'length' in items ? items[at] : items;
    return shape ? toPlain(shape, value) : value;
  });
  return changed.some((value, at) => value !== values[at]) ? changed : values;
}

/** Only the fields that are known: a caller may send many more. */
function toPlainRecord({ properties = {} }: Shape, value: object): unknown {
  const parts = value as Readonly<Record<string, unknown>>;
  const changed: [string, unknown][] = [];
  // There may be thousands of records, and a schema knows dozens of fields of which each has a few.
  for (const name in properties) {
    if (!Object.hasOwn(parts, name)) continue;
    const plain = toPlain(properties[name]!, parts[name]);
    if (plain !== parts[name]) changed.push([name, plain]);
  }
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value;
}
