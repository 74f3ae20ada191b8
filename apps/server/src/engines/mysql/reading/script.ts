import type { StatementKind } from '../../engine.ts';
import { type ParsedStatement, placeInText } from '../../parsed-script.ts';
import { refusal } from '../../remote/index.ts';
import { type StatementTokens, splitTokens } from '../../split-tokens.ts';
import { readChange } from './changes.ts';
import { Cursor } from './cursor.ts';
import { type Grammar, usualGrammar } from './grammars.ts';
import { lex, type Token } from './lex.ts';
import type { Limit } from './limits.ts';
import { emptyScope, QueryReader } from './queries.ts';

const maxLength = 1_000_000;
const maxStatements = 1000;
const maxWords = 500_000;
/** Of tables and functions: each is asked permission for. */
const maxNames = 5000;

/** Reads a script without any server; nothing is run. Long ones belong into a thread. */
export function readMysqlScript(sql: string, grammar: Grammar = usualGrammar): readonly ParsedStatement[] {
  if (sql.length > maxLength) throw refusal('The SQL is too long: at most 1,000,000 characters.');
  if (sql.includes('\u0000')) throw refusal('The SQL contains a NUL character.');
  const tokens = lex(sql, grammar.lexRules);
  if (tokens.length > maxWords) throw refusal('The SQL has too many words and signs: at most 500,000.');
  const parts = splitTokens(tokens, sql);
  if (parts.length > maxStatements) throw refusal(`The script has too many statements: at most ${maxStatements}.`);
  const statements = parts.map((part) => readStatement(part, sql, grammar));
  const names = statements.reduce((sum, { tables, functions }) => sum + tables.length + functions.length, 0);
  if (names > maxNames) throw refusal('The script names too many tables and functions: at most 5,000.');
  return statements;
}

function readStatement({ tokens, start, end }: StatementTokens<Token>, sql: string, grammar: Grammar): ParsedStatement {
  const raw = sql.slice(start, end);
  const text = raw.trim();
  const textStart = start + raw.length - raw.trimStart().length;
  const cursor = new Cursor(sql, tokens, grammar.namesCatalogs);
  const reader = new QueryReader(cursor, grammar);
  const read = readKind(cursor, reader);
  const { limit } = read;
  return {
    text,
    kind: read.kind === 'select' && reader.locks ? 'write' : read.kind,
    tables: [...reader.tables.values()],
    ...(read.kind === 'select' ? { mentions: placeInText(reader.mentions, textStart) } : {}),
    functions: [...reader.functions.values()],
    limit: limit?.value ?? null,
    ...(limit ? { limitPlace: { start: limit.start - textStart, end: limit.end - textStart } } : {}),
    ...(read.destroys ? { destroys: [read.destroys] } : {}),
  };
}

interface Read {
  readonly kind: StatementKind;
  readonly limit: Limit | null;
  readonly destroys?: NonNullable<ParsedStatement['destroys']>[number];
}

function readKind(cursor: Cursor, reader: QueryReader): Read {
  if (reader.startsQuery() || cursor.isWord('VALUES') || cursor.isSymbol('(')) {
    const limit = reader.readQuery(emptyScope);
    cursor.expectEnd();
    return { kind: 'select', limit };
  }
  if (cursor.isWord('EXPLAIN', 'DESCRIBE', 'DESC', 'ANALYZE')) return readExplain(cursor, reader);
  const change = readChange({ cursor, reader });
  if (change) return { ...change, limit: null };
  const first = cursor.peek();
  if (first?.kind === 'word' && refusedStatements.has(first.value))
    throw refusal(`${first.value} statements are not allowed here.`);
  throw cursor.problem();
}

const refusedStatements = new Set(
  `ADMIN ALTER BACKUP BATCH BEGIN BINLOG CACHE CALL CANCEL CHANGE CHECK CHECKSUM CLEAN CLONE COMMIT COPY CREATE DEALLOCATE DELIMITER DO
  DROP END EXECUTE EXPORT FLASHBACK FLUSH GET GRANT HANDLER HELP IMPORT INSTALL KILL LOAD LOCK OPTIMIZE PAUSE PLAN PREPARE PURGE RECOVER
  REFRESH RELEASE RENAME REPAIR RESET RESIGNAL RESTART RESTORE RESUME REVOKE ROLLBACK SAVEPOINT SET SHOW SHUTDOWN SIGNAL SPLIT START STOP
  SUBMIT SWITCH SYNC TRACE TRUNCATE UNINSTALL UNLOCK UNSET USE WARM XA`.split(/\s+/),
);

/** Plans of queries, and the columns of a table; ANALYZE alone measures a query, or would change statistics. */
function readExplain(cursor: Cursor, reader: QueryReader): Read {
  const isAnalyze = cursor.take().value === 'ANALYZE';
  if (!isAnalyze) cursor.skipWords('ANALYZE');
  if (!cursor.skipWords('EXTENDED')) cursor.skipWords('PARTITIONS');
  if (cursor.skipWords('FORMAT')) {
    cursor.expectSymbol('=');
    cursor.take();
  }
  // `ANALYZE TABLE` writes statistics.
  if (!cursor.isWord('TABLE') && (reader.startsQuery() || cursor.isSymbol('('))) {
    reader.readQuery(emptyScope);
    if (reader.locks) throw refusal('Only SELECT statements can be explained.');
  } else if (!isAnalyze && cursor.isName) {
    reader.noteTable(cursor.takeTable());
    if (cursor.isName) cursor.takeName();
  } else throw refusal('Only SELECT statements can be explained.');
  cursor.expectEnd();
  return { kind: 'explain', limit: null };
}

/** Where a name stands first in a text, outside of texts and comments; null where it does not, or the text cannot be read. */
export function findWord(sql: string, name: string): number | null {
  const wanted = name.toLowerCase();
  try {
    const found = lex(sql).find(({ kind, written }) => kind !== 'text' && written.toLowerCase() === wanted);
    return found?.start ?? null;
  } catch {
    return null;
  }
}
