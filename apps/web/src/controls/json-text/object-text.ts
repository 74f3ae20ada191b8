/** Where a text stops being JSON: both count from one. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export type ReadText =
  | { readonly value: Readonly<Record<string, unknown>> }
  /** Without a place where the text is JSON, but no object. */
  | { readonly place: TextPlace | null };

/** Reads the text of an object, or says where it is wrong. */
export function readObjectText(text: string): ReadText {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { value: { ...value } } : { place: null };
  } catch {
    return { place: placeAt(text, findFault(text)) };
  }
}

/** The line in which a key of the outermost object begins. */
export function lineOfKey(text: string, key: string): number | null {
  const at = text.indexOf(`${JSON.stringify(key)}:`);
  return at < 0 ? null : placeAt(text, at).line;
}

function placeAt(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const scalar =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const space = /[ \t\r\n]*/y;
const maxDepth = 200;

/** The first sign that cannot stand where it does. Browsers say it in words of their own, some not at all. */
function findFault(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found !== null;
  };
  const skip = (sign: string): boolean => {
    take(space);
    if (text[at] !== sign) return false;
    at += 1;
    take(space);
    return true;
  };
  const members = (end: string, readOne: () => boolean): boolean => {
    if (skip(end)) return true;
    do if (!readOne()) return false;
    while (skip(','));
    return skip(end);
  };
  const readValue = (depth: number): boolean => {
    take(space);
    if (depth > maxDepth) return false;
    if (skip('[')) return members(']', () => readValue(depth + 1));
    if (skip('{')) return members('}', () => text[at] === '"' && take(scalar) && skip(':') && readValue(depth + 1));
    return take(scalar);
  };
  readValue(0);
  take(space);
  return at;
}
