import { placeAt, refusal, type TextPlace, unreadable } from '../../remote/index.ts';
import { isRefusedTable } from './names.ts';
import type { Token } from './tokens.ts';

export interface TableReference {
  readonly schema: string | null;
  readonly table: string;
}

/** Names that stand for queries of WITH where one looks from. */
export type Scope = ReadonlySet<string>;

/** Deeper ones are no statement of a person's, and would fill the stack. */
const maxDepth = 200;
const queryWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'FROM']);

const tailWords: ReadonlySet<string> = new Set([
  ...['AS', 'FROM', 'WHERE', 'PREWHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'UNION', 'EXCEPT', 'INTERSECT', 'AND'],
  ...['OR', 'NOT', 'IN', 'LIKE', 'ILIKE', 'IS', 'BETWEEN', 'ASC', 'DESC', 'THEN', 'WHEN', 'ELSE', 'END', 'QUALIFY'],
  ...['GLOBAL', 'OVER', 'NULLS', 'COLLATE', 'DIV', 'MOD', 'REGEXP', 'OFFSET'],
]);

const refusedClauses: Readonly<Record<string, string>> = {
  INTO: 'INTO may not be used here: results go nowhere but to whoever asked.',
  SETTINGS: 'SETTINGS may not be changed here.',
  FORMAT: 'FORMAT may not be chosen here. Export the result instead.',
};

/** Where a reader stands in the tokens of one statement, and what it has found so far. */
export class Cursor {
  readonly tables = new Map<string, TableReference>();
  readonly functions = new Set<string>();
  /** Names of WITH, as they were read: what the server calls tables too. */
  readonly withNames = new Set<string>();
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly sql: string,
    /** Reads queries inside of what else is read: given, since each of them may hold the other. */
    readonly readQuery: (cursor: Cursor, scope: Scope) => void,
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

  /** What a name token calls: words as they were written. */
  nameAt(count = 0): string {
    const token = this.ahead(count);
    if (token?.kind === 'quoted') return token.value;
    return token?.kind === 'word' ? token.raw : '';
  }

  addTable(reference: TableReference): void {
    const { schema, table } = reference;
    if (isRefusedTable(schema, table)) throw refusal(`The table "${schema}.${table}" may not be read here.`);
    this.tables.set(JSON.stringify([reference.schema, reference.table]), reference);
  }

  /** The text here as the name of a dictionary, which is asked permission for like a table. */
  addDictionary(): void {
    const token = this.current;
    const parts = token?.kind === 'text' ? token.value.split('.') : [];
    if (parts.length === 0 || parts.length > 2 || parts.includes('') || token?.raw.includes('\\'))
      throw refusal("A dictionary is named by a plain text here: 'name' or 'database.name'.");
    this.addTable({ schema: parts.length > 1 ? (parts[0] ?? null) : null, table: parts.at(-1) ?? '' });
  }

  /** Whether a query begins there. */
  startsQuery(count = 0): boolean {
    return this.isAnyWord(queryWords, count);
  }

  skip(count: number): void {
    this.at += count;
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

  /** Whether a clause begins there that no statement may have here: INTO, and SETTINGS or FORMAT before a name. */
  isRefusedClause(count = 0): boolean {
    if (this.isWord('INTO', count)) return true;
    const isFollowed = this.isName(count + 1) && !this.isAnyWord(tailWords, count + 1);
    return isFollowed && (this.isWord('SETTINGS', count) || this.isWord('FORMAT', count));
  }

  refusedClause(word: string): Error {
    return refusal(refusedClauses[word] ?? '');
  }

  place(): TextPlace {
    return placeAt(this.sql, this.current?.start ?? this.sql.length);
  }

  unexpected(): Error {
    const token = this.current;
    if (token && this.isRefusedClause()) return this.refusedClause(token.value);
    if (!token) return unreadable('The statement ends too early.', this.place());
    return unreadable(`"${token.raw.slice(0, 60)}" cannot be read here. Quote it if it is a name.`, this.place());
  }
}
