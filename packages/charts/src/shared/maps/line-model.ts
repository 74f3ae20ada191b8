import type { ModelContext, QueryForm, Undrawn } from '@powerset/chart-kit';
import { columnLabel, type QueryColumn, type ResultTable } from '@powerset/contract';
import { type LineEncoding, type Lines, readLines } from './lines.ts';
import { undrawnPlaces } from './place-model.ts';

/** Lines or areas, and the rows that hold them. */
export interface LineModel extends Lines {
  readonly table: ResultTable;
  readonly column: string;
  readonly limitReached: number | null;
}

export interface LineGiven {
  readonly column: QueryColumn | null;
  readonly encoding: LineEncoding;
  readonly isReversed: boolean;
}

export function toLineModel(
  results: readonly ResultTable[],
  { answers }: ModelContext<QueryForm>,
  { column, encoding, isReversed }: LineGiven,
): LineModel {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const name = column === null ? '' : columnLabel(column);
  return {
    ...readLines(table, name, { encoding, isReversed }),
    table,
    column: name,
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

export function undrawnOfLines({
  faults,
  lines,
  limitReached,
}: Pick<LineModel, 'faults' | 'lines' | 'limitReached'>): Undrawn | null {
  return undrawnPlaces({ faults, limitReached }, lines.length === 0);
}
