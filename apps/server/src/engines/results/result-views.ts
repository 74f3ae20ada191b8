import { createHash } from 'node:crypto';
import type { ResultTable } from '@powerset/contract';
import { Attachments } from './attachments.ts';

const viewsAtOnce = 24;

export type Run = (sql: string) => Promise<ResultTable>;

/** Rows in an order, in a table of the process that reads them. */
export interface ResultView {
  readonly name: string;
  readonly rowCount: number;
}

export interface WantedView {
  /** What says the same is the same view. */
  readonly key: readonly unknown[];
  readonly select: string;
  readonly run: Run;
}

/** The order of a sorted or filtered result is computed once; windows of it are then cut by place. As many are kept as there may be. */
export class ResultViews {
  private readonly kept: Attachments;
  private readonly rowCounts = new Map<string, number>();

  constructor(private readonly run: Run) {
    const detach = async (name: string) => {
      this.rowCounts.delete(name);
      await this.run(`DROP TABLE IF EXISTS ${name}`);
    };
    this.kept = new Attachments({ atOnce: viewsAtOnce, detach });
  }

  /** While the work lasts, no other view takes the place of this one. */
  use<T>(wanted: WantedView, work: (view: ResultView) => Promise<T>): Promise<T> {
    const name = nameOf(wanted.key);
    return this.kept.hold([name], async () => {
      const rowCount = await this.kept.inOrder(name, () => this.keep(name, wanted));
      return work({ name, rowCount });
    });
  }

  forgetAll(): void {
    this.kept.forgetAll();
    this.rowCounts.clear();
  }

  private async keep(name: string, { select, run }: WantedView): Promise<number> {
    const known = this.kept.has(name) ? this.rowCounts.get(name) : undefined;
    if (known !== undefined) return known;
    await this.kept.makeRoom();
    const counted = await run(`CREATE OR REPLACE TABLE ${name} AS ${select}; SELECT count(*) FROM ${name}`);
    const rowCount = Number(counted.columns[0]!.values[0]);
    this.kept.add(name);
    this.rowCounts.set(name, rowCount);
    return rowCount;
  }
}

function nameOf(key: readonly unknown[]): string {
  const text = JSON.stringify(key, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return `memory.main.view_${createHash('sha1').update(text).digest('hex')}`;
}
