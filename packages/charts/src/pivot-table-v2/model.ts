import type { CellValue } from '@powerset/contract';
import type { AggregateFunction } from './aggregates.ts';

/** One key of the rows or columns with those below it. */
export interface PivotNode {
  readonly path: readonly string[];
  readonly label: string;
  readonly value: CellValue;
  readonly isMetric: boolean;
  readonly children: readonly PivotNode[];
}

export interface PivotAxis {
  /** Names of the levels; the level of the metrics is called by none. */
  readonly levels: readonly PivotLevel[];
  readonly nodes: readonly PivotNode[];
  /** Where the level of several metrics stands that have no common total; null where there is none. */
  readonly split: MetricSplit | null;
}

export interface MetricSplit {
  readonly level: number;
  readonly metrics: readonly { readonly key: string; readonly label: string }[];
}

export interface PivotLevel {
  readonly name: string;
  readonly label: string;
  readonly isMetric: boolean;
}

export interface PivotModel {
  readonly rows: PivotAxis;
  readonly columns: PivotAxis;
  readonly aggregateFunction: AggregateFunction;
  readonly metrics: readonly string[];
  /** The figure at a crossing of two paths; a shorter path is a subtotal, an empty one the total. */
  readonly figureAt: (row: readonly string[], column: readonly string[]) => number | string | null;
  /** Which metric a crossing shows; undefined where several are added up. */
  readonly metricAt: (row: readonly string[], column: readonly string[]) => string | undefined;
  readonly isEmpty: boolean;
  /** There are values, and none of them is a number. */
  readonly hasOnlyTexts: boolean;
  /** Limits that cells and totals reached: more of them may be missing. */
  readonly limitReached: number | null;
  readonly totalsLimit: number | null;
}
