import type { DestructionKind } from '@powerset/contract';
import { type Token, toName } from './lexer.ts';
import { RefusedStatement } from './rules.ts';

/** How a statement that changes something is shown to the parser: its target, and the SELECT that holds all it reads. */
export interface WriteShape {
  readonly kind: 'write' | 'ddl';
  readonly targets: readonly (readonly string[])[];
  /** SELECTs with every expression and source of the statement: tokens of its author, and words of ours between them. */
  readonly reads: readonly Reading[];
  /** What becomes of the targets, when it is more than what a condition chose. */
  readonly destroys?: DestructionKind;
  /** What it reads is read again later. */
  readonly isKept?: boolean;
}

export type Reading = readonly (string | readonly Token[])[];

/** A place in a statement's tokens that only moves forward. */
class Cursor {
  private index = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  takeWord(...words: string[]): boolean {
    const isHere = words.every((word, step) => this.isWord(this.tokens[this.index + step], word));
    if (isHere) this.index += words.length;
    return isHere;
  }

  takeSymbol(symbol: string): boolean {
    const isHere = this.tokens[this.index]?.text === symbol;
    if (isHere) this.index++;
    return isHere;
  }

  takeName(): readonly string[] {
    const parts: string[] = [];
    do {
      const part = toName(this.tokens[this.index]);
      if (part === null) throw this.unsupported();
      parts.push(part);
      this.index++;
    } while (this.takeSymbol('.'));
    return parts;
  }

  rest(): readonly Token[] {
    return this.tokens.slice(this.index);
  }

  isAtEnd(): boolean {
    return this.index >= this.tokens.length;
  }

  unsupported(): RefusedStatement {
    const token = this.tokens[this.index] ?? this.tokens.at(-1);
    return new RefusedStatement(`This form of the statement is not supported here (near "${token?.text ?? ''}").`);
  }

  private isWord(token: Token | undefined, word: string): boolean {
    return token?.kind === 'word' && token.text.toLowerCase() === word;
  }
}

/**
 * Reads the head of a statement that DuckDB's parser will not serialise. Only forms that are understood to their last
 * token pass; what they read goes back to the parser as a SELECT.
 */
export function readWrite(tokens: readonly Token[]): WriteShape {
  const { before, after } = cutAt(tokens, ['returning']);
  const row = new Cursor(before);
  if (row.takeWord('insert', 'into')) return withReturned(readInsert(row), after);
  if (row.takeWord('update')) return withReturned(readUpdate(row), after);
  if (row.takeWord('delete', 'from')) return withReturned(readDelete(row), after);
  const cursor = new Cursor(tokens);
  if (cursor.takeWord('truncate')) return readTruncate(cursor);
  if (cursor.takeWord('create')) return readCreate(cursor);
  if (cursor.takeWord('drop')) return readDrop(cursor);
  if (cursor.takeWord('alter', 'table')) return readAlter(cursor);
  throw new RefusedStatement(`${tokens[0]!.text.toUpperCase()} statements are not allowed.`);
}

/** What a statement gives back is read as columns of its target; what would read other tables has no place there. */
function withReturned(shape: WriteShape, returning: readonly Token[]): WriteShape {
  if (returning.length === 0) return shape;
  const columns = returning.slice(1);
  const reading = columns.find((token) => token.kind === 'word' && readingWords.has(token.text.toLowerCase()));
  if (reading) throw new RefusedStatement(`RETURNING gives columns of the table alone (near "${reading.text}").`);
  const from = shape.targets.map(quoteName).join(', ');
  return { ...shape, reads: [...shape.reads, ['SELECT', columns, `FROM ${from}`]] };
}

const readingWords: ReadonlySet<string> = new Set([
  'select',
  'from',
  'table',
  'values',
  'with',
  'pivot',
  'unpivot',
  'describe',
  'summarize',
  'show',
]);

function readInsert(cursor: Cursor): WriteShape {
  const target = cursor.takeName();
  if (cursor.takeSymbol('(')) {
    do cursor.takeName();
    while (cursor.takeSymbol(','));
    if (!cursor.takeSymbol(')')) throw cursor.unsupported();
  }
  return { kind: 'write', targets: [target], reads: [[cursor.rest()]] };
}

function readUpdate(cursor: Cursor): WriteShape {
  const target = cursor.takeName();
  if (!cursor.takeWord('set')) throw cursor.unsupported();
  const { before, after } = cutAt(cursor.rest(), ['from', 'where']);
  const from = `FROM ${quoteName(target)}`;
  const head = after[0]?.text.toLowerCase();
  const tail = head === 'from' ? [`${from},`, after.slice(1)] : [from, after];
  const isChosen = cutAt(after, ['where']).after.length > 0;
  return {
    kind: 'write',
    targets: [target],
    reads: [['SELECT', before, ...tail]],
    ...(isChosen ? {} : { destroys: 'UPDATE' as const }),
  };
}

function readDelete(cursor: Cursor): WriteShape {
  const target = cursor.takeName();
  const rest = cursor.rest();
  if (rest.length > 0 && !cursor.takeWord('where')) throw cursor.unsupported();
  return {
    kind: 'write',
    targets: [target],
    reads: [[`SELECT 1 FROM ${quoteName(target)}`, rest]],
    ...(rest.length > 0 ? {} : { destroys: 'DELETE' as const }),
  };
}

function readTruncate(cursor: Cursor): WriteShape {
  cursor.takeWord('table');
  const target = cursor.takeName();
  if (!cursor.isAtEnd()) throw cursor.unsupported();
  return { kind: 'write', targets: [target], reads: [], destroys: 'TRUNCATE' };
}

function readCreate(cursor: Cursor): WriteShape {
  const isReplacing = cursor.takeWord('or', 'replace');
  if (!isReplacing && cursor.takeWord('schema')) return readCreateSchema(cursor);
  const isTable = cursor.takeWord('table');
  if (!isTable && !cursor.takeWord('view')) throw cursor.unsupported();
  cursor.takeWord('if', 'not', 'exists');
  const target = cursor.takeName();
  const destroys = isTable && isReplacing ? { destroys: 'REPLACE' as const } : {};
  const shape = { kind: 'ddl' as const, targets: [target], ...destroys };
  if (cursor.takeWord('as')) return { ...shape, reads: [[cursor.rest()]], isKept: !isTable };
  if (!isTable || !isPlainColumnList(cursor.rest())) throw cursor.unsupported();
  return { ...shape, reads: [] };
}

function readCreateSchema(cursor: Cursor): WriteShape {
  cursor.takeWord('if', 'not', 'exists');
  const name = cursor.takeName();
  if (!cursor.isAtEnd()) throw cursor.unsupported();
  return { kind: 'ddl', targets: [[...name, '']], reads: [] };
}

function readDrop(cursor: Cursor): WriteShape {
  const isSchema = cursor.takeWord('schema');
  if (!isSchema && !cursor.takeWord('table') && !cursor.takeWord('view')) throw cursor.unsupported();
  cursor.takeWord('if', 'exists');
  const target = cursor.takeName();
  if (!cursor.takeWord('cascade')) cursor.takeWord('restrict');
  if (!cursor.isAtEnd()) throw cursor.unsupported();
  return { kind: 'ddl', targets: [isSchema ? [...target, ''] : target], reads: [], destroys: 'DROP' };
}

function readAlter(cursor: Cursor): WriteShape {
  cursor.takeWord('if', 'exists');
  const target = cursor.takeName();
  const isDropping = cursor.takeWord('drop');
  const isKnown = isDropping || cursor.takeWord('rename') || cursor.takeWord('add');
  if (!isKnown || !isPlainColumnList(cursor.rest())) throw cursor.unsupported();
  return { kind: 'ddl', targets: [target], reads: [], ...(isDropping ? { destroys: 'DROP COLUMN' as const } : {}) };
}

/** Names, types and their numbers; nothing that computes. */
function isPlainColumnList(tokens: readonly Token[]): boolean {
  const computing = new Set(['default', 'check', 'as', 'generated', 'using', 'references', 'select', 'collate']);
  return tokens.every((token) => {
    if (token.kind === 'word') return !computing.has(token.text.toLowerCase());
    return (
      token.kind === 'quoted' || token.kind === 'number' || (token.kind === 'symbol' && '(),[]'.includes(token.text))
    );
  });
}

function cutAt(
  tokens: readonly Token[],
  words: readonly string[],
): { before: readonly Token[]; after: readonly Token[] } {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if ('([{'.includes(token.text)) depth++;
    else if (')]}'.includes(token.text)) depth--;
    else if (depth === 0 && token.kind === 'word' && words.includes(token.text.toLowerCase())) {
      return { before: tokens.slice(0, index), after: tokens.slice(index) };
    }
  }
  return { before: tokens, after: [] };
}

function quoteName(parts: readonly string[]): string {
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}
