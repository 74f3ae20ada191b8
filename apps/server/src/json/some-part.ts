/**
 * Whether one of a value's parts passes a test, names of fields among them, each list and object before what it holds:
 * without writing the value out, and no further than to the first that does. Not for values that hold themselves.
 */
export function somePart(value: unknown, test: (part: unknown) => boolean): boolean {
  if (test(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((part) => somePart(part, test));
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    if (test(name) || somePart((value as Readonly<Record<string, unknown>>)[name], test)) return true;
  }
  return false;
}
