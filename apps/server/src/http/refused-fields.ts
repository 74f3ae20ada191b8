import { fieldError } from './app-error.ts';

/** The body, unless it holds a value that nobody would keep: a field is left out or empty, or it is refused by its name. */
export function withoutRefused(body: unknown, paths: readonly string[]): unknown {
  const found = paths.filter((path) => hasValue(body, path.split('.')));
  if (found.length === 0) return body;
  throw fieldError(
    Object.fromEntries(found.map((path) => [path, ['Not supported here: leave it out or empty.']])),
    400,
  );
}

function hasValue(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value) && name !== undefined) return value.some((item) => hasValue(item, [name, ...rest]));
  if (name === undefined) return !isEmpty(value);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return hasValue(Object.entries(value).find(([key]) => key === name)?.[1], rest);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
