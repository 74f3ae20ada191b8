import { parseJson } from '../../json/index.ts';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';

/** For a file: the document as data, or the text as it is when it cannot be read. */
export function toFileDocument(text: string | null | undefined): Document | string | null {
  return parseDocument(text) ?? (text || null);
}

/** What is wrong with a JSON text that stands for an object; null when nothing is. */
export function findTextProblem(text: string): 'no JSON' | 'no object' | null {
  if (text === '') return null;
  try {
    const value = parseJson(text);
    return value === null || isDocument(value) ? null : 'no object';
  } catch {
    return 'no JSON';
  }
}

/** From a file whose texts were looked at (`findTextProblem`): the text to store. */
export function toStoredText(value: Document | string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  return value === '' || value.trim() === 'null' ? null : value;
}

/** A flag of a file as the store keeps it. */
export function toFlag(value: boolean | null | undefined, otherwise: 0 | 1): 0 | 1 {
  if (value === null || value === undefined) return otherwise;
  return value ? 1 : 0;
}
