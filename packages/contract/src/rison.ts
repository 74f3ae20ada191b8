import rison from 'rison';

/** Writes a value as Rison, ready for a query string. */
export function encodeRison(value: unknown): string {
  return rison.encode(value);
}

/** Reads Rison, or JSON where the text is not Rison; throws `SyntaxError` when it is neither. */
export function parseRison(text: string): unknown {
  try {
    return rison.decode(text);
  } catch {
    try {
      return JSON.parse(text);
    } catch {
      throw new SyntaxError('The parameter q is neither Rison nor JSON.');
    }
  }
}
