import type { FoundMention } from '../../parsed-script.ts';
import { refusal, type Token, TokenCursor } from '../../remote/index.ts';
import { isClosedSchemaTable, type NamePart, type SqlGrammar } from './grammar.ts';
import { queryWords } from './words.ts';

export interface TableReference {
  readonly catalog?: string;
  readonly schema: string | null;
  readonly table: string;
}

/** Names that stand for queries of WITH where one looks from, as the grammar's `scopeName` writes them. */
export type Scope = ReadonlySet<string>;

export interface CursorInput {
  readonly tokens: readonly Token[];
  readonly sql: string;
  readonly grammar: SqlGrammar;
  /** Reads queries inside of what else is read: given, since each of them may hold the other. */
  readonly readQuery: (cursor: Cursor, scope: Scope) => void;
}

/** Where a reader stands in the tokens of one statement, and what it has found so far. */
export class Cursor extends TokenCursor {
  readonly tables = new Map<string, TableReference>();
  /** Each time that a table is named. */
  readonly mentions: FoundMention[] = [];
  readonly functions = new Set<string>();
  /** Those that tables are named with. */
  readonly catalogs = new Set<string>();
  /** Where in the script tables are named without a schema. */
  readonly bareTables: number[] = [];
  /** Where they are named with a schema and without a catalog. */
  readonly schemaTables: number[] = [];
  readonly grammar: SqlGrammar;
  readonly readQuery: CursorInput['readQuery'];

  constructor({ tokens, sql, grammar, readQuery }: CursorInput) {
    super(tokens, sql);
    this.grammar = grammar;
    this.readQuery = readQuery;
  }

  startsQuery(count = 0): boolean {
    return this.isAnyWord(queryWords, count);
  }

  isSetWord(): boolean {
    return this.isAnyWord(this.grammar.setWords);
  }

  /** The name that stands here; the cursor stays. */
  get part(): NamePart {
    return { name: this.nameAt(), isQuoted: this.current?.kind === 'quoted' };
  }

  /** `start` is where in the script the name stands. */
  addTable(parts: readonly NamePart[], start: number): FoundMention {
    const named = this.grammar.toTable(parts);
    const { catalog, schema, table } = named;
    if (catalog !== undefined) this.catalogs.add(catalog);
    if (isClosedSchemaTable(named)) throw refusal(`The table "${schema}.${table}" may not be read here.`);
    if (schema === null) this.bareTables.push(start);
    else if (catalog === undefined) this.schemaTables.push(start);
    const home = catalog === undefined ? {} : { catalog };
    this.tables.set(JSON.stringify([catalog ?? null, schema, table]), { ...home, schema, table });
    const last = this.ahead(-1);
    const place = last ? { start, end: last.end, nameStart: last.start } : null;
    const mention = { ...home, schema, table, place, hasAlias: false };
    this.mentions.push(mention);
    return mention;
  }

  addFunction(name: string): void {
    // One quoted name may hold a whole path, which leads to another schema's functions.
    if (/\W/.test(name) || this.grammar.closedFunctions.test(name))
      throw refusal(`The function "${name}" may not be called here.`);
    this.functions.add(name.toLowerCase());
  }
}
