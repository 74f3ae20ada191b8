import { parseJson } from '../../json/index.ts';
import { type Document, parseDocument } from '../../metadata/index.ts';

/** For a file: the document as data, or the text as it is when it cannot be read. */
export function toFileDocument(text: string | null | undefined): Document | string | null {
  return parseDocument(text) ?? (text || null);
}

/** From a file: the text to store. Throws when a text is no JSON. */
export function toStoredText(value: Document | string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  parseJson(value);
  return value;
}

/** A flag of a file as the store keeps it. */
export function toFlag(value: boolean | null | undefined, otherwise: 0 | 1): 0 | 1 {
  if (value === null || value === undefined) return otherwise;
  return value ? 1 : 0;
}
