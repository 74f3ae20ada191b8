import type { EngineError, MentionPlace } from '../../engine.ts';
import { placeAt, refusal, unreadable } from '../../remote/index.ts';
import { lex, type Token } from './lex.ts';
import { reservedWords } from './words.ts';

export interface TablePath {
  /** Only where one is named. */
  readonly catalog?: string;
  readonly schema: string | null;
  readonly table: string;
}

/** A table's name, and where it stands. */
export interface PlacedPath extends TablePath {
  readonly place: MentionPlace | null;
}

const deepest = 200;

/** Walks over the tokens of one statement. */
export class Cursor {
  private depth = 0;
  private at = 0;

  constructor(
    /** The text in which the tokens stand. */
    readonly sql: string,
    private readonly tokens: readonly Token[],
    /** Tables may be named with their catalog. */
    readonly namesCatalogs = false,
  ) {}

  static over(sql: string): Cursor {
    return new Cursor(sql, lex(sql));
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  take(): Token {
    const token = this.tokens[this.at];
    if (!token) throw this.problem();
    this.at += 1;
    return token;
  }

  /** Whether one of these words stands here, unquoted. */
  isWord(...words: readonly string[]): boolean {
    const token = this.peek();
    return token?.kind === 'word' && words.includes(token.value);
  }

  isWordIn(words: ReadonlySet<string>, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'word' && words.has(token.value);
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'symbol' && token.value === symbol;
  }

  /** Steps over the words if they stand here in this order. */
  skipWords(...words: readonly string[]): boolean {
    const isHere = words.every((word, ahead) => {
      const token = this.peek(ahead);
      return token?.kind === 'word' && token.value === word;
    });
    if (isHere) this.at += words.length;
    return isHere;
  }

  skipAnyWord(words: ReadonlySet<string>): boolean {
    if (!this.isWordIn(words)) return false;
    this.at += 1;
    return true;
  }

  skipSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.at += 1;
    return true;
  }

  expectWords(...words: readonly string[]): void {
    if (!this.skipWords(...words)) throw this.problem();
  }

  expectSymbol(symbol: string): void {
    if (!this.skipSymbol(symbol)) throw this.problem();
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw this.problem();
  }

  /** Whether a name may begin here. */
  get isName(): boolean {
    const token = this.peek();
    return token?.kind === 'name' || (token?.kind === 'word' && !reservedWords.has(token.value));
  }

  takeName(): string {
    if (!this.isName) throw this.problem();
    return this.take().written;
  }

  /** `table` or `schema.table`, and `catalog.schema.table` where there are catalogs. */
  takeTable(): PlacedPath {
    const start = this.peek()?.start ?? 0;
    const names = [this.takeName()];
    const most = this.namesCatalogs ? 3 : 2;
    while (names.length < most && this.skipSymbol('.')) names.push(this.takeNamePart());
    if (this.isSymbol('.')) throw this.problem();
    return { ...toTablePath(names), place: this.placeFrom(start) };
  }

  /** Behind a dot and a space the server reads keywords again. */
  private takeNamePart(): string {
    if (this.peek()?.kind !== 'name' && !this.isName) throw this.problem();
    return this.take().written;
  }

  /** From there to the token that was taken last. */
  private placeFrom(start: number): MentionPlace | null {
    const last = this.tokens[this.at - 1];
    return last ? { start, end: last.end, nameStart: last.start } : null;
  }

  /** Reads something that may hold more of its kind. */
  inside<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > deepest) throw refusal('The statement is nested too deeply.');
    const result = read();
    this.depth -= 1;
    return result;
  }

  /** What stands here is not what the reader knows. */
  problem(): EngineError {
    const token = this.peek();
    if (!token)
      return unreadable('The statement ends where more is expected.', placeAt(this.sql, this.sql.trimEnd().length));
    const written = this.sql.slice(token.start, Math.min(token.end, token.start + 80));
    return unreadable(`The SQL is not understood at or near "${written}".`, placeAt(this.sql, token.start));
  }
}

/** Of the parts of a name, the last first in what they mean: its table, its schema, its catalog. */
export function toTablePath(names: readonly string[]): TablePath {
  const [table = '', schema = null, catalog] = [...names].reverse();
  return { ...(catalog === undefined ? {} : { catalog }), schema, table };
}
