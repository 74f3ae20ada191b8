import { refusal, type Token, TokenCursor } from '../../remote/index.ts';
import { queryWords, readableSchemaTables } from './words.ts';

export interface TableReference {
  readonly schema: string | null;
  readonly table: string;
}

/** Names that stand for queries of WITH where one looks from, as `scopeName` writes them. */
export type Scope = ReadonlySet<string>;

/** The server tells no case apart; of letters beyond ASCII it is not known which are one to it, so that they stay as written. */
export function scopeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Where a reader stands in the tokens of one statement, and what it has found so far. */
export class Cursor extends TokenCursor {
  readonly tables = new Map<string, TableReference>();
  readonly functions = new Set<string>();
  /** Those that tables are named with. */
  readonly catalogs = new Set<string>();

  constructor(
    tokens: readonly Token[],
    sql: string,
    /** Reads queries inside of what else is read: given, since each of them may hold the other. */
    readonly readQuery: (cursor: Cursor, scope: Scope) => void,
  ) {
    super(tokens, sql);
  }

  startsQuery(count = 0): boolean {
    return this.isAnyWord(queryWords, count);
  }

  /** `catalog.schema.table`, `schema.table` or `table`, in small letters as the server has them. */
  addTable(parts: readonly string[]): void {
    const [table = '', schema = null, catalog] = [...parts].reverse().map((part) => part.toLowerCase());
    if (catalog !== undefined) this.catalogs.add(catalog);
    if (schema === 'information_schema' && !readableSchemaTables.has(table))
      throw refusal(`The table "${schema}.${table}" may not be read here.`);
    this.tables.set(JSON.stringify([schema, table]), { schema, table });
  }
}
