import type { ResultTable } from '@powerset/contract';
import { type ColumnHeader, type PackedBatch, TableBuilder } from '../../packed/index.ts';

/** Collects the first rows of a stored result, and hands the first batch on at once. */
export class FirstRows {
  private readonly builder = new TableBuilder();
  private hasTold = false;

  constructor(
    private readonly limit: number,
    private readonly tell: ((table: ResultTable) => void) | undefined,
  ) {}

  add(batch: PackedBatch, columns: readonly ColumnHeader[]): void {
    this.builder.add(batch);
    if (this.hasTold) return;
    this.hasTold = true;
    this.tell?.(this.finish(columns));
  }

  finish(columns: readonly ColumnHeader[]): ResultTable {
    return this.builder.build(columns, true, this.limit);
  }
}
