import { type OffsetPlan, QueryError, type QueryPlan } from '@powerset/query';
import type { ArchiveDocument, ArchiveTask, PackTask } from './archive-task.ts';
import type { FormatTask } from './format-task.ts';
import type { PreparedScript, ScriptTask } from './script-task.ts';
import type { PlanRequest, RenderRequest } from './template-tasks.ts';
import { createThreads, ThreadLimitError, type Threads, type ThreadsOptions } from './threads.ts';

/** What is computed on texts that callers send, in threads that are ended when a text takes too much. */
export interface TextWork {
  /** Throws `TaskError` where the text cannot be formatted. */
  format(request: Omit<FormatTask, 'kind'>, signal: AbortSignal): Promise<string>;
  /** Renders a template. Throws `QueryError` where it is at fault, or takes too much. */
  render(request: RenderRequest): Promise<string>;
  /** Plans a query that holds templates, as `planQuery` does. */
  plan(request: PlanRequest, signal: AbortSignal): Promise<QueryPlan>;
  /** Plans its comparisons, as `planTimeOffsets` does. */
  planOffsets(
    request: PlanRequest & { readonly main: QueryPlan },
    signal: AbortSignal,
  ): Promise<readonly PlannedOffset[]>;
  /** Prepares a long script for its run. */
  prepareScript(request: Omit<ScriptTask, 'kind'>): Promise<PreparedScript>;
  /** Writes documents as YAML into an archive. */
  packArchive(request: Omit<PackTask, 'kind'>): Promise<Uint8Array>;
  /** Unpacks an archive and reads its YAML documents. Throws `TaskError` where the archive is refused. */
  readArchive(request: Omit<ArchiveTask, 'kind'>, signal?: AbortSignal): Promise<readonly ArchiveDocument[]>;
  /** Starts a thread before it is needed. */
  prepare(): void;
  close(): Promise<void>;
}

type PlannedOffset = Omit<OffsetPlan, 'input'>;

const formatDeadlineMs = 5000;
const templateDeadlineMs = 2000;
const archiveDeadlineMs = 20_000;
const scriptDeadlineMs = 20_000;

export function createTextWork(options: ThreadsOptions): TextWork {
  const threads = createThreads(options);
  return {
    format: (request, signal) => threads.run({ ...request, kind: 'format' }, { deadlineMs: formatDeadlineMs, signal }),
    render: (request) => runTemplate(threads, { ...request, kind: 'render' }),
    plan: (request, signal) => runTemplate(threads, { ...request, kind: 'plan' }, signal),
    planOffsets: (request, signal) => runTemplate(threads, { ...request, kind: 'offsets' }, signal),
    readArchive: (request, signal) =>
      threads.run({ ...request, kind: 'archive' }, { deadlineMs: archiveDeadlineMs, signal }),
    prepareScript: (request) => threads.run({ ...request, kind: 'script' }, { deadlineMs: scriptDeadlineMs }),
    packArchive: (request) => threads.run({ ...request, kind: 'pack' }, { deadlineMs: archiveDeadlineMs }),
    prepare: threads.prepare,
    close: threads.close,
  };
}

async function runTemplate<Answer>(threads: Threads, task: { readonly kind: string }, signal?: AbortSignal) {
  try {
    return await threads.run<Answer>(task, { deadlineMs: templateDeadlineMs, signal });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    const message = 'The template takes too long or grows too large';
    throw new QueryError(message, 'sql', 'INVALID_TEMPLATE_PARAMS_ERROR');
  }
}
