import type { FoundMention } from '../../parsed-script.ts';
import { refusal } from '../../remote/index.ts';
import { impliedName, type LeftNames, takeArrayPath } from './array-paths.ts';
import type { Cursor, Scope } from './cursor.ts';
import { isApply, isStructural, readBrackets, readExpressions, startsJoin } from './expressions.ts';
import type { NamePart } from './grammar.ts';
import { joinWords } from './words.ts';

/** The tables of a FROM clause: after FROM, after each JOIN and after each comma between them. */
export function readSources(cursor: Cursor, scope: Scope): void {
  readOtherSources(cursor, scope, readSource(cursor, scope, noNames));
}

const noNames: LeftNames = new Set();

/** Those after the first, which is known by this name. */
function readOtherSources(cursor: Cursor, scope: Scope, first: string | null = null): void {
  const left = new Set(first === null ? [] : [first]);
  const readNext = (known: LeftNames) => {
    const name = readSource(cursor, scope, known);
    if (name !== null) left.add(name);
  };
  for (;;) {
    if (cursor.takeSign(',')) {
      readNext(left);
      continue;
    }
    if (takeLateralView(cursor, scope)) continue;
    // Rows of the left that are not there have no arrays.
    const keepsRight = ['RIGHT', 'FULL'].some((word) => cursor.isWord(word) || cursor.isWord(word, 1));
    if (!takeJoin(cursor)) return;
    readNext(keepsRight ? noNames : left);
    if (cursor.takeWord('ON')) readExpressions(cursor, scope, { endsAtJoin: true, endsAtComma: true });
    else if (cursor.takeWord('USING')) readBrackets(cursor, scope);
  }
}

/** `LATERAL VIEW OUTER explode(a) x AS b, c`. */
function takeLateralView(cursor: Cursor, scope: Scope): boolean {
  if (!cursor.grammar.hasLateralViews || !cursor.isWord('LATERAL') || !cursor.isWord('VIEW', 1)) return false;
  cursor.skip(2);
  cursor.takeWord('OUTER');
  readCall(cursor, scope);
  readAlias(cursor, scope);
  if (!cursor.takeWord('AS')) return true;
  do {
    if (!cursor.isName()) throw cursor.unexpected();
    cursor.next();
  } while (cursor.takeSign(','));
  return true;
}

/** `NATURAL LEFT OUTER JOIN`, `LEFT SEMI JOIN`. */
function takeJoin(cursor: Cursor): boolean {
  if (!startsJoin(cursor)) return false;
  if (isApply(cursor)) {
    cursor.skip(2);
    return true;
  }
  while (cursor.isAnyWord(joinWords) && !cursor.isWord('JOIN')) {
    cursor.next();
    if (!cursor.takeWord('OUTER') && !cursor.takeWord('SEMI')) cursor.takeWord('ANTI');
  }
  if (!cursor.takeWord('JOIN')) throw cursor.unexpected();
  return true;
}

/** The name by which it is known to what follows; null where that is not certain. */
function readSource(cursor: Cursor, scope: Scope, left: LeftNames): string | null {
  const path = takeArrayPath(cursor, left);
  if (path) return readModifiers(cursor, scope).alias ?? impliedName(cursor, path);
  if (cursor.isSign('(')) readBracketed(cursor, scope);
  else if (cursor.isWord('UNNEST') || cursor.isWord('JSON_TABLE')) {
    cursor.next();
    readBrackets(cursor, scope);
    if (cursor.isWord('WITH') && cursor.isWord('ORDINALITY', 1)) cursor.skip(2);
  } else if (cursor.isWord('LATERAL') && cursor.isSign('(', 1)) {
    cursor.skip(2);
    cursor.readQuery(cursor, scope);
    cursor.expectSign(')');
  } else if (cursor.isWord('TABLE') && cursor.isSign('(', 1)) readTableFunction(cursor, scope);
  else if (isBareCall(cursor)) {
    cursor.takeWord('LATERAL');
    readCall(cursor, scope);
  } else return readTable(cursor, scope);
  return readModifiers(cursor, scope).alias;
}

/** A table with what belongs to it: where that is more than a name, nothing else can stand in its place. */
function readTable(cursor: Cursor, scope: Scope): string | null {
  const { mention, implied } = readTableName(cursor, scope);
  const before = cursor.current;
  readPeriod(cursor, scope);
  const isPlain = cursor.current === before;
  const { hasAlias, alias, isReshaped, isWhole } = readModifiers(cursor, scope, true);
  if (mention) {
    mention.hasAlias = hasAlias;
    if (!isPlain || !isWhole) mention.place = null;
  }
  return hasAlias || isReshaped ? alias : implied;
}

/** A query, queries that are joined, or joined tables: `((SELECT …) UNION (SELECT …))`, `((SELECT …) AS a JOIN b)`. */
function readBracketed(cursor: Cursor, scope: Scope): void {
  cursor.expectSign('(');
  cursor.deeper(() => {
    let count = 0;
    while (cursor.isSign('(', count)) count += 1;
    if (!cursor.startsQuery(count) || isTableFunction(cursor, count)) {
      readSources(cursor, scope);
      return;
    }
    cursor.readQuery(cursor, scope);
    if (cursor.isSign(')')) return;
    // What was read was the first of joined tables.
    readModifiers(cursor, scope);
    readOtherSources(cursor, scope);
  });
  cursor.expectSign(')');
}

function isTableFunction(cursor: Cursor, count: number): boolean {
  return cursor.isWord('TABLE', count) && cursor.isSign('(', count + 1);
}

/** `explode(x)`, `LATERAL flatten(input => x)`. */
function isBareCall(cursor: Cursor): boolean {
  if (!cursor.grammar.hasBareTableFunctions) return false;
  const at = cursor.isWord('LATERAL') ? 1 : 0;
  return cursor.isName(at) && cursor.isSign('(', at + 1);
}

interface TableName {
  /** Null where it is a name of WITH. */
  readonly mention: FoundMention | null;
  readonly implied: string | null;
}

/** `table`, `schema.table` or `catalog.schema.table`. */
export function readTableName(cursor: Cursor, scope: Scope): TableName {
  const parts: NamePart[] = [];
  const start = cursor.current?.start ?? 0;
  do {
    if (!cursor.isName() || (parts.length === 0 && isStructural(cursor))) throw cursor.unexpected();
    parts.push(cursor.part);
    cursor.next();
  } while (cursor.takeSign('.'));
  if (parts.length > 3) throw refusal('A table is named by its catalog, its schema and its name.');
  if (cursor.isSign('(')) throw cursor.unexpected();
  const [only, ...others] = parts;
  const implied = impliedName(cursor, parts);
  if (only && others.length === 0 && scope.has(cursor.grammar.scopeName(only))) return { mention: null, implied };
  if (only && others.length === 0) cursor.grammar.checkScope?.(only, scope);
  return { mention: cursor.addTable(parts, start), implied };
}

const periods: ReadonlySet<string> = new Set(['VERSION', 'TIMESTAMP', 'SYSTEM_TIME', 'SYSTEM_VERSION']);

/** `FOR VERSION AS OF 5`, `TIMESTAMP AS OF TIMESTAMP '…'`: a plain value, so that nothing else can follow it. */
function readPeriod(cursor: Cursor, scope: Scope): void {
  if (cursor.grammar.hasAtBefore && (cursor.isWord('AT') || cursor.isWord('BEFORE')) && cursor.isSign('(', 1)) {
    cursor.next();
    readBrackets(cursor, scope);
    return;
  }
  const isNamed = cursor.takeWord('FOR');
  if (!isNamed && !(cursor.isAnyWord(periods) && cursor.isWord('AS', 1) && cursor.isWord('OF', 2))) return;
  if (!cursor.isAnyWord(periods) || !cursor.isWord('AS', 1) || !cursor.isWord('OF', 2)) throw cursor.unexpected();
  cursor.skip(3);
  if (cursor.isWord('TIMESTAMP') || cursor.isWord('DATE')) cursor.skip(1);
  const kind = cursor.current?.kind;
  if (kind !== 'number' && kind !== 'text') throw cursor.unexpected();
  cursor.next();
}

/** An alias with or without AS, names of columns, patterns of rows, rows turned to columns, samples. */
function readModifiers(cursor: Cursor, scope: Scope, isTable = false) {
  const alias = readAlias(cursor, scope, isTable);
  if (cursor.isWord('WITH') && cursor.isWord('OFFSET', 1)) {
    cursor.skip(2);
    readAlias(cursor, scope);
  }
  // Of what was turned around the names before it are no longer known.
  let isReshaped = false;
  while (isReshaping(cursor)) {
    isReshaped = true;
    cursor.next();
    if (cursor.takeWord('INCLUDE') || cursor.takeWord('EXCLUDE')) cursor.takeWord('NULLS');
    readBrackets(cursor, scope);
    readAlias(cursor, scope);
  }
  const end = cursor.current;
  if (cursor.takeWord('TABLESAMPLE')) {
    if (!cursor.takeWord('BERNOULLI')) cursor.takeWord('SYSTEM');
    readBrackets(cursor, scope);
  }
  readTableHints(cursor);
  const hasAlias = alias !== null;
  return { hasAlias, isReshaped, alias: isReshaped ? null : alias, isWhole: cursor.current === end };
}

/** `WITH (NOLOCK)`. */
function readTableHints(cursor: Cursor): void {
  const { tableHints } = cursor.grammar;
  if (tableHints.size === 0 || !cursor.isWord('WITH') || !cursor.isSign('(', 1)) return;
  cursor.skip(2);
  do {
    if (!cursor.isAnyWord(tableHints)) throw refusal(`The hint "${cursor.current?.raw ?? ''}" may not be given here.`);
    cursor.skip(1);
  } while (cursor.takeSign(','));
  cursor.expectSign(')');
}

const reshapingWords: ReadonlySet<string> = new Set(['MATCH_RECOGNIZE', 'PIVOT', 'UNPIVOT']);
const nullsWords: ReadonlySet<string> = new Set(['INCLUDE', 'EXCLUDE']);

function isReshaping(cursor: Cursor): boolean {
  if (!cursor.isAnyWord(reshapingWords)) return false;
  return cursor.isSign('(', 1) || (cursor.isAnyWord(nullsWords, 1) && cursor.isWord('NULLS', 2));
}

/** As the grammar's `scopeName` writes it; null where there is none. */
function readAlias(cursor: Cursor, scope: Scope, isTable = false): string | null {
  const isNamed = cursor.takeWord('AS');
  if (isNamed && !cursor.isName()) throw cursor.unexpected();
  const isAlias = cursor.isName() && !isStructural(cursor) && !cursor.isWord('TABLESAMPLE') && !isReshaping(cursor);
  if (!isNamed && !isAlias) return null;
  const alias = cursor.grammar.scopeName(cursor.part);
  cursor.next();
  if (!cursor.isSign('(')) return alias;
  // Where tables have hints, these would be such, and not names of columns.
  if (isTable && cursor.grammar.tableHints.size > 0) throw cursor.unexpected();
  readBrackets(cursor, scope);
  return alias;
}

/** `TABLE(sequence(start => 1, stop => 5))`. */
function readTableFunction(cursor: Cursor, scope: Scope): void {
  cursor.skip(2);
  readCall(cursor, scope);
  cursor.expectSign(')');
}

/** A table function with its arguments. */
function readCall(cursor: Cursor, scope: Scope): void {
  const name = cursor.nameAt().toLowerCase();
  const schema = cursor.grammar.appendingFunctions.get(name);
  if (schema !== undefined && cursor.isSign('(', 1)) {
    readAppended(cursor, schema);
    return;
  }
  if (!cursor.grammar.openTableFunctions.has(name) || !cursor.isSign('(', 1))
    throw refusal(`The table function "${name}" may not be used here.`);
  cursor.addFunction(name);
  cursor.skip(2);
  while (!cursor.isSign(')')) {
    if (cursor.isName() && cursor.isSign('=>', 1)) cursor.skip(2);
    if (isTableFunction(cursor, 0)) readTableArgument(cursor, scope);
    else readExpressions(cursor, scope, { endsAtComma: true });
    if (!cursor.takeSign(',') && !cursor.isSign(')')) throw cursor.unexpected();
  }
  cursor.skip(1);
}

/** `APPEND('orders', 'returns')`: plain texts, and no name that could be a path. */
function readAppended(cursor: Cursor, schema: string): void {
  cursor.skip(2);
  do {
    const { kind, raw, start } = cursor.next();
    if (kind !== 'text' || !/^'[\w -]+'$/.test(raw))
      throw refusal('The table that this function reads must be named by a plain text.');
    cursor.addTable(
      [schema, raw.slice(1, -1)].map((name) => ({ name, isQuoted: true })),
      start,
    );
  } while (cursor.takeSign(','));
  cursor.expectSign(')');
}

/** `TABLE(orders)`, `TABLE(SELECT …)`. */
function readTableArgument(cursor: Cursor, scope: Scope): void {
  cursor.skip(2);
  if (cursor.startsQuery()) cursor.readQuery(cursor, scope);
  else readTableName(cursor, scope);
  cursor.expectSign(')');
}
