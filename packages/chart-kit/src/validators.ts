import type { Validator } from './definitions.ts';
import { msg } from './msg.ts';

/** Used when the server names no limit of rows. */
export const defaultMaxRows = 100_000;

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const validateNonEmpty: Validator = (value) => (isBlank(value) ? msg('cannot be empty') : false);

/** Blank passes: whether a value is needed is the non-empty validator's question. */
export const validateInteger: Validator = (value) => {
  if (isBlank(value)) return false;
  return isNumeric(value) && Number.isInteger(Number(value)) ? false : msg('is expected to be an integer');
};

export const validateNumber: Validator = (value) =>
  isBlank(value) || isNumeric(value) ? false : msg('is expected to be a number');

export function validateMaximum(maximum: number): Validator {
  return (value) => (isNumeric(value) && Number(value) > maximum ? `Value cannot exceed ${maximum}` : false);
}

/** No larger than the server's maximum row count, or 100000 when it names none. */
export const validateRowLimit: Validator = (value, context) =>
  validateMaximum(context.maxRows > 0 ? context.maxRows : defaultMaxRows)(value, context);

const hexColor = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const rgbColor = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i;

export const validateColor: Validator = (value) => {
  if (typeof value !== 'string') return msg('Invalid color');
  const parts = rgbColor.exec(value.trim());
  if (parts) return parts.slice(1).every((part) => Number(part) <= 255) ? false : msg('Invalid color');
  return hexColor.test(value.trim()) ? false : msg('Invalid color');
};

export const validateOpacity: Validator = (value) =>
  isNumeric(value) && Number(value) >= 0 && Number(value) <= 1 ? false : msg('The opacity should between 0 and 1');

/** A forecast that is sure of everything, or of nothing, has no bounds. */
export const validateShare: Validator = (value) => {
  if (isBlank(value)) return false;
  return isNumeric(value) && Number(value) > 0 && Number(value) < 1
    ? false
    : msg('is expected to be between 0 and 1 (exclusive)');
};

/** Each entry of an order-by list that is text must be JSON. */
export const validateOrderBy: Validator = (value) => {
  const entries = Array.isArray(value) ? value : [];
  return entries.every((entry) => typeof entry !== 'string' || isJson(entry))
    ? false
    : msg('Found invalid orderby options');
};

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a numeric text field makes of typed text: unfinished text stays text so that typing is not disturbed. */
export function parseTypedNumber(
  text: string,
  kind: 'float' | 'integer',
): { readonly value: number | string | null; readonly errors: readonly string[] } {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null, errors: [] };
  if (!isNumeric(trimmed)) return { value: text, errors: [msg('is expected to be a number')] };
  if (kind === 'integer' && !Number.isInteger(Number(trimmed))) {
    return { value: text, errors: [msg('is expected to be an integer')] };
  }
  const isUnfinished = kind === 'float' && (/\.$/.test(trimmed) || /\.\d*0$/.test(trimmed));
  return { value: isUnfinished ? trimmed : Number(trimmed), errors: [] };
}

/** One end of a bounds field: blank or non-numeric becomes null. */
export function parseBound(text: string): number | null {
  return isNumeric(text) ? Number(text) : null;
}
