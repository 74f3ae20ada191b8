import { fieldError } from './app-error.ts';

/** The body without fields that nobody would keep: they are left out or empty, or refused by their names. */
export function withoutRefused(body: unknown, paths: readonly string[]): unknown {
  const found = paths.filter((path) => someValue(body, path.split('.'), isFilled));
  if (found.length > 0)
    throw fieldError(
      Object.fromEntries(found.map((path) => [path, ['Not supported here: leave it out or empty.']])),
      400,
    );
  const empty = paths.filter((path) => someValue(body, path.split('.'), () => true));
  return empty.reduce((rest, path) => without(rest, path.split('.')), body);
}

function someValue(value: unknown, [name, ...rest]: readonly string[], holds: (value: unknown) => boolean): boolean {
  if (name === undefined) return holds(value);
  if (Array.isArray(value)) return value.some((item) => someValue(item, [name, ...rest], holds));
  return isRecord(value) && Object.hasOwn(value, name) && someValue(value[name], rest, holds);
}

function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => without(item, [name, ...rest]));
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: part, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(part, rest) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
