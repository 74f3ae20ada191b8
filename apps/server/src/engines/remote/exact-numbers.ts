/** Stands before digits that were put in quotes so that none is lost. */
export const numberMark = '\u0001';

/** The text of JSON, in which whole numbers of many digits stand as texts with a mark. */
export function withQuotedNumbers(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?(?<![\d.])\d{16,}(?![\d.eE])/gs, (found) =>
    found.startsWith('"') ? found : `"\\u0001${found}"`,
  );
}

/** The inverse. */
export function plainNumbers(json: string): string {
  return json.replaceAll(/"\\u0001(-?\d+)"/g, '$1');
}
