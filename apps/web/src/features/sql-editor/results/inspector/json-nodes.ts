/** A part of a JSON text, as a tree shows it. Numbers keep their digits. */
export type JsonNode =
  | { readonly kind: 'object'; readonly items: readonly JsonItem[] }
  | { readonly kind: 'list'; readonly items: readonly JsonItem[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string };

export interface JsonItem {
  readonly name: string;
  readonly node: JsonNode;
}

/** Longer texts stand as texts: a tree of millions of parts helps nobody. */
const longestText = 2_000_000;
const deepest = 200;

/** The tree of a text that is an object or a list; null for every other text. */
export function parseJson(text: string): JsonNode | null {
  if (text.length > longestText || !/^\s*[[{]/.test(text)) return null;
  try {
    return toNode(JSON.parse(text.replace(stringOrNumber, keepDigits)), 0);
  } catch {
    return null;
  }
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** No text of people begins with it. */
const numberMark = '\uE000#';

/** Numbers become texts: those beyond 2^53 would lose digits. */
function keepDigits(part: string): string {
  return part.startsWith('"') ? part : `"${numberMark}${part}"`;
}

function toNode(value: unknown, depth: number): JsonNode {
  if (depth > deepest) throw new Error('too deep');
  if (typeof value === 'string' && value.startsWith(numberMark))
    return { kind: 'number', text: value.slice(numberMark.length) };
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value !== 'object' || value === null) return { kind: 'word', text: String(value) };
  const kind = Array.isArray(value) ? 'list' : 'object';
  return {
    kind,
    items: Object.entries(value).map(([name, inner]) => ({ name, node: toNode(inner, depth + 1) })),
  };
}

/** The tree as text again, each part on a line of its own. */
export function printJson(node: JsonNode, indent = ''): string {
  if (node.kind === 'text') return JSON.stringify(node.text);
  if (node.kind !== 'object' && node.kind !== 'list') return node.text;
  const [open, close] = node.kind === 'list' ? '[]' : '{}';
  if (node.items.length === 0) return `${open}${close}`;
  const inner = `${indent}  `;
  const lines = node.items.map(
    ({ name, node: part }) =>
      `${inner}${node.kind === 'list' ? '' : `${JSON.stringify(name)}: `}${printJson(part, inner)}`,
  );
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
