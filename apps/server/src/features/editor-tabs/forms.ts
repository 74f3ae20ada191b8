import { fieldError } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';

/** Forms carry JSON texts as values; what does not parse is the text itself, and JSON bodies come with plain values. */
export function readFormValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value) as unknown;
  } catch {
    return value;
  }
}

/** A field that must be there and hold an object. */
export function readFormObject(
  form: Readonly<Record<string, unknown>>,
  field: string,
): Readonly<Record<string, unknown>> {
  const value = readFormValue(form[field]);
  // Any object will do: its own schema reads it next.
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw fieldError({ [field]: ['Missing data for required field.'] }, 400);
}
