import type { FoundMention } from '../../parsed-script.ts';
import { refusal, type Token, TokenCursor } from '../../remote/index.ts';
import { isRefusedTable } from './names.ts';

export interface TableReference {
  readonly schema: string | null;
  readonly table: string;
}

/** Names that stand for queries of WITH where one looks from. */
export type Scope = ReadonlySet<string>;

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
export class Cursor extends TokenCursor {
  readonly tables = new Map<string, TableReference>();
  /** Each time that a table is named. */
  readonly mentions: FoundMention[] = [];
  readonly functions = new Set<string>();
  /** Names of WITH, as they were read: what the server calls tables too. */
  readonly withNames = new Set<string>();

  constructor(
    tokens: readonly Token[],
    sql: string,
    /** Reads queries inside of what else is read: given, since each of them may hold the other. */
    readonly readQuery: (cursor: Cursor, scope: Scope) => void,
  ) {
    super(tokens, sql);
  }

  addTable(reference: TableReference, start: number | null = null): FoundMention {
    const { schema, table } = reference;
    if (isRefusedTable(schema, table)) throw refusal(`The table "${schema}.${table}" may not be read here.`);
    this.tables.set(JSON.stringify([reference.schema, reference.table]), reference);
    const last = start === null ? undefined : this.ahead(-1);
    const place = last && start !== null ? { start, end: last.end, nameStart: last.start } : null;
    const mention = { ...reference, place, hasAlias: false };
    this.mentions.push(mention);
    return mention;
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

  /** Whether a clause begins there that no statement may have here: INTO, and SETTINGS or FORMAT before a name. */
  isRefusedClause(count = 0): boolean {
    if (this.isWord('INTO', count)) return true;
    const isFollowed = this.isName(count + 1) && !this.isAnyWord(tailWords, count + 1);
    return isFollowed && (this.isWord('SETTINGS', count) || this.isWord('FORMAT', count));
  }

  refusedClause(word: string): Error {
    return refusal(refusedClauses[word] ?? '');
  }

  override unexpected(): Error {
    const token = this.current;
    return token && this.isRefusedClause() ? this.refusedClause(token.value) : super.unexpected();
  }
}
