import type { WireDestruction } from '@powerset/contract';
import type { Destruction, Engine, StatementAnalysis } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';

/** A run that its author has to confirm before it starts. */
export class UnconfirmedRun extends AppError {
  constructor(statements: readonly WireDestruction[]) {
    const named = statements.map(({ kind, tables }) => `${kind} ${tables.join(', ')}`.trim()).join('; ');
    super('DESTRUCTIVE_SQL_ERROR', { params: { statements: named.slice(0, maxMessage) }, extra: { statements } });
  }
}

const maxMessage = 1000;

interface DestructionPlace {
  readonly engine: Engine;
  /** Where names without a schema lie. */
  readonly schema: string;
}

/** Refuses a script in which statements destroy whole tables or all their rows. */
export async function refuseDestructive(
  statements: readonly StatementAnalysis[],
  { engine, schema }: DestructionPlace,
): Promise<void> {
  const destroyed = statements.flatMap(({ destroys }) => destroys ?? []);
  const isLost = await Promise.all(destroyed.map((one) => one.kind !== 'REPLACE' || isThere(engine, one, schema)));
  const found = destroyed
    .filter((_, index) => isLost[index])
    .map(({ kind, tables }) => ({
      kind,
      tables: tables.map(({ schema, table }) => [schema, table].filter(Boolean).join('.')),
    }));
  if (found.length > 0) throw new UnconfirmedRun(found);
}

/** Whether there is something that would be replaced, without regard to case: not every engine minds it. */
async function isThere(engine: Engine, { tables }: Destruction, ownSchema: string): Promise<boolean> {
  const [name] = tables;
  if (!name) return false;
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const schemas = (await engine.listSchemas()).filter((schema) => isSame(schema, name.schema ?? ownSchema));
  const there = await Promise.all(schemas.map((schema) => engine.listTables(schema)));
  return there.flat().some(({ table }) => isSame(table, name.table));
}
