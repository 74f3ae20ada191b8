import type { ChartTableResult, ColumnType } from '@powerset/contract';
import type { PackedTable } from '../../packed/index.ts';
import type { TableText } from './kept-text.ts';

/** One query's answer: what is told about it, and its rows as they are kept. */
export interface Answer {
  readonly facts: Omit<ChartTableResult, 'table'>;
  readonly table: PackedTable;
  readonly text: TableText;
  /** What each column is called in the reference's answers (`coltypes`). */
  readonly columnTypes: readonly ColumnType[];
  /** The bytes of the last body that began with it. */
  readonly body: { ready: ReadyBody | null };
}

/** A body that is kept ready, with the answers that are in it. */
export interface ReadyBody {
  readonly answers: readonly Answer[];
  readonly isShort: boolean;
  readonly body: Buffer;
  compressed: Promise<Buffer> | null;
}
