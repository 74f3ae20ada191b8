import {
  assertHarmless,
  isOpenFunction,
  isOwnFunction,
  lex,
  ReadingProblem,
  type ReadStatement,
} from '../reading/index.ts';
import type { Connection } from './connection.ts';
import { fold } from './tables.ts';

/** Looks at what words alone do not show: what views and triggers of the file do, and what the engine would call. */
export class Gate {
  private known = '';
  private refusedViews: ReadonlySet<string> = new Set();
  private hasRefusedTrigger = false;

  constructor(private readonly database: Connection) {}

  /** The last look before a statement runs; nothing of it has run. */
  assertOpen(statement: ReadStatement): void {
    this.readDefinitions();
    this.assertNoRefusedView(statement);
    if (statement.kind === 'explain') return;
    if (statement.kind === 'write' && this.hasRefusedTrigger)
      throw new ReadingProblem('refused', 'A trigger of this database does what may not be done here.');
    this.assertFunctions(statement.text, statement.kind === 'ddl');
    if (statement.body !== null) this.assertFunctions(statement.body, false);
  }

  private assertNoRefusedView({ tokens }: ReadStatement): void {
    const found = tokens.find(({ kind, written }) => kind !== 'number' && this.refusedViews.has(fold(written)));
    if (found)
      throw new ReadingProblem('refused', `The view "${found.written}" does what may not be done here.`, found.start);
  }

  /** The engine's own program of the statement names every function that it calls, also those of views and triggers. */
  private assertFunctions(sql: string, isDdl: boolean): void {
    for (const { opcode, p4 } of this.database.explain(`EXPLAIN ${sql}`)) {
      if (!/^(?:Pure)?Func|^Agg/.test(String(opcode))) continue;
      const name = /^(.*)\(-?\d+\)$/.exec(String(p4 ?? ''))?.[1];
      if (name === undefined || isOpenFunction(name) || (isDdl && isOwnFunction(name))) continue;
      throw new ReadingProblem('refused', `The function "${name}" may not be called here.`);
    }
  }

  /** Views that name what is refused, and views of those. */
  private readDefinitions(): void {
    const rows = this.database.rows("SELECT type, name, sql FROM sqlite_master WHERE type IN ('view', 'trigger')");
    const known = JSON.stringify(rows.map(({ type, name, sql }) => [type, name, sql]));
    if (known === this.known) return;
    const definitions = rows.map(({ type, name, sql }) => ({
      type,
      name: fold(String(name)),
      ...wordsOf(String(sql ?? '')),
    }));
    const refused = new Set<string>();
    const isRefused = ({ words }: (typeof definitions)[number]) =>
      words === null || words.some((word) => refused.has(word));
    for (let size = -1; size < refused.size; ) {
      size = refused.size;
      for (const one of definitions) if (one.type === 'view' && isRefused(one)) refused.add(one.name);
    }
    this.refusedViews = refused;
    this.hasRefusedTrigger = definitions.some((one) => one.type === 'trigger' && isRefused(one));
    this.known = known;
  }
}

/** The words of a definition; null where it names what is refused, or cannot be read. */
function wordsOf(sql: string): { readonly words: readonly string[] | null } {
  try {
    const tokens = lex(sql);
    assertHarmless(tokens);
    return { words: tokens.map(({ written }) => fold(written)) };
  } catch {
    return { words: null };
  }
}
