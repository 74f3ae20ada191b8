import rison from 'rison';

/** Writes a value as Rison, ready for a query string. */
export function encodeRison(value: unknown): string {
  return rison.encode(value);
}

/** Reads Rison, or JSON where the text is not Rison; throws `SyntaxError` when it is neither. */
export function parseRison(text: string): unknown {
  try {
    return decodeQuietly(text);
  } catch {
    try {
      return JSON.parse(text);
    } catch {
      throw new SyntaxError('The parameter q is neither Rison nor JSON.');
    }
  }
}

/** The library writes what it cannot read to the console, where whoever sends it could write what they like. */
function decodeQuietly(text: string): unknown {
  const parser = new rison.parser((message) => {
    throw new SyntaxError(message);
  });
  parser.error = (message) => {
    parser.message = message;
  };
  return parser.parse(text);
}
