/** What is wrong with a connection's address, in a sentence for people. */
export class UriProblem extends Error {
  override name = 'UriProblem';
}

/** A part of an address as it was meant; throws a `UriProblem` where its percent-encoding is none. */
export function decodePart(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UriProblem(`The ${part} of the connection string contains a % that must be written as %25.`);
  }
}

/** Asks a reader of addresses what is wrong with one; false where it can be read. */
export function uriProblemBy(fromUri: (uri: string) => unknown): (uri: string) => string | false {
  return (uri) => {
    try {
      fromUri(uri);
      return false;
    } catch (error) {
      if (error instanceof UriProblem) return error.message;
      throw error;
    }
  };
}
