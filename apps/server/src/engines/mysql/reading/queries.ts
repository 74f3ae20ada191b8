import type { FoundMention, FunctionCall } from '../../parsed-script.ts';
import { refusal } from '../../remote/index.ts';
import type { Cursor, PlacedPath, TablePath } from './cursor.ts';
import { isRefusedFunction } from './functions.ts';
import type { Grammar } from './grammars.ts';
import { type Limit, readLimit, readLock } from './limits.ts';
import { type RowReader, readLateralView, readTableFunction } from './row-functions.ts';
import { isRefusedTable } from './rules.ts';
import { clauseWords, functionKeywords, functionsWithFrom, notFunctions, selectOptions, tableWords } from './words.ts';

/** Names that stand for queries of WITH, by where one looks from. */
export type Scope = ReadonlySet<string>;

export const emptyScope: Scope = new Set();

interface Bracket {
  readonly scope: Scope;
  /** Arguments of a function that takes the word FROM, as EXTRACT does. */
  readonly allowsFrom?: boolean;
}

const setOperators = ['UNION', 'EXCEPT', 'INTERSECT'] as const;

/**
 * Reads queries and expressions, and notes what they touch. Tables can be named behind a few reserved words alone, and these
 * are taken nowhere but in the clauses that are read here: what is not understood is refused, not passed over.
 */
export class QueryReader {
  readonly tables = new Map<string, TablePath>();
  /** Each time that a table is named. */
  readonly mentions: FoundMention[] = [];
  /** Functions that are not the server's own. */
  readonly functions = new Map<string, FunctionCall>();
  /** Rows are locked. */
  locks = false;

  constructor(
    private readonly cursor: Cursor,
    private readonly grammar: Grammar,
  ) {}

  /** A query with all that belongs to it; its outermost limit. */
  readQuery(outer: Scope): Limit | null {
    return this.cursor.inside(() => {
      const scope = this.cursor.skipWords('WITH') ? this.readWith(outer) : outer;
      const limit = this.readTerm(scope);
      return this.readRest(scope, limit);
    });
  }

  startsQuery(): boolean {
    return this.cursor.isWord('SELECT', 'WITH', 'TABLE');
  }

  noteTable(path: TablePath & Partial<PlacedPath>, scope: Scope = emptyScope): FoundMention | null {
    const { catalog, schema, table, place = null } = path;
    const named = { ...(catalog === undefined ? {} : { catalog }), schema, table };
    if (schema === null && scope.has(table)) return null;
    if (schema === null && [...scope].some((name) => name.toLowerCase() === table.toLowerCase()))
      throw refusal(`The name "${table}" is written in another way in WITH. Write it alike.`);
    if (isRefusedTable(path)) throw refusal(`The table "${schema}.${table}" may not be read here.`);
    this.tables.set(JSON.stringify([catalog, schema, table]), named);
    const mention = { ...named, place, hasAlias: false };
    this.mentions.push(mention);
    return mention;
  }

  /** What stands to the next comma, bracket or clause. */
  readExpression(scope: Scope): void {
    const { cursor } = this;
    for (;;) {
      if (cursor.isAtEnd || cursor.isSymbol(',') || cursor.isSymbol(')')) return;
      if (this.isOffset()) return;
      if (cursor.isWordIn(clauseWords) && !(cursor.isWordIn(functionKeywords) && cursor.isSymbol('(', 1))) return;
      this.readPart({ scope });
    }
  }

  /** The word is a name elsewhere. */
  private isOffset(): boolean {
    return this.cursor.isWord('OFFSET') && this.cursor.peek(1)?.kind === 'number';
  }

  readExpressions(scope: Scope): void {
    do this.readExpression(scope);
    while (this.cursor.skipSymbol(','));
  }

  /** A bracket and all that is in it; whether that is a query alone. */
  readBracket(bracket: Bracket): boolean {
    const { cursor } = this;
    return cursor.inside(() => {
      cursor.expectSymbol('(');
      if (this.startsQuery()) {
        this.readQuery(bracket.scope);
        cursor.expectSymbol(')');
        return true;
      }
      const isQuery = cursor.isSymbol('(') && this.readBracket({ scope: bracket.scope });
      if (isQuery && (cursor.isWord(...setOperators) || cursor.isWord('ORDER', 'LIMIT')))
        this.readRest(bracket.scope, null);
      else while (!cursor.isSymbol(')')) this.readInside(bracket);
      const isAlone = isQuery && cursor.isSymbol(')');
      cursor.expectSymbol(')');
      return isAlone;
    });
  }

  private readInside(bracket: Bracket): void {
    const { cursor } = this;
    if (cursor.isSymbol(',') || cursor.isWord('RETURNING') || (bracket.allowsFrom && cursor.isWord('FROM', 'FOR'))) {
      cursor.take();
      return;
    }
    this.readPart(bracket);
  }

  /** A value, sign, name, call or bracket. */
  private readPart({ scope }: Bracket): void {
    const { cursor } = this;
    if (cursor.isSymbol('(')) {
      this.readBracket({ scope });
      return;
    }
    if (cursor.isSymbol(':=') || cursor.isSymbol(';')) throw cursor.problem();
    const token = cursor.peek();
    if (token?.kind !== 'word' && token?.kind !== 'name') {
      cursor.take();
      return;
    }
    if (cursor.isSymbol('(', 1) && token.kind === 'word' && notFunctions.has(token.value)) {
      cursor.take();
      return;
    }
    if (cursor.skipWords('WITHIN', 'GROUP')) return;
    if (cursor.isWordIn(tableWords)) throw cursor.problem();
    this.readPath(scope);
  }

  /** A name, or several with dots between them, and perhaps the call that they name. */
  private readPath(scope: Scope): void {
    const { cursor } = this;
    const path = [cursor.take().written];
    while (cursor.skipSymbol('.')) {
      if (cursor.skipSymbol('*')) return;
      if (cursor.peek()?.kind !== 'name' && !cursor.isName) throw cursor.problem();
      path.push(cursor.take().written);
    }
    if (cursor.isSymbol('(')) this.readCall(path, scope);
  }

  private readCall(path: readonly string[], scope: Scope): void {
    const name = path.at(-1) ?? '';
    const schema = path.length > 1 ? (path[0] ?? null) : null;
    if (path.length > 2) throw refusal(`The function "${path.join('.')}" may not be called here.`);
    if (isRefusedFunction(name)) throw refusal(`The function "${name}" may not be called here.`);
    if (schema !== null || !this.grammar.isNativeFunction(name)) this.noteFunction({ schema, name });
    this.readBracket({ scope, allowsFrom: functionsWithFrom.has(name.toUpperCase()) });
  }

  private noteFunction(call: FunctionCall): void {
    if (call.schema !== null && isRefusedTable({ schema: call.schema, table: '' }))
      throw refusal(`The function "${call.schema}.${call.name}" may not be called here.`);
    this.functions.set(JSON.stringify([call.schema, call.name]), call);
  }

  private readWith(outer: Scope): Scope {
    const { cursor } = this;
    const isRecursive = cursor.skipWords('RECURSIVE');
    // Servers look past the names of an outer WITH here, and read tables of these names: so they count as tables.
    const own = new Set<string>();
    do {
      const name = cursor.takeName();
      if (cursor.isSymbol('(')) this.readNames();
      cursor.expectWords('AS');
      cursor.expectSymbol('(');
      // A name that is used before it is defined counts as a table too: servers differ in what it means there.
      this.readQuery(isRecursive ? new Set([...own, name]) : new Set(own));
      cursor.expectSymbol(')');
      if (cursor.isWord('CYCLE')) throw cursor.problem();
      own.add(name);
    } while (cursor.skipSymbol(','));
    return new Set([...outer, ...own]);
  }

  /** `(a, b)`. */
  readNames(): void {
    const { cursor } = this;
    cursor.expectSymbol('(');
    if (cursor.skipSymbol(')')) return;
    do cursor.takeName();
    while (cursor.skipSymbol(','));
    cursor.expectSymbol(')');
  }

  private readTerm(scope: Scope): Limit | null {
    const { cursor } = this;
    if (cursor.skipSymbol('(')) {
      this.readQuery(scope);
      cursor.expectSymbol(')');
      return null;
    }
    if (cursor.skipWords('TABLE')) {
      this.noteTable(cursor.takeTable(), scope);
      return this.readTail(scope);
    }
    if (cursor.skipWords('VALUES')) {
      do {
        cursor.skipWords('ROW');
        this.readBracket({ scope });
      } while (cursor.skipSymbol(','));
      return this.readTail(scope);
    }
    cursor.expectWords('SELECT');
    return this.readSelect(scope);
  }

  private readRest(scope: Scope, first: Limit | null): Limit | null {
    const { cursor } = this;
    let limit = first;
    while (cursor.isWord(...setOperators)) {
      cursor.take();
      if (!cursor.skipWords('ALL')) cursor.skipWords('DISTINCT');
      limit = this.readTerm(scope);
    }
    return this.readTail(scope) ?? limit;
  }

  private readSelect(scope: Scope): Limit | null {
    const { cursor } = this;
    while (cursor.skipAnyWord(selectOptions));
    this.readExpressions(scope);
    this.refuseInto();
    if (cursor.skipWords('FROM')) this.readTables(scope);
    if (cursor.skipWords('WHERE')) this.readExpression(scope);
    if (cursor.skipWords('GROUP', 'BY')) {
      this.readExpressions(scope);
      if (cursor.skipWords('WITH')) cursor.expectWords('ROLLUP');
    }
    if (cursor.skipWords('HAVING')) this.readExpression(scope);
    if (cursor.skipWords('WINDOW')) this.readWindows(scope);
    return this.readTail(scope);
  }

  private readWindows(scope: Scope): void {
    const { cursor } = this;
    do {
      cursor.takeName();
      cursor.expectWords('AS');
      this.readBracket({ scope });
    } while (cursor.skipSymbol(','));
  }

  /** Order, limit and locks. */
  private readTail(scope: Scope): Limit | null {
    const { cursor } = this;
    if (cursor.skipWords('ORDER', 'BY')) this.readExpressions(scope);
    const limit = readLimit(cursor);
    this.refuseInto();
    while (cursor.isWord('FOR', 'LOCK')) {
      this.locks = true;
      readLock(cursor);
    }
    this.refuseInto();
    return limit;
  }

  private refuseInto(): void {
    if (this.cursor.isWord('INTO')) throw refusal('A query may not write its rows anywhere (`INTO`).');
  }

  /** Tables and their joins, as they stand behind FROM. */
  readTables(scope: Scope): void {
    do {
      this.readFactor(scope);
      while (this.readJoin(scope));
    } while (this.cursor.skipSymbol(','));
  }

  private readJoin(scope: Scope): boolean {
    const { cursor } = this;
    if (readLateralView(this.rowReader(scope))) return true;
    // Behind a query that is inserted, these words say what becomes of rows that are there.
    const isDuplicate = cursor.isWord('ON') && cursor.peek(1)?.value === 'DUPLICATE';
    if (!isDuplicate && cursor.skipWords('ON')) {
      this.readExpression(scope);
      return true;
    }
    if (cursor.skipWords('USING')) {
      this.readNames();
      return true;
    }
    const isFull = this.grammar.hasMoreJoins && (cursor.skipWords('FULL', 'OUTER') || cursor.skipWords('FULL'));
    if (!isFull && !cursor.isWord('JOIN', 'INNER', 'CROSS', 'LEFT', 'RIGHT', 'NATURAL', 'STRAIGHT_JOIN')) return false;
    if (isFull || !cursor.skipWords('STRAIGHT_JOIN')) {
      cursor.skipWords('NATURAL');
      if (cursor.skipWords('LEFT') || cursor.skipWords('RIGHT')) this.skipSide();
      else if (!cursor.skipWords('INNER')) cursor.skipWords('CROSS');
      cursor.expectWords('JOIN');
    }
    this.readFactor(scope);
    return true;
  }

  private rowReader(scope: Scope): RowReader {
    const { cursor, grammar } = this;
    return { cursor, grammar, readBracket: () => this.readBracket({ scope }), readNames: () => this.readNames() };
  }

  private skipSide(): void {
    const { cursor } = this;
    const isHalf = this.grammar.hasMoreJoins && (cursor.skipWords('SEMI') || cursor.skipWords('ANTI'));
    if (!isHalf) cursor.skipWords('OUTER');
  }

  /** One table or what stands for it; whether that was a query in brackets without a name. */
  private readFactor(scope: Scope): boolean {
    const { cursor } = this;
    const isLateral = cursor.skipWords('LATERAL');
    if (cursor.isSymbol('(')) return this.readGroup(scope, isLateral);
    if (readTableFunction(this.rowReader(scope))) return false;
    if (cursor.skipWords('JSON_TABLE')) {
      this.readBracket({ scope });
      this.readAlias();
      return false;
    }
    const mention = cursor.skipWords('DUAL') ? null : this.noteTable(cursor.takeTable(), scope);
    const isPart = cursor.skipWords('PARTITION');
    if (isPart) this.readNames();
    const hasAlias = this.readAlias();
    const isHinted = cursor.isWord('USE', 'FORCE', 'IGNORE');
    while (cursor.isWord('USE', 'FORCE', 'IGNORE')) this.readIndexHint();
    if (mention) {
      mention.hasAlias = hasAlias;
      // What belongs to a table alone.
      if (isPart || isHinted) mention.place = null;
    }
    return false;
  }

  /** A query that stands for a table, or tables in brackets. */
  private readGroup(scope: Scope, isLateral: boolean): boolean {
    const { cursor } = this;
    const isQuery = cursor.inside(() => {
      cursor.expectSymbol('(');
      const holdsQuery = this.readGroupContent(scope);
      cursor.expectSymbol(')');
      return holdsQuery;
    });
    if (isLateral && !isQuery) throw cursor.problem();
    if (!cursor.isWord('AS') && !cursor.isName) return isQuery;
    this.readAlias();
    if (cursor.isSymbol('(')) this.readNames();
    return false;
  }

  private readGroupContent(scope: Scope): boolean {
    const { cursor } = this;
    if (this.startsQuery() || cursor.isWord('VALUES')) {
      this.readQuery(scope);
      return true;
    }
    const isQuery = this.readFactor(scope);
    if (isQuery && (cursor.isSymbol(')') || cursor.isWord(...setOperators, 'ORDER', 'LIMIT'))) {
      this.readRest(scope, null);
      return true;
    }
    while (this.readJoin(scope));
    if (cursor.skipSymbol(',')) this.readTables(scope);
    return false;
  }

  readAlias(): boolean {
    const { cursor } = this;
    const hasAlias = cursor.skipWords('AS') || (cursor.isName && !this.isOffset() && !this.isFullJoin());
    if (hasAlias) cursor.takeName();
    return hasAlias;
  }

  private isFullJoin(): boolean {
    return this.grammar.hasMoreJoins && this.cursor.isWord('FULL');
  }

  private readIndexHint(): void {
    const { cursor } = this;
    cursor.take();
    if (!cursor.skipWords('INDEX')) cursor.expectWords('KEY');
    if (cursor.skipWords('FOR') && !cursor.skipWords('JOIN') && !cursor.skipWords('ORDER', 'BY'))
      cursor.expectWords('GROUP', 'BY');
    cursor.expectSymbol('(');
    while (!cursor.skipSymbol(')')) cursor.take();
  }
}
