import type { ResultTable } from '@powerset/contract';
import { EngineError } from '../engine.ts';
import type { ResultHeader } from './result-sql.ts';
import { textLengthSql } from './value-kinds.ts';

/** Characters. */
const maxWholeText = 64_000_000;

/** Whole texts of many rows together can be more than a process holds. */
export async function refuseTooLong(
  run: (sql: string) => Promise<ResultTable>,
  select: (columns: string) => string,
  { kinds }: ResultHeader,
): Promise<void> {
  const lengths = kinds.flatMap((kind, index) =>
    kind === 'plain' ? [] : [`coalesce(${textLengthSql(kind, `c${index}`)}, 0)`],
  );
  if (lengths.length === 0) return;
  const sum = await run(`SELECT coalesce(sum(n), 0)::DOUBLE FROM (${select(`${lengths.join(' + ')} AS n`)})`);
  const length = Number(sum.columns[0]!.values[0]);
  if (length > maxWholeText)
    throw new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `These rows hold ${Math.ceil(length / 1e6)} million characters of text, and at most ${maxWholeText / 1e6} million are given at once. Ask for fewer rows, or take a file.`,
    });
}
