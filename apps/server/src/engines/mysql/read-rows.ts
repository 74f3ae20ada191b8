import { packTable } from '../../packed/index.ts';
import { type RunRequest, type RunResult, toRunResult } from '../engine.ts';
import { PackedRows } from '../remote/index.ts';
import type { Session } from './client.ts';
import { toByteColumns } from './row-cells.ts';
import { type RawField, toResultTable } from './values.ts';

/** So many rows pay for preparing their statement, which is another round to the server. */
const manyRows = 5000;
/** What gathers rows seldom brings many, however many may come. */
const gathering = /\bGROUP\s+BY\b/i;

/** The rows of a statement that only reads. */
export async function readRows(
  session: Session,
  sql: string,
  { maxRows, isExact = false }: Pick<RunRequest, 'maxRows' | 'isExact'>,
): Promise<RunResult> {
  const startedAt = performance.now();
  const taken: PackedRows[] = [];
  const begin = (announced: readonly RawField[]) => {
    const table = new PackedRows(toByteColumns(announced, isExact), { maxRows, isExact });
    taken.push(table);
    return table;
  };
  const seemsLong = !isExact && maxRows >= manyRows && !gathering.test(sql);
  const binary = seemsLong
    ? await session.queryBinary(sql, (announced) => {
        const table = begin(announced);
        return (batch) => table.addBatch(batch);
      })
    : null;
  const { fields, rows } =
    binary ??
    (await session.queryCells(sql, (announced) => {
      const table = begin(announced);
      return (cells) => table.add(cells);
    }));
  const engineMs = performance.now() - startedAt;
  const [packed] = taken;
  if (packed) return toRunResult({ packed: await packed.toTable(), isTruncated: packed.isTruncated, engineMs });
  const table = await toResultTable(fields, rows.slice(0, maxRows), isExact);
  return toRunResult({ packed: packTable(table), isTruncated: rows.length > maxRows, engineMs });
}
