import type { FileCube, FileDimension, SlicedQuery } from '@powerset/contract';
import type { PackedTable } from '../packed/index.ts';

/** By what the rows of a question are told apart: columns with what is known of them. */
export type CubeDimension = Pick<FileDimension, 'column' | 'kind'>;

export interface CubeRequest {
  readonly dimensions: readonly CubeDimension[];
  /** More rows are none that a file holds. */
  readonly maxRows: number;
}

/** A cube whose rows are still packed. */
export interface PackedCube extends Omit<FileCube, 'sliced'> {
  readonly facts: Omit<SlicedQuery, 'table'>;
  readonly table: PackedTable;
}

/** The cubes of each query; `large` where one would have too many rows, null where rows do not tell what a query comes to. */
export type Cubes = readonly PackedCube[] | 'large' | null;
