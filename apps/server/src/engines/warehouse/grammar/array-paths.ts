import { refusal } from '../../remote/index.ts';
import type { Cursor } from './cursor.ts';
import type { NamePart } from './grammar.ts';

/** By which names the tables of one FROM are known that stand to the left, as the grammar's `scopeName` writes them. */
export type LeftNames = ReadonlySet<string>;

/** A path in a name's own quotes is taken apart by the service, and not by us. */
const isPlain = ({ name }: NamePart): boolean => !name.includes('.');

/** The name by which a table is known that has no other; null where that is not certain. */
export function impliedName({ grammar }: Cursor, parts: readonly NamePart[]): string | null {
  const last = parts.at(-1);
  return last && parts.every(isPlain) ? grammar.scopeName(last) : null;
}

/**
 * Steps over `t.items` where `t` is a table to the left of it: those are values of its rows, and no table, whatever datasets
 * there are. Returns its parts; null where the name may be that of a table.
 */
export function takeArrayPath(cursor: Cursor, left: LeftNames): readonly NamePart[] | null {
  const { grammar } = cursor;
  if (!grammar.hasArrayPaths || !cursor.isName() || !cursor.isSign('.', 1)) return null;
  if (!left.has(grammar.scopeName(cursor.part)) || !isPlain(cursor.part)) return null;
  const parts = [cursor.part];
  cursor.next();
  while (cursor.takeSign('.')) {
    if (!cursor.isName()) throw cursor.unexpected();
    parts.push(cursor.part);
    cursor.next();
  }
  if (!parts.every(isPlain)) throw refusal('Write the path of an array without dots in its quotes.');
  // What is closed to tables is closed to what looks like one.
  for (const part of parts) grammar.toTable([part]);
  return parts;
}
