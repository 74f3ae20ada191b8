import { packTable } from '../../packed/index.ts';
import { type RunRequest, type RunResult, toRunResult } from '../engine.ts';
import { PackedRows } from '../remote/index.ts';
import type { RawField, Session } from './session.ts';
import { type Field, toByteColumns, toResultTable } from './values.ts';

export interface ReadRequest extends Pick<RunRequest, 'maxRows' | 'isExact'> {
  readonly sql: string;
  readonly nameFields: (fields: readonly RawField[]) => Promise<readonly Field[]>;
}

/** What a user's statement brings: its rows, or how many it changed. */
export async function readRows(
  session: Session,
  { sql, maxRows, isExact = false, nameFields }: ReadRequest,
): Promise<RunResult> {
  const startedAt = performance.now();
  const taken: PackedRows[] = [];
  const { fields, rows, changed, command } = await session.queryCells(sql, (announced) => {
    const table = new PackedRows(toByteColumns(announced, isExact), { maxRows, isExact });
    taken.push(table);
    return (cells) => table.add(cells);
  });
  const engineMs = performance.now() - startedAt;
  if (fields.length === 0)
    return toRunResult({ packed: packTable(toChangedTable(command, changed)), isTruncated: false, engineMs });
  const named = await nameFields(fields);
  const [rowsTaken] = taken;
  if (rowsTaken) {
    // Types are asked for by their numbers once the rows are there.
    const packed = await rowsTaken.toTable(named.map(({ nativeType }) => nativeType));
    return toRunResult({ packed, isTruncated: rowsTaken.isTruncated, engineMs });
  }
  const table = await toResultTable(named, rows.slice(0, maxRows), isExact);
  return toRunResult({ packed: packTable(table), isTruncated: rows.length > maxRows, engineMs });
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function toChangedTable(command: string, changed: number | null): RunResult['table'] {
  if (!counted.has(command)) return { columns: [], rowCount: 0 };
  return { columns: [{ name: 'Count', type: 'number', nativeType: 'bigint', values: [changed ?? 0] }], rowCount: 1 };
}
