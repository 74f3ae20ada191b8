import type { WireDestruction } from '@powerset/contract';
import type { StatementAnalysis } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';

/** A run that its author has to confirm before it starts. */
export class UnconfirmedRun extends AppError {
  constructor(statements: readonly WireDestruction[]) {
    const named = statements.map(({ kind, tables }) => `${kind} ${tables.join(', ')}`.trim()).join('; ');
    super('DESTRUCTIVE_SQL_ERROR', { params: { statements: named.slice(0, maxMessage) }, extra: { statements } });
  }
}

const maxMessage = 1000;

/** Refuses a script in which statements destroy whole tables or all their rows. */
export function refuseDestructive(statements: readonly StatementAnalysis[]): void {
  const found = statements
    .flatMap(({ destroys }) => destroys ?? [])
    .map(({ kind, tables }) => ({
      kind,
      tables: tables.map(({ schema, table }) => [schema, table].filter(Boolean).join('.')),
    }));
  if (found.length > 0) throw new UnconfirmedRun(found);
}
