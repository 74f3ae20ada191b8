import type { Token } from './lexer.ts';

interface Part {
  /** Where it stands in the passage. */
  readonly at: number;
  /** Where it was written in the script. */
  readonly from: number;
  readonly length: number;
}

/** SQL put together from tokens of a script and words of ours, which knows where each token was written. */
export class Passage {
  private readonly parts: Part[] = [];
  private written = '';

  get text(): string {
    return this.written;
  }

  add(words: string): this {
    this.written += `${this.written === '' ? '' : ' '}${words} `;
    return this;
  }

  /** Comments become blanks; lines stay lines, so that the places of a whole statement stay what they were. */
  addTokens(tokens: readonly Token[], sql: string): this {
    for (const [index, token] of tokens.entries()) {
      const before = tokens[index - 1];
      if (before) this.written += sql.slice(before.end, token.start).replace(/[^\r\n]/g, ' ');
      this.parts.push({ at: this.written.length, from: token.start, length: token.end - token.start });
      this.written += token.text;
    }
    return this;
  }

  /** The place in the script; of words of ours the end of what stands before them. */
  toScript(offset: number): number | null {
    const part = this.parts.findLast(({ at }) => at <= offset) ?? this.parts[0];
    return part ? part.from + Math.max(0, Math.min(offset - part.at, part.length)) : null;
  }
}

/** The text of tokens without comments, each at its place. */
export function joinTokens(tokens: readonly Token[], sql: string): string {
  return new Passage().addTokens(tokens, sql).text;
}
