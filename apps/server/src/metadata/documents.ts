import { parseJson } from '../json/index.ts';

/** A JSON object, as several columns of the store keep it in text. */
export type Document = Readonly<Record<string, unknown>>;

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a text holds; undefined when it holds none, whatever became of it. */
export function parseDocument(text: string | null | undefined): Document | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = parseJson(text);
    return isDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
