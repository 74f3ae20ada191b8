import type { FoundMention } from '../../parsed-script.ts';
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
    readModifiers(cursor, scope);
    return;
  }
  const mention = readNamed(cursor, scope);
  const { hasAlias, isPlain } = readModifiers(cursor, scope);
  if (!mention) return;
  mention.hasAlias = hasAlias;
  // FINAL and SAMPLE belong to a table.
  if (!isPlain) mention.place = null;
}

/** `((SELECT …) UNION ALL …)` or `((a JOIN b) JOIN c)`. */
function readBracketed(cursor: Cursor, scope: Scope): void {
  let count = 0;
  while (cursor.isSign('(', count)) count += 1;
  if (cursor.startsQuery(count)) cursor.readQuery(cursor, scope);
  else readSources(cursor, scope);
}

function readNamed(cursor: Cursor, scope: Scope): FoundMention | null {
  const start = cursor.current?.start ?? null;
  if (!cursor.isName() || isStructural(cursor)) throw cursor.unexpected();
  const first = cursor.nameAt();
  cursor.next();
  if (cursor.isSign('(')) {
    readTableFunction(cursor, first.toLowerCase(), scope);
    return null;
  }
  if (!cursor.takeSign('.')) return scope.has(first) ? null : cursor.addTable({ schema: null, table: first }, start);
  if (!cursor.isName()) throw cursor.unexpected();
  const table = cursor.nameAt();
  cursor.next();
  if (cursor.isSign('.')) throw refusal('A table is named by its database and its name alone.');
  if (cursor.isSign('(')) throw cursor.unexpected();
  return cursor.addTable({ schema: first, table }, start);
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
function readModifiers(cursor: Cursor, scope: Scope) {
  const isFinal = cursor.takeWord('FINAL');
  const hasAlias = readAlias(cursor);
  if (cursor.isSign('(')) readBrackets(cursor, scope);
  const isPlain = !cursor.takeWord('FINAL') && !isFinal;
  if (!cursor.takeWord('SAMPLE')) return { hasAlias, isPlain };
  readRatio(cursor);
  if (cursor.takeWord('OFFSET')) readRatio(cursor);
  return { hasAlias, isPlain: false };
}

function readAlias(cursor: Cursor): boolean {
  if (cursor.takeWord('AS')) {
    if (!cursor.isName()) throw cursor.unexpected();
  } else if (!isAlias(cursor)) return false;
  cursor.next();
  return true;
}

function isAlias(cursor: Cursor): boolean {
  return cursor.isName() && !isStructural(cursor) && !cursor.isAnyWord(modifierWords) && !cursor.isRefusedClause();
}

const modifierWords: ReadonlySet<string> = new Set(['FINAL', 'SAMPLE', 'ON', 'USING', 'AS', 'SELECT', 'UUID']);

function readRatio(cursor: Cursor): void {
  if (cursor.next().kind !== 'number') throw cursor.unexpected();
  if (cursor.takeSign('/') && cursor.next().kind !== 'number') throw cursor.unexpected();
}
