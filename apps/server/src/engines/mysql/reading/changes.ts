import type { Destruction, StatementKind } from '../../engine.ts';
import { refusal } from '../../remote/index.ts';
import { type Cursor, type TablePath, toTablePath } from './cursor.ts';
import { readLimit } from './limits.ts';
import { emptyScope, type QueryReader } from './queries.ts';

export interface ReadingTools {
  readonly cursor: Cursor;
  readonly reader: QueryReader;
}

export interface Change {
  readonly kind: StatementKind;
  readonly destroys?: Destruction;
}

type ReadChange = (tools: ReadingTools) => Change;

/** Statements that change something, by their first words; every other one is refused. */
const changes: readonly (readonly [readonly string[], ReadChange])[] = [
  [['INSERT'], readInsert],
  [['REPLACE'], readInsert],
  [['UPDATE'], readUpdate],
  [['DELETE'], readDelete],
  [['TRUNCATE'], readTruncate],
  [['CREATE', 'OR', 'REPLACE', 'TABLE'], readCreateTable],
  [['CREATE', 'TABLE'], readCreateTable],
  [['CREATE', 'OR', 'REPLACE', 'VIEW'], readCreateView],
  [['CREATE', 'VIEW'], readCreateView],
  [['CREATE', 'INDEX'], readCreateIndex],
  [['CREATE', 'UNIQUE', 'INDEX'], readCreateIndex],
  [['DROP', 'TABLE'], readDrop],
  [['DROP', 'VIEW'], readDrop],
  [['DROP', 'INDEX'], readDropIndex],
  [['ALTER', 'TABLE'], readAlter],
  [['RENAME', 'TABLE'], readRename],
];

/** Reads a statement that changes something; null where none of those begins here. */
export function readChange(tools: ReadingTools): Change | null {
  const found = changes.find(([words]) => tools.cursor.skipWords(...words));
  if (!found) return null;
  const change = found[1](tools);
  tools.cursor.expectEnd();
  return change;
}

function readInsert({ cursor, reader }: ReadingTools): Change {
  while (cursor.isWord('LOW_PRIORITY', 'HIGH_PRIORITY', 'DELAYED', 'IGNORE')) cursor.take();
  cursor.skipWords('INTO');
  reader.noteTable(cursor.takeTable());
  if (cursor.skipWords('PARTITION')) reader.readNames();
  if (cursor.isSymbol('(') && !isQueryBehindBrackets(cursor)) reader.readNames();
  if (cursor.skipWords('SET')) readAssignments({ cursor, reader });
  else if (cursor.skipWords('VALUES') || cursor.skipWords('VALUE')) readRows({ cursor, reader });
  else reader.readQuery(emptyScope);
  reader.readAlias();
  if (cursor.skipWords('ON')) {
    cursor.expectWords('DUPLICATE', 'KEY', 'UPDATE');
    readAssignments({ cursor, reader });
  }
  readReturning({ cursor, reader });
  return { kind: 'write' };
}

function isQueryBehindBrackets(cursor: Cursor): boolean {
  let ahead = 0;
  while (cursor.isSymbol('(', ahead)) ahead += 1;
  const first = cursor.peek(ahead);
  return first?.kind === 'word' && ['SELECT', 'WITH', 'TABLE', 'VALUES'].includes(first.value);
}

function readRows({ cursor, reader }: ReadingTools): void {
  do {
    cursor.skipWords('ROW');
    reader.readBracket({ scope: emptyScope });
  } while (cursor.skipSymbol(','));
}

function readAssignments({ cursor, reader }: ReadingTools): void {
  do {
    cursor.takeName();
    while (cursor.skipSymbol('.')) cursor.take();
    cursor.expectSymbol('=');
    reader.readExpression(emptyScope);
  } while (cursor.skipSymbol(','));
}

function readReturning({ cursor, reader }: ReadingTools): void {
  if (cursor.skipWords('RETURNING')) reader.readExpressions(emptyScope);
}

function readUpdate({ cursor, reader }: ReadingTools): Change {
  while (cursor.isWord('LOW_PRIORITY', 'IGNORE')) cursor.take();
  reader.readTables(emptyScope);
  const tables = [...reader.tables.values()];
  cursor.expectWords('SET');
  readAssignments({ cursor, reader });
  return readCondition({ cursor, reader }, { kind: 'UPDATE', tables });
}

function readCondition(tools: ReadingTools, destruction: Destruction): Change {
  const { cursor, reader } = tools;
  const hasCondition = cursor.skipWords('WHERE');
  if (hasCondition) reader.readExpression(emptyScope);
  if (cursor.skipWords('ORDER', 'BY')) reader.readExpressions(emptyScope);
  readLimit(cursor);
  readReturning(tools);
  return hasCondition ? { kind: 'write' } : { kind: 'write', destroys: destruction };
}

/** `DELETE FROM t …`, `DELETE a, b FROM …` and `DELETE FROM a, b USING …`. */
function readDelete(tools: ReadingTools): Change {
  const { cursor, reader } = tools;
  while (cursor.isWord('LOW_PRIORITY', 'QUICK', 'IGNORE')) cursor.take();
  if (!cursor.skipWords('FROM')) {
    readTargets(cursor);
    cursor.expectWords('FROM');
    reader.readTables(emptyScope);
    return readCondition(tools, { kind: 'DELETE', tables: [...reader.tables.values()] });
  }
  const targets = readTargets(cursor);
  if (cursor.skipWords('USING')) reader.readTables(emptyScope);
  else {
    if (targets.length > 1) throw cursor.problem();
    for (const target of targets) reader.noteTable(target);
    if (cursor.skipWords('PARTITION')) reader.readNames();
    reader.readAlias();
  }
  return readCondition(tools, { kind: 'DELETE', tables: [...reader.tables.values()] });
}

/** Names of tables from which rows are taken away; the tables that are read say which these are. */
function readTargets(cursor: Cursor): readonly TablePath[] {
  const targets: TablePath[] = [];
  do {
    const path = [cursor.takeName()];
    while (cursor.skipSymbol('.')) {
      if (cursor.skipSymbol('*')) break;
      path.push(cursor.take().written);
    }
    if (path.length > (cursor.namesCatalogs ? 3 : 2)) throw cursor.problem();
    targets.push(toTablePath(path));
  } while (cursor.skipSymbol(','));
  return targets;
}

function readTruncate({ cursor, reader }: ReadingTools): Change {
  cursor.skipWords('TABLE');
  const table = cursor.takeTable();
  reader.noteTable(table);
  return { kind: 'write', destroys: { kind: 'TRUNCATE', tables: [table] } };
}

function readCreateTable({ cursor, reader }: ReadingTools): Change {
  cursor.skipWords('IF', 'NOT', 'EXISTS');
  reader.noteTable(cursor.takeTable());
  if (cursor.skipWords('LIKE')) {
    reader.noteTable(cursor.takeTable());
    return { kind: 'ddl' };
  }
  if (cursor.isSymbol('(') && !isQueryBehindBrackets(cursor)) readDefinitions({ cursor, reader });
  while (readTableOption(cursor)) cursor.skipSymbol(',');
  if (!cursor.skipWords('IGNORE')) cursor.skipWords('REPLACE');
  if (cursor.skipWords('AS') || reader.startsQuery() || cursor.isSymbol('(')) reader.readQuery(emptyScope);
  return { kind: 'ddl' };
}

/** Columns, keys and conditions in brackets. */
function readDefinitions(tools: ReadingTools): void {
  const { cursor } = tools;
  cursor.expectSymbol('(');
  do readDefinition(tools);
  while (cursor.skipSymbol(','));
  cursor.expectSymbol(')');
}

function readDefinition(tools: ReadingTools): void {
  const { cursor, reader } = tools;
  if (cursor.skipWords('CONSTRAINT') && cursor.isName) cursor.takeName();
  if (readKey(tools)) return;
  while (!cursor.isAtEnd && !cursor.isSymbol(',') && !cursor.isSymbol(')')) {
    if (cursor.skipWords('REFERENCES')) readReference(tools);
    else if (cursor.skipWords('ON', 'UPDATE')) reader.readExpression(emptyScope);
    else readWordOfDefinition(tools);
  }
}

/** A key of a table, with what it refers to; whether one stands here. */
function readKey(tools: ReadingTools): boolean {
  const { cursor } = tools;
  const isKind = ['UNIQUE', 'FULLTEXT', 'SPATIAL', 'PRIMARY', 'FOREIGN'].some((word) => cursor.skipWords(word));
  const isKey = cursor.skipWords('KEY') || cursor.skipWords('INDEX');
  if (!isKind && !isKey) return false;
  cursor.skipWords('IF', 'NOT', 'EXISTS');
  if (cursor.isName) cursor.takeName();
  if (cursor.skipWords('USING')) cursor.takeName();
  readKeyParts(tools);
  if (cursor.skipWords('USING')) cursor.takeName();
  if (cursor.skipWords('COMMENT')) cursor.take();
  if (cursor.skipWords('REFERENCES')) readReference(tools);
  return true;
}

function readReference(tools: ReadingTools): void {
  const { cursor, reader } = tools;
  reader.noteTable(cursor.takeTable());
  if (cursor.isSymbol('(')) readKeyParts(tools);
  while (cursor.skipWords('ON')) {
    if (!cursor.skipWords('DELETE')) cursor.expectWords('UPDATE');
    if (cursor.skipWords('SET')) cursor.take();
    else if (cursor.skipWords('NO')) cursor.expectWords('ACTION');
    else if (!cursor.skipWords('CASCADE')) cursor.expectWords('RESTRICT');
  }
}

/** `(name, text(20) DESC, (lower(name)))`. */
function readKeyParts({ cursor, reader }: ReadingTools): void {
  cursor.expectSymbol('(');
  do {
    if (cursor.isSymbol('(')) reader.readBracket({ scope: emptyScope });
    else cursor.takeName();
    if (cursor.isSymbol('(')) reader.readBracket({ scope: emptyScope });
    if (!cursor.skipWords('ASC')) cursor.skipWords('DESC');
  } while (cursor.skipSymbol(','));
  cursor.expectSymbol(')');
}

function readWordOfDefinition({ cursor, reader }: ReadingTools): void {
  const before = cursor.peek();
  if (cursor.isWord('SET')) cursor.take();
  reader.readExpression(emptyScope);
  if (cursor.peek() === before) throw cursor.problem();
}

const engines = ['INNODB', 'MYISAM', 'ARIA', 'MEMORY', 'HEAP', 'ROCKSDB', 'COLUMNSTORE'];
const plainOptions = ['CHARSET', 'COLLATE', 'COMMENT', 'ROW_FORMAT', 'AUTO_INCREMENT', 'KEY_BLOCK_SIZE'];

/** Options that say nothing of files, folders or other servers. */
function readTableOption(cursor: Cursor): boolean {
  if (cursor.skipWords('ENGINE')) {
    cursor.skipSymbol('=');
    const name = cursor.take().written;
    if (!engines.includes(name.toUpperCase())) throw refusal(`Tables of the engine "${name}" may not be made here.`);
    return true;
  }
  cursor.skipWords('DEFAULT');
  const isSet = cursor.skipWords('CHARACTER', 'SET');
  if (!isSet && !cursor.isWord(...plainOptions)) return false;
  if (!isSet) cursor.take();
  cursor.skipSymbol('=');
  const value = cursor.take();
  if (value.kind === 'symbol') throw cursor.problem();
  return true;
}

function readCreateView({ cursor, reader }: ReadingTools): Change {
  cursor.skipWords('IF', 'NOT', 'EXISTS');
  reader.noteTable(cursor.takeTable());
  if (cursor.isSymbol('(')) reader.readNames();
  cursor.expectWords('AS');
  reader.readQuery(emptyScope);
  return { kind: 'ddl' };
}

function readCreateIndex({ cursor, reader }: ReadingTools): Change {
  cursor.skipWords('IF', 'NOT', 'EXISTS');
  cursor.takeName();
  cursor.expectWords('ON');
  reader.noteTable(cursor.takeTable());
  readKeyParts({ cursor, reader });
  return { kind: 'ddl' };
}

function readDrop({ cursor, reader }: ReadingTools): Change {
  cursor.skipWords('IF', 'EXISTS');
  const tables: TablePath[] = [];
  do tables.push(cursor.takeTable());
  while (cursor.skipSymbol(','));
  if (!cursor.skipWords('RESTRICT')) cursor.skipWords('CASCADE');
  for (const table of tables) reader.noteTable(table);
  return { kind: 'ddl', destroys: { kind: 'DROP', tables } };
}

function readDropIndex({ cursor, reader }: ReadingTools): Change {
  cursor.skipWords('IF', 'EXISTS');
  cursor.takeName();
  cursor.expectWords('ON');
  reader.noteTable(cursor.takeTable());
  return { kind: 'ddl' };
}

function readRename({ cursor, reader }: ReadingTools): Change {
  do {
    reader.noteTable(cursor.takeTable());
    cursor.expectWords('TO');
    reader.noteTable(cursor.takeTable());
  } while (cursor.skipSymbol(','));
  return { kind: 'ddl' };
}

/** Columns, keys, names and comments; nothing that reaches into files or other tables. */
function readAlter(tools: ReadingTools): Change {
  const { cursor, reader } = tools;
  const table = cursor.takeTable();
  reader.noteTable(table);
  let dropsColumn = false;
  do dropsColumn = readAlteration(tools) || dropsColumn;
  while (cursor.skipSymbol(','));
  return dropsColumn ? { kind: 'ddl', destroys: { kind: 'DROP COLUMN', tables: [table] } } : { kind: 'ddl' };
}

/** Whether it takes a column away. */
function readAlteration(tools: ReadingTools): boolean {
  const { cursor } = tools;
  if (cursor.skipWords('RENAME')) {
    readRenaming(tools);
    return false;
  }
  if (cursor.isWord('ADD', 'MODIFY', 'CHANGE')) {
    const isAdded = cursor.skipWords('ADD');
    if (!isAdded) cursor.take();
    if (cursor.isWord('PARTITION')) throw cursor.problem();
    cursor.skipWords('COLUMN');
    if (isAdded && cursor.isSymbol('(')) readDefinitions(tools);
    else readDefinition(tools);
    return false;
  }
  if (cursor.skipWords('DROP')) return readDropped(cursor);
  if (cursor.isWord('COMMENT', 'AUTO_INCREMENT') && readTableOption(cursor)) return false;
  throw cursor.problem();
}

function readRenaming({ cursor, reader }: ReadingTools): void {
  if (cursor.skipWords('COLUMN') || cursor.skipWords('INDEX') || cursor.skipWords('KEY')) {
    cursor.takeName();
    cursor.expectWords('TO');
    cursor.takeName();
    return;
  }
  if (!cursor.skipWords('TO')) cursor.skipWords('AS');
  reader.noteTable(cursor.takeTable());
}

function readDropped(cursor: Cursor): boolean {
  if (cursor.skipWords('PRIMARY', 'KEY')) return false;
  if (cursor.skipWords('FOREIGN', 'KEY') || cursor.isWord('INDEX', 'KEY', 'CONSTRAINT', 'CHECK')) {
    if (cursor.isWord('INDEX', 'KEY', 'CONSTRAINT', 'CHECK')) cursor.take();
    cursor.skipWords('IF', 'EXISTS');
    cursor.takeName();
    return false;
  }
  if (cursor.isWord('PARTITION')) throw cursor.problem();
  cursor.skipWords('COLUMN');
  cursor.skipWords('IF', 'EXISTS');
  cursor.takeName();
  if (!cursor.skipWords('RESTRICT')) cursor.skipWords('CASCADE');
  return true;
}
