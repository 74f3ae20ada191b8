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
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** A quote after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

/** The value of a JSON text; throws `SyntaxError` for what is none, and for what is too deep or holds too much. */
export function parseJson(text: string): unknown {
  const problem = findTooMuch(text);
  if (problem) throw new SyntaxError(problem);
  return JSON.parse(text);
}
