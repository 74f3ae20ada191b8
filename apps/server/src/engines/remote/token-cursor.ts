import { placeAt, refusal, type TextPlace, unreadable } from './failures.ts';

/** A word or sign of a statement, as one engine reads it. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'sign';
  /** A word in capital letters, the name inside quotes, or the sign. */
  readonly value: string;
  /** As it is written. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** Deeper ones are no statement of a person's, and would fill the stack. */
const maxDepth = 200;

/** Where a reader stands in the tokens of one statement. */
export class TokenCursor {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly sql: string,
  ) {}

  get current(): Token | undefined {
    return this.tokens[this.at];
  }

  ahead(count: number): Token | undefined {
    return this.tokens[this.at + count];
  }

  next(): Token {
    const token = this.tokens[this.at];
    if (!token) throw this.unexpected();
    this.at += 1;
    return token;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Whether a bare word stands there; a quoted one is always a name. */
  isWord(value: string, count = 0): boolean {
    const token = this.ahead(count);
    return token?.kind === 'word' && token.value === value;
  }

  isAnyWord(values: ReadonlySet<string>, count = 0): boolean {
    const token = this.ahead(count);
    return token?.kind === 'word' && values.has(token.value);
  }

  isSign(value: string, count = 0): boolean {
    const token = this.ahead(count);
    return token?.kind === 'sign' && token.value === value;
  }

  isName(count = 0): boolean {
    const kind = this.ahead(count)?.kind;
    return kind === 'word' || kind === 'quoted';
  }

  /** What a name token calls: words as they were written. */
  nameAt(count = 0): string {
    const token = this.ahead(count);
    if (token?.kind === 'quoted') return token.value;
    return token?.kind === 'word' ? token.raw : '';
  }

  takeWord(value: string): boolean {
    if (!this.isWord(value)) return false;
    this.at += 1;
    return true;
  }

  takeSign(value: string): boolean {
    if (!this.isSign(value)) return false;
    this.at += 1;
    return true;
  }

  expectSign(value: string): void {
    if (!this.takeSign(value)) throw this.unexpected();
  }

  /** One level deeper, within bounds. */
  deeper<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > maxDepth) throw refusal('The statement is nested too deeply.');
    try {
      return work();
    } finally {
      this.depth -= 1;
    }
  }

  place(): TextPlace {
    return placeAt(this.sql, this.current?.start ?? this.sql.length);
  }

  unexpected(): Error {
    const token = this.current;
    if (!token) return unreadable('The statement ends too early.', this.place());
    return unreadable(`"${token.raw.slice(0, 60)}" cannot be read here. Quote it if it is a name.`, this.place());
  }
}
