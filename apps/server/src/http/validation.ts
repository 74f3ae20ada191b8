import { emailPattern, singleLinePattern, userNamePattern, uuidPattern } from '@powerset/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { fieldError } from './app-error.ts';
import { isKnownWithoutNul } from './bodies.ts';
import { withPlainValues } from './lenient-values.ts';

type Validator = ReturnType<typeof Compile>;

/**
 * `text`: parts of the address, converted to the schema's types. `json`: taken as it is, and may be kept, so no text of
 * it holds NUL, at which the store would cut it. `data`: taken as it is, and only compared with data.
 */
export type InputKind = 'text' | 'json' | 'data';

/**
 * Reads one part of a request, flags and numbers in every spelling that the reference takes; what the schema does not
 * take is an error that names the field.
 */
export function compileReader(schema: TSchema, kind: InputKind, status = 400): (input: unknown) => unknown {
  // Of hundreds of endpoints few are asked soon: a server that compiled all would start later.
  let compiled: Validator | undefined;
  const tellers = new Map<TSchema, Validator>();
  return (input) => {
    compiled ??= Compile(schema);
    const validator = compiled;
    const value = kind === 'text' ? Value.Convert(schema, input ?? {}) : input;
    const cut = kind === 'json' && !isKnownWithoutNul(value) ? findNul(value) : null;
    if (cut !== null) throw fieldError({ [cut || '_schema']: ['Must not contain NUL characters.'] }, 400);
    if (validator.Check(value)) return value;
    const plain = withPlainValues(schema, value);
    if (plain !== value && validator.Check(plain)) return plain;
    const branch = fittingBranch(schema, value);
    const teller = branch === schema ? validator : (tellers.get(branch) ?? Compile(branch));
    tellers.set(branch, teller);
    throw fieldError(describeFirst({ validator: teller, schema: branch }, plain), status);
  };
}

interface Teller {
  readonly validator: Validator;
  readonly schema: TSchema;
}

/**
 * To say what is wrong with each of many items takes long: usually it is the same, and told by the first. The second number is
 * one more than most lists may have, and more than any record.
 */
const toldItems = [30, 1001] as const;
/** More than any record has that is not a list by names. */
const mostOfRecord = 100;

function describeFirst(teller: Teller, value: unknown): Record<string, readonly string[]> {
  const [few, many] = toldItems;
  const problems = describeProblems(teller, withShortLists(value, few));
  return Object.keys(problems).length > 0 ? problems : describeProblems(teller, withShortLists(value, many));
}

function withShortLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => withShortLists(item, most));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  const entries: [string, unknown][] = [];
  for (const name in value) {
    // A field that was left out would be told as missing.
    if (entries.length === Math.max(most, mostOfRecord)) break;
    entries.push([name, withShortLists((value as Readonly<Record<string, unknown>>)[name], most)]);
  }
  return Object.fromEntries(entries);
}

/** Of a schema with alternatives the one that knows most of the fields: the misses of the others would only confuse. */
function fittingBranch(schema: TSchema, value: unknown): TSchema {
  const branches: readonly (TSchema & { readonly properties?: object })[] =
    'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const known = ({ properties = {} }: { readonly properties?: object }) =>
    given.filter((name) => Object.hasOwn(properties, name)).length;
  return branches.reduce((best, next) => (known(next) > known(best) ? next : best));
}

/** The path of a text with a NUL character, in names of fields too; a loop, as bodies may be deeper than the stack. */
function findNul(body: unknown): string | null {
  const waiting: (readonly [path: string, value: unknown])[] = [['', body]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && value.includes('\u0000')) return path;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [name, part] of Object.entries(value)) {
      if (name.includes('\u0000')) return path;
      waiting.push([path ? `${path}.${name}` : name, part]);
    }
  }
  return null;
}

/** What is also said of a field that may be left empty; it helps nobody who filled it in. */
const asides = ['Must be null.', 'Must match a schema in anyOf.'];

/** Of a list of words one, each of which reports that it is another. */
const constantText = 'Must be equal to constant.';
const requiredText = 'Missing data for required field.';
const emptyText = 'Must not be empty.';

/** All words of the list that a place in a schema is in: of a long one not each is reported. */
function wordsAt(schema: TSchema, place: string): readonly unknown[] {
  const steps = place.split('/').slice(1).map(decodePointer);
  let at: unknown = schema;
  let list: unknown = schema;
  for (const [index, step] of steps.entries()) {
    at = isRecord(at) ? at[step] : undefined;
    const isInList = step === 'anyOf' || steps[index - 1] === 'anyOf';
    if (!isInList) list = at;
  }
  return constantsIn(list);
}

function constantsIn(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return [];
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(constantsIn) : [];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function describeProblems({ validator, schema }: Teller, value: unknown): Record<string, readonly string[]> {
  // Fields are called what the caller likes, `constructor` too.
  const problems = new Map<string, readonly string[]>();
  const words = new Map<string, readonly unknown[]>();
  for (const error of validator.Errors(value).slice(0, 20)) {
    for (const [field, text] of toFieldTexts(error)) {
      const texts = problems.get(field) ?? [];
      problems.set(field, texts.includes(text) ? texts : [...texts, text]);
      if (text === constantText) words.set(field, [...(words.get(field) ?? []), ...wordsAt(schema, error.schemaPath)]);
    }
  }
  for (const [field, given] of problems) {
    const allowed = [...new Set(words.get(field) ?? [])].map(String).join(', ');
    const texts = given.map((text) => (text === constantText ? `Must be one of: ${allowed}.` : text));
    // What an empty text would have to look like besides is no help.
    const telling = texts.includes(emptyText) ? [emptyText] : texts.filter((text) => !asides.includes(text));
    if (telling.length > 0) problems.set(field, telling);
  }
  return problems.size > 0 ? Object.fromEntries(problems) : { _schema: ['Invalid input.'] };
}

interface SchemaProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function toFieldTexts(error: SchemaProblem): readonly (readonly [field: string, text: string])[] {
  const path = error.instancePath.split('/').filter(Boolean).map(decodePointer).join('.');
  const prefix = path ? `${path}.` : '';
  const params = error.params as { requiredProperties?: readonly string[]; additionalProperties?: readonly string[] };
  // A property that is not allowed is reported twice; the other report names it.
  if (error.keyword === 'boolean') return [];
  if (error.keyword === 'required')
    return (params.requiredProperties ?? []).map((name) => [prefix + name, requiredText]);
  if (error.keyword === 'additionalProperties')
    return (params.additionalProperties ?? []).map((name) => [prefix + name, 'Unknown field.']);
  if (error.keyword === 'minLength' && 'limit' in error.params && error.params.limit === 1)
    return [[path || '_schema', emptyText]];
  const patternText = 'pattern' in error.params ? patternTexts.get(toSource(error.params.pattern)) : undefined;
  if (patternText) return [[path || '_schema', patternText]];
  return [[path || '_schema', `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`]];
}

/** What a pattern asks for, in words. */
const patternTexts: ReadonlyMap<string, string> = new Map([
  [singleLinePattern, 'Must be one line without control characters.'],
  [emailPattern, 'Must be an email address, for example ada@example.org.'],
  [userNamePattern, 'Must have no spaces or slashes.'],
  [uuidPattern, 'Not a valid UUID.'],
]);

function toSource(pattern: unknown): string {
  return pattern instanceof RegExp ? pattern.source : String(pattern);
}

function decodePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
