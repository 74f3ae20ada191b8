import { packTable } from '../../packed/index.ts';
import { type RunRequest, type RunResult, toRunResult } from '../engine.ts';
import { PackedRows } from '../remote/index.ts';
import type { Session } from './client.ts';
import { toByteColumns } from './row-cells.ts';
import { toResultTable } from './values.ts';

/** The rows of a statement that only reads. */
export async function readRows(
  session: Session,
  sql: string,
  { maxRows, isExact = false }: Pick<RunRequest, 'maxRows' | 'isExact'>,
): Promise<RunResult> {
  const startedAt = performance.now();
  const taken: PackedRows[] = [];
  const { fields, rows } = await session.queryCells(sql, (announced) => {
    const table = new PackedRows(toByteColumns(announced, isExact), { maxRows, isExact });
    taken.push(table);
    return (cells) => table.add(cells);
  });
  const engineMs = performance.now() - startedAt;
  const [packed] = taken;
  if (packed) return toRunResult({ packed: await packed.toTable(), isTruncated: packed.isTruncated, engineMs });
  const table = await toResultTable(fields, rows.slice(0, maxRows), isExact);
  return toRunResult({ packed: packTable(table), isTruncated: rows.length > maxRows, engineMs });
}
