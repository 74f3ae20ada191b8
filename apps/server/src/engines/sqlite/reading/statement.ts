import type { DestructionKind } from '@powerset/contract';
import type { StatementKind } from '../../engine.ts';
import { type StatementTokens, splitTokens } from '../../split-tokens.ts';
import { lex, type Token } from './lex.ts';
import { ReadingProblem } from './problem.ts';
import { assertHarmless } from './rules.ts';

export interface TablePath {
  readonly schema: string | null;
  readonly table: string;
}

/** What a statement's own words say; which tables it reads, the engine says (`child/tables.ts`). */
export interface ReadStatement {
  readonly kind: StatementKind;
  /** Its own text, without a trailing semicolon. */
  readonly text: string;
  /** Where the text starts in the script. */
  readonly start: number;
  readonly tokens: readonly Token[];
  /** A table or view that it makes. */
  readonly made: TablePath | null;
  /** The query of what it makes, or that it explains. */
  readonly body: string | null;
  readonly destroys: { readonly kind: DestructionKind; readonly table: TablePath } | null;
}

const maxLength = 1_000_000;
const maxStatements = 1000;
const maxTokens = 500_000;

/** Reads a script without any database. */
export function readScript(sql: string): readonly ReadStatement[] {
  if (sql.length > maxLength) throw new ReadingProblem('refused', 'The SQL is too long: at most 1,000,000 characters.');
  if (sql.includes('\u0000')) throw new ReadingProblem('refused', 'The SQL contains a NUL character.');
  const tokens = lex(sql);
  if (tokens.length > maxTokens)
    throw new ReadingProblem('refused', 'The SQL has too many words and signs: at most 500,000.');
  assertHarmless(tokens);
  const parts = splitTokens(tokens, sql);
  if (parts.length > maxStatements)
    throw new ReadingProblem('refused', `The script has too many statements: at most ${maxStatements}.`);
  return parts.map((part) => readStatement(part, sql));
}

function readStatement({ tokens, start, end }: StatementTokens<Token>, sql: string): ReadStatement {
  const raw = sql.slice(start, end);
  const walker = new Walker(sql, tokens);
  const read = readHead(walker);
  return {
    made: null,
    body: null,
    destroys: null,
    ...read,
    text: raw.trim(),
    start: start + raw.length - raw.trimStart().length,
    tokens,
  };
}

type Head = Partial<Pick<ReadStatement, 'made' | 'body' | 'destroys'>> & Pick<ReadStatement, 'kind'>;

function readHead(walker: Walker): Head {
  if (walker.isWord('SELECT', 'VALUES')) return { kind: 'select' };
  if (walker.isWord('WITH')) {
    walker.toVerb();
    return walker.isWord('SELECT', 'VALUES') ? { kind: 'select' } : readChange(walker);
  }
  if (walker.skip('EXPLAIN')) {
    if (walker.skip('QUERY')) walker.expect('PLAN');
    const body = walker.rest();
    if (readHead(walker).kind !== 'select')
      throw new ReadingProblem('refused', 'Only SELECT statements can be explained.');
    return { kind: 'explain', body };
  }
  return readChange(walker);
}

function readChange(walker: Walker): Head {
  if (walker.skip('INSERT') || walker.skip('REPLACE')) return { kind: 'write' };
  if (walker.skip('UPDATE')) {
    if (walker.skip('OR')) walker.take();
    return { kind: 'write', destroys: walker.has('WHERE') ? null : { kind: 'UPDATE', table: walker.takeTable() } };
  }
  if (walker.skip('DELETE')) {
    walker.expect('FROM');
    return { kind: 'write', destroys: walker.has('WHERE') ? null : { kind: 'DELETE', table: walker.takeTable() } };
  }
  if (walker.skip('CREATE')) return readCreate(walker);
  if (walker.skip('DROP')) return readDrop(walker);
  if (walker.skip('ALTER')) {
    walker.expect('TABLE');
    const table = walker.takeTable();
    return { kind: 'ddl', destroys: walker.isWord('DROP') ? { kind: 'DROP COLUMN', table } : null };
  }
  throw walker.refused();
}

function readCreate(walker: Walker): Head {
  if (walker.isWord('TEMP', 'TEMPORARY')) throw new ReadingProblem('refused', 'Temporary tables are not kept here.');
  if (walker.skip('UNIQUE') || walker.isWord('INDEX')) {
    walker.expect('INDEX');
    return { kind: 'ddl' };
  }
  const isView = walker.isWord('VIEW');
  if (!walker.skip('TABLE') && !walker.skip('VIEW')) throw walker.refused('CREATE ');
  if (walker.skip('IF')) {
    walker.expect('NOT');
    walker.expect('EXISTS');
  }
  const made = walker.takeTable();
  if (isView) walker.skipBrackets();
  const body = walker.skip('AS') ? walker.rest() : null;
  if (isView && body === null) throw walker.unread();
  if (body !== null && readHead(walker).kind !== 'select') throw walker.unread();
  return { kind: 'ddl', made, body };
}

function readDrop(walker: Walker): Head {
  if (!walker.isWord('TABLE', 'VIEW', 'INDEX')) throw walker.refused('DROP ');
  const isIndex = walker.take().value === 'INDEX';
  if (walker.skip('IF')) walker.expect('EXISTS');
  const table = walker.takeTable();
  return { kind: 'ddl', destroys: isIndex ? null : { kind: 'DROP', table } };
}

/** Walks over the tokens of one statement. */
class Walker {
  private at = 0;

  constructor(
    private readonly sql: string,
    private readonly tokens: readonly Token[],
  ) {}

  take(): Token {
    const token = this.tokens[this.at];
    if (!token) throw this.unread();
    this.at += 1;
    return token;
  }

  isWord(...words: readonly string[]): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'word' && words.includes(token.value);
  }

  isSymbol(symbol: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'symbol' && token.value === symbol;
  }

  skip(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at += 1;
    return true;
  }

  expect(word: string): void {
    if (!this.skip(word)) throw this.unread();
  }

  /** `table` or `schema.table`; a text in quotes is a name there too. */
  takeTable(): TablePath {
    const first = this.takeName();
    if (!this.isSymbol('.')) return { schema: null, table: first };
    this.take();
    return { schema: first, table: this.takeName() };
  }

  private takeName(): string {
    const token = this.take();
    if (token.kind === 'number' || token.kind === 'symbol') throw this.unread();
    return token.written;
  }

  skipBrackets(): void {
    if (!this.isSymbol('(')) return;
    let depth = 0;
    do {
      const { kind, value } = this.take();
      if (kind === 'symbol') depth += toDepth(value);
    } while (depth > 0);
  }

  /** From WITH to the verb behind its queries: no query has that word unquoted outside of brackets. */
  toVerb(): void {
    this.take();
    while (!this.isWord('SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE')) {
      if (this.isSymbol('(')) this.skipBrackets();
      else this.take();
    }
  }

  /** Whether the word stands outside of all brackets from here on. */
  has(word: string): boolean {
    let depth = 0;
    return this.tokens.slice(this.at).some(({ kind, value }) => {
      if (kind === 'symbol') depth += toDepth(value);
      return depth === 0 && kind === 'word' && value === word;
    });
  }

  /** The text from here to the end. */
  rest(): string {
    const first = this.tokens[this.at];
    const last = this.tokens.at(-1);
    return first && last ? this.sql.slice(first.start, last.end) : '';
  }

  unread(): ReadingProblem {
    const token = this.tokens[this.at];
    if (!token)
      return new ReadingProblem('syntax', 'The statement ends where more is expected.', this.tokens.at(-1)?.end);
    return new ReadingProblem(
      'syntax',
      `The SQL is not understood at or near "${token.written.slice(0, 80)}".`,
      token.start,
    );
  }

  /** A statement of the engine that is not let through, or no statement at all. */
  refused(head = ''): ReadingProblem {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || !refusedStatements.has(token.value)) return this.unread();
    return new ReadingProblem('refused', `${head}${token.value} statements are not allowed here.`, token.start);
  }
}

function toDepth(symbol: string): number {
  if (symbol === '(') return 1;
  return symbol === ')' ? -1 : 0;
}

const refusedStatements: ReadonlySet<string> = new Set(
  `ANALYZE ATTACH BEGIN COMMIT DETACH END PRAGMA REINDEX RELEASE ROLLBACK SAVEPOINT TRIGGER VACUUM VIRTUAL`.split(' '),
);
