import { EngineError } from '../../engine.ts';
import { type Batch, rowsOf } from '../../remote/index.ts';
import type { Question, WarehouseConnection } from '../../warehouse/index.ts';

const knownMs = 300_000;
const mostKnown = 5000;

/**
 * Asks first whether a table is one. `a.b` may also be the column `b` of a table `a` in the session's schema, whose rows would be
 * read with the permission, and without the row rules, of a table that is not there.
 */
export class TableGuard implements WarehouseConnection {
  /** Until when a table is believed to be there. */
  private readonly known = new Map<string, number>();

  constructor(
    private readonly inner: WarehouseConnection,
    private readonly nowMs: () => number,
  ) {}

  get figures() {
    return this.inner.figures;
  }

  async *read(question: Question): AsyncGenerator<Batch> {
    for (const { schema, table } of question.statement?.tables ?? [])
      if (schema !== null) await this.assertTable({ schema, table }, question);
    yield* this.inner.read(question);
  }

  close(): void {
    this.inner.close();
  }

  private async assertTable(
    { schema, table }: { readonly schema: string; readonly table: string },
    { signal, schema: place }: Question,
  ): Promise<void> {
    const key = JSON.stringify([schema, table]);
    if ((this.known.get(key) ?? 0) > this.nowMs()) return;
    if (!(await this.isThere(schema, table, { place, signal })))
      throw new EngineError({
        code: 'TABLE_DOES_NOT_EXIST_ERROR',
        message: `Table "${schema}.${table}" does not exist.`,
      });
    if (this.known.size >= mostKnown) this.known.clear();
    this.known.set(key, this.nowMs() + knownMs);
  }

  private async isThere(
    schema: string,
    table: string,
    { place, signal }: { readonly place: string; readonly signal: AbortSignal },
  ): Promise<boolean> {
    // Other signs would be those of a pattern.
    const like = /^\w+$/.test(table) ? ` LIKE '${table}'` : '';
    const sql = `SHOW TABLES IN \`${schema}\`${like}`;
    for await (const batch of this.inner.read({ sql, schema: place, signal }))
      if (rowsOf(batch).some(([name]) => name?.toLowerCase() === table)) return true;
    return false;
  }
}
