import { withDeadline } from '../deadline.ts';
import {
  IdleTaskPreempted,
  type MaterializedRows,
  type MaterializeRequest,
  type Materializer,
  type RunRequest,
  type RunResult,
  type StatementAnalysis,
  toRunResult,
} from '../engine.ts';
import type { FairQueue } from '../fair-queue.ts';
import type { EngineProcess } from './child-process.ts';
import { collectRun } from './collect-run.ts';
import { toEngineError } from './errors.ts';
import type { SearchPlace } from './protocol.ts';

export interface MaterializerParts {
  readonly fairQueue: FairQueue;
  readonly child: () => Promise<EngineProcess>;
  readonly analyse: (request: MaterializeRequest) => Promise<StatementAnalysis>;
  readonly toPlace: (statement: StatementAnalysis, request: MaterializeRequest) => SearchPlace | null;
}

/** Rows kept in the child's database of results: another instance, in its memory, which no statement of a user can name. */
export class EmbeddedMaterializer implements Materializer {
  private writes = 0;
  private made = 0;

  constructor(private readonly parts: MaterializerParts) {}

  version(): number {
    return this.writes;
  }

  /** To be called before and after whatever may have changed data. */
  noteWrite(): void {
    this.writes += 1;
  }

  async materialize(request: MaterializeRequest): Promise<MaterializedRows | null> {
    const { fairQueue, child, analyse, toPlace } = this.parts;
    const { text: sql, ...statement } = await analyse(request);
    const place = toPlace({ text: sql, ...statement }, request);
    this.made += 1;
    const table = `kept_${this.made}`;
    const work = async (signal: AbortSignal) =>
      (await child()).request(
        'materialize',
        { sql, place, table, maxRows: request.maxRows },
        { signal, statement: { sql, isSuspect: false } },
      );
    const { isIdleTask, fairnessKey } = request;
    try {
      // The wait of an idle task may be long: only the work itself is bounded.
      const reply = isIdleTask
        ? await fairQueue.takeIdle(request.signal ?? new AbortController().signal, (signal) =>
            withDeadline({ signal, timeoutMs: request.timeoutMs }, work),
          )
        : await withDeadline(request, (signal) => fairQueue.take(fairnessKey, signal, () => work(signal)));
      return reply.rowCount === null ? null : { table, columns: reply.columns, rowCount: reply.rowCount };
    } catch (error) {
      if (error instanceof IdleTaskPreempted) throw error;
      throw toEngineError(error, { sql });
    }
  }

  async read(request: Pick<RunRequest, 'sql' | 'maxRows' | 'timeoutMs' | 'signal'>): Promise<RunResult> {
    this.parts.fairQueue.preempt();
    const { sql, maxRows } = request;
    try {
      return await withDeadline(request, async (signal) =>
        toRunResult(
          await collectRun(await this.parts.child(), 'readMaterialized', {
            request: { sql, maxRows },
            hooks: { signal },
          }),
        ),
      );
    } catch (error) {
      throw toEngineError(error);
    }
  }

  async drop(table: string): Promise<void> {
    await (await this.parts.child()).request('dropMaterialized', { table });
  }

  preempt(): void {
    this.parts.fairQueue.preempt();
  }
}
