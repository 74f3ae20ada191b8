import { withDeadline } from '../deadline.ts';
import {
  type KeepRequest,
  type KeptRows,
  type RowKeeper,
  type RunRequest,
  type RunResult,
  SpareTimeOver,
  type StatementAnalysis,
  toRunResult,
} from '../engine.ts';
import type { Turns } from '../turns.ts';
import type { EngineProcess } from './child-process.ts';
import { collectRun } from './collect-run.ts';
import { toEngineError } from './errors.ts';
import type { SearchPlace } from './protocol.ts';

export interface RowKeeperParts {
  readonly turns: Turns;
  readonly child: () => Promise<EngineProcess>;
  readonly analyse: (sql: string) => Promise<StatementAnalysis>;
  readonly toPlace: (statement: StatementAnalysis, request: KeepRequest) => SearchPlace | null;
}

/** Rows kept in the child's vault: another instance, in its memory, which no statement of a user can name. */
export class EmbeddedRowKeeper implements RowKeeper {
  private writes = 0;
  private made = 0;

  constructor(private readonly parts: RowKeeperParts) {}

  version(): number {
    return this.writes;
  }

  /** To be called before and after whatever may have changed data. */
  noteWrite(): void {
    this.writes += 1;
  }

  async keep(request: KeepRequest): Promise<KeptRows | null> {
    const { turns, child, analyse, toPlace } = this.parts;
    const { text: sql, ...statement } = await analyse(request.sql);
    const place = toPlace({ text: sql, ...statement }, request);
    this.made += 1;
    const table = `kept_${this.made}`;
    const work = async (signal: AbortSignal) =>
      (await child()).request(
        'keep',
        { sql, place, table, maxRows: request.maxRows },
        { signal, statement: { sql, isSuspect: false } },
      );
    const { isSpare, fairnessKey } = request;
    try {
      // In spare time the wait may be long: only the work itself is bounded.
      const reply = isSpare
        ? await turns.takeSpare(request.signal ?? new AbortController().signal, (signal) =>
            withDeadline({ signal, timeoutMs: request.timeoutMs }, work),
          )
        : await withDeadline(request, (signal) => turns.take(fairnessKey, signal, () => work(signal)));
      return reply.rowCount === null ? null : { table, columns: reply.columns, rowCount: reply.rowCount };
    } catch (error) {
      if (error instanceof SpareTimeOver) throw error;
      throw toEngineError(error, { sql });
    }
  }

  async read(request: Pick<RunRequest, 'sql' | 'maxRows' | 'timeoutMs' | 'signal'>): Promise<RunResult> {
    this.parts.turns.makeWay();
    const { sql, maxRows } = request;
    try {
      return await withDeadline(request, async (signal) =>
        toRunResult(
          await collectRun(await this.parts.child(), 'readKept', { request: { sql, maxRows }, hooks: { signal } }),
        ),
      );
    } catch (error) {
      throw toEngineError(error);
    }
  }

  async drop(table: string): Promise<void> {
    await (await this.parts.child()).request('dropKept', { table });
  }

  makeWay(): void {
    this.parts.turns.makeWay();
  }
}
