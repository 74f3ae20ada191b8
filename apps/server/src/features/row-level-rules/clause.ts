import { hasTemplate } from '@powerset/query';
import { EngineError } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/**
 * Refuses a clause that a database could not read: every query of everybody whom it binds would fail. What a template writes
 * is known only when it is rendered.
 */
export async function checkClause(
  { engines }: Pick<Services, 'engines'>,
  clause: string,
  databaseIds: readonly number[],
): Promise<void> {
  if (hasTemplate(clause)) return;
  for (const id of new Set(databaseIds)) {
    // Somebody else's server that is out of reach says nothing about a clause.
    const engine = await engines.get(id, null).catch(() => null);
    const problem = await engine?.analyse(toSelect(clause)).then(
      (statements) => (statements.length === 1 ? null : 'This is more than one expression.'),
      (error) => (error instanceof EngineError && error.details.code === 'SYNTAX_ERROR' ? error.message : null),
    );
    if (problem) throw fieldError({ clause: [problem] });
  }
}

/** With and without brackets, so that neither what closes them nor another clause of the statement passes. */
const toSelect = (clause: string) => `SELECT (${clause}\n), ${clause}\n FROM t`;
