import type { WireExploreDataset } from '@powerset/contract';
import type { CubeDimension } from '../../../answers/index.ts';
import type { Document, Row } from '../../../metadata/index.ts';
import type { Drawing } from '../chart-piece.ts';

/** How many rows a dataset has, and how many values or days each column. */
export interface Sizes {
  readonly rows: number;
  readonly valuesOf: (dimension: CubeDimension) => number;
}

export type FileDataset = Pick<WireExploreDataset, 'id' | 'main_dttm_col'> & {
  readonly columns: readonly Pick<WireExploreDataset['columns'][number], 'column_name' | 'is_dttm'>[];
};

/** What all questions of a file share. */
export interface FileGiven {
  readonly drawing: Drawing;
  readonly dashboard: { readonly id: number; readonly metadata: Document; readonly position: Document };
  readonly charts: readonly Row<'charts'>[];
  readonly datasets: readonly FileDataset[];
  /** What is chosen as the file is opened. */
  readonly masks: Document;
  /** How many values the file may still take. */
  readonly room: { cells: number; untilMs: number };
  readonly sizesOf: (datasetId: number) => Promise<Sizes>;
}
