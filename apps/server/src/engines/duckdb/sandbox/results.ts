import type { Token } from './lexer.ts';

export interface NamedResults {
  /** With a table's name in the place of each `result('name')`. */
  readonly tokens: readonly Token[];
  readonly results: readonly { readonly result: string; readonly name: string }[];
}

/** `result('name')` as a name of a table, which is as long, so that places stay what they are. */
export function nameResults(tokens: readonly Token[]): NamedResults {
  const named: Token[] = [];
  const results: { result: string; name: string }[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const result = readResult(tokens, index);
    if (result === null) {
      named.push(tokens[index]!);
      continue;
    }
    const name = `result: ${result}`;
    const { start } = tokens[index]!;
    const { end } = tokens[index + 3]!;
    named.push({ kind: 'quoted', text: `"${name.replaceAll('"', '""')}"`, start, end });
    results.push({ result, name });
    index += 3;
  }
  return { tokens: named, results };
}

function readResult(tokens: readonly Token[], index: number): string | null {
  const [head, opening, name, closing] = tokens.slice(index, index + 4);
  const isCall = head?.kind === 'word' && head.text.toLowerCase() === 'result' && opening?.text === '(';
  if (!isCall || name?.kind !== 'string' || !name.text.startsWith("'") || closing?.text !== ')') return null;
  return name.text.slice(1, -1).replaceAll("''", "'");
}
