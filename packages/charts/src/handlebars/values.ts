import { isRecord } from '@powerset/chart-kit';

/** Text that is meant as it is. */
export class SafeText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

export const escapeText = (text: string): string => text.replace(/[&<>"'`=]/g, (sign) => escapes[sign] ?? sign);

/** A value as a template writes it: nothing for what is missing or false, zero for zero. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof SafeText) return value.text;
  if (Array.isArray(value)) return value.map(textOfValue).join(',');
  return String(value);
}

/** What counts as nothing in conditions: also an empty list and zero. */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return !value;
}

/** A member that a value has of its own. Nothing that all objects inherit is reached, so that no function is. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value === 'string' || Array.isArray(value)) {
    if (name === 'length') return value.length;
    return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  }
  if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
  const member = value[name];
  return typeof member === 'function' ? undefined : member;
}
