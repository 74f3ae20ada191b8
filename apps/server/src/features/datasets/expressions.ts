import type { DatasetChange } from '@powerset/contract';
import { hasTemplate } from '@powerset/query';
import type { Dataset } from '../../catalog/index.ts';
import { EngineError } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Services } from '../../services.ts';

type Fields = Pick<DatasetChange, 'columns' | 'metrics'>;

interface Expression {
  /** Where it stands in the body. */
  readonly field: string;
  readonly sql: string;
}

/**
 * Refuses metrics and calculated columns that no engine could read, by their field: every chart that takes one would fail.
 * What was there before may stay, and what a template writes is known only when it is rendered.
 */
export async function checkExpressions(
  { engines }: Services,
  dataset: Pick<Dataset, 'columns' | 'metrics'>,
  { body, databaseId }: { readonly body: Fields; readonly databaseId: number },
): Promise<void> {
  const changed = changedExpressions(dataset, body);
  if (changed.length === 0) return;
  // Somebody else's server that is out of reach says nothing about an expression.
  const engine = await engines.get(databaseId, null).catch(() => null);
  if (!engine) return;
  const problemOf = (expressions: readonly Expression[]) =>
    engine.analyse(toSelect(expressions)).then(
      (statements) => (statements.length === 1 ? null : 'This is more than one expression.'),
      (error) => (error instanceof EngineError && error.details.code === 'SYNTAX_ERROR' ? error.message : null),
    );
  let suspects = changed;
  let problem = await problemOf(suspects);
  // By halves: a body may hold thousands, and each question waits for the parser.
  while (problem !== null && suspects.length > 1) {
    const first = suspects.slice(0, suspects.length >> 1);
    const found = await problemOf(first);
    suspects = found === null ? suspects.slice(first.length) : first;
    problem = found ?? (await problemOf(suspects));
  }
  const [culprit] = suspects;
  if (problem !== null && culprit) throw fieldError({ [culprit.field]: [problem] });
}

/**
 * A line of its own for each, so that a comment at its end ends there; with and without brackets, so that neither what closes
 * them nor a clause of the statement passes.
 */
function toSelect(expressions: readonly Expression[]): string {
  return `SELECT ${expressions.map(({ sql }) => `(${sql}\n), ${sql}\n`).join(', ')} FROM t`;
}

function changedExpressions(
  dataset: Pick<Dataset, 'columns' | 'metrics'>,
  { columns, metrics }: Fields,
): readonly Expression[] {
  const known = new Set([...dataset.columns, ...dataset.metrics].map(({ expression }) => expression));
  const given = { columns, metrics };
  return (['columns', 'metrics'] as const).flatMap((list) =>
    (given[list] ?? []).flatMap(({ expression }, index) => {
      const sql = expression?.trim();
      if (!sql || known.has(expression ?? null) || hasTemplate(sql)) return [];
      return [{ field: `${list}.${index}.expression`, sql }];
    }),
  );
}
