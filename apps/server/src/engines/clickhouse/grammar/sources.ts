import { refusal } from '../../remote/index.ts';
import type { Cursor, Scope } from './cursor.ts';
import { isStructural, joinLength, readBrackets, readExpressions, refuseTelling } from './expressions.ts';
import { dictionaryTableFunction, isOpenTableFunction, queryTableFunction } from './names.ts';

/** The tables of a FROM clause: after FROM, after each JOIN and after each comma between them. */
export function readSources(cursor: Cursor, scope: Scope): void {
  readSource(cursor, scope);
  for (;;) {
    if (cursor.takeSign(',')) {
      readSource(cursor, scope);
      continue;
    }
    const length = joinLength(cursor);
    if (length === 0) return;
    const isArray = Array.from({ length }, (_, count) => cursor.isWord('ARRAY', count)).includes(true);
    cursor.skip(length);
    if (isArray) {
      readExpressions(cursor, scope, { endsAtJoin: true });
      continue;
    }
    readSource(cursor, scope);
    // Commas after USING part columns to some and tables to nobody: each name counts as a table.
    if (cursor.takeWord('ON') || cursor.takeWord('USING'))
      readExpressions(cursor, scope, { endsAtJoin: true, endsAtComma: true });
  }
}

function readSource(cursor: Cursor, scope: Scope): void {
  if (cursor.takeSign('(')) {
    // A query, a bracketed one, or joined tables.
    cursor.deeper(() => {
      refuseTelling(cursor);
      if (cursor.startsQuery()) cursor.readQuery(cursor, scope);
      else if (cursor.isSign('(')) readBracketed(cursor, scope);
      else readSources(cursor, scope);
    });
    cursor.expectSign(')');
  } else readNamed(cursor, scope);
  readModifiers(cursor, scope);
}

/** `((SELECT …) UNION ALL …)` or `((a JOIN b) JOIN c)`. */
function readBracketed(cursor: Cursor, scope: Scope): void {
  let count = 0;
  while (cursor.isSign('(', count)) count += 1;
  if (cursor.startsQuery(count)) cursor.readQuery(cursor, scope);
  else readSources(cursor, scope);
}

function readNamed(cursor: Cursor, scope: Scope): void {
  if (!cursor.isName() || isStructural(cursor)) throw cursor.unexpected();
  const first = cursor.nameAt();
  cursor.next();
  if (cursor.isSign('(')) {
    readTableFunction(cursor, first.toLowerCase(), scope);
    return;
  }
  if (!cursor.takeSign('.')) {
    if (!scope.has(first)) cursor.addTable({ schema: null, table: first });
    return;
  }
  if (!cursor.isName()) throw cursor.unexpected();
  const table = cursor.nameAt();
  cursor.next();
  if (cursor.isSign('.')) throw refusal('A table is named by its database and its name alone.');
  if (cursor.isSign('(')) throw cursor.unexpected();
  cursor.addTable({ schema: first, table });
}

function readTableFunction(cursor: Cursor, name: string, scope: Scope): void {
  if (name === queryTableFunction) {
    cursor.expectSign('(');
    // Whether it finds what WITH names outside of it differs between releases: what it names counts as tables.
    cursor.readQuery(cursor, new Set());
    cursor.expectSign(')');
    return;
  }
  if (name === dictionaryTableFunction) {
    readDictionary(cursor);
    return;
  }
  if (!isOpenTableFunction(name)) throw refusal(`The table function "${name}" may not be used here.`);
  cursor.functions.add(name);
  readBrackets(cursor, scope);
}

function readDictionary(cursor: Cursor): void {
  cursor.expectSign('(');
  cursor.addDictionary();
  cursor.next();
  cursor.expectSign(')');
}

/** FINAL, an alias with or without AS, names of columns, SAMPLE with its ratios. */
function readModifiers(cursor: Cursor, scope: Scope): void {
  cursor.takeWord('FINAL');
  if (cursor.takeWord('AS')) {
    if (!cursor.isName()) throw cursor.unexpected();
    cursor.next();
  } else if (isAlias(cursor)) cursor.next();
  if (cursor.isSign('(')) readBrackets(cursor, scope);
  cursor.takeWord('FINAL');
  if (!cursor.takeWord('SAMPLE')) return;
  readRatio(cursor);
  if (cursor.takeWord('OFFSET')) readRatio(cursor);
}

function isAlias(cursor: Cursor): boolean {
  return cursor.isName() && !isStructural(cursor) && !cursor.isAnyWord(modifierWords) && !cursor.isRefusedClause();
}

const modifierWords: ReadonlySet<string> = new Set(['FINAL', 'SAMPLE', 'ON', 'USING', 'AS', 'SELECT', 'UUID']);

function readRatio(cursor: Cursor): void {
  if (cursor.next().kind !== 'number') throw cursor.unexpected();
  if (cursor.takeSign('/') && cursor.next().kind !== 'number') throw cursor.unexpected();
}
