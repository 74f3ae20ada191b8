export type Document = Readonly<Record<string, unknown>>;

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A stored document as data; undefined when it is none. */
export function parseDocument(text: string | null | undefined): Document | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** For a file: the document as data, or the text as it is when it cannot be read. */
export function toFileDocument(text: string | null | undefined): Document | string | null {
  return parseDocument(text) ?? (text || null);
}

/** From a file: the text to store. Throws when a text is no JSON. */
export function toStoredText(value: Document | string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  JSON.parse(value);
  return value;
}
