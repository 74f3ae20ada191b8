/** The deepest documents that are saved, dashboards with tabs in tabs, have twenty. */
const maxDepth = 100;
/** Whatever reads a document looks at each of its values and names: so many take a few milliseconds. */
const maxValues = 50_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** What a JSON text has too much of, in words; null for one that may be parsed. */
export function findTooMuch(text: string): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (code === comma || code === colon) values += 1;
    else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
    } else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > maxDepth) return `Must not be nested deeper than ${maxDepth} levels.`;
    if (values > maxValues) return `Must not hold more than ${maxValues} values and names.`;
  }
  return null;
}

/** Where the text that begins at a quote ends. */
function endOfText(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end < 0) return text.length;
  // A long text without escapes is found by one search; one full of them would need a search for each.
  return text.charCodeAt(end - 1) === backslash ? endOfEscaped(text, start) : end;
}

function endOfEscaped(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}

/** The value of a JSON text; throws `SyntaxError` for what is none, and for what is too deep or holds too much. */
export function parseJson(text: string): unknown {
  const problem = findTooMuch(text);
  if (problem) throw new SyntaxError(problem);
  return JSON.parse(text);
}
