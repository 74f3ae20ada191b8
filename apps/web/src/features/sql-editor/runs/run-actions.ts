import type { ExecuteBody, WireQueryRun } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import type { StoreApi } from 'zustand/vanilla';
import { ApiError, errorText, isAbort } from '../../../api/index.ts';
import { editorMessages } from '../messages.ts';
import { type Confirmation, unconfirmedStatements } from './confirmation.ts';
import type { RunCalls, RunListeners } from './run-calls.ts';
import { fromThrown, toProblem } from './run-error.ts';
import { forgetRun, isActive, noteRun, type RunEntry, type RunsState } from './run-store.ts';

export interface RunRequest {
  readonly body: ExecuteBody & { readonly client_id: string };
  readonly databaseName: string | null;
  readonly origin?: RunEntry['origin'];
  /** Told when it waits for an answer whether to run, and when it goes on; while it waits there is no such run. */
  readonly onQuestion?: (isAsking: boolean) => void;
}

export interface RunActions {
  /** Asks first where something would be destroyed; of what is not to run nothing is left. */
  start(request: RunRequest): Promise<void>;
  stop(clientId: string): Promise<void>;
  /** Takes up runs that were at work when the page was opened. */
  resume(queries: readonly WireQueryRun[]): void;
  dispose(): void;
}

export interface RunParts {
  readonly runs: StoreApi<RunsState>;
  readonly calls: RunCalls;
  readonly now: () => number;
  /** The page's query string, which goes along with every run. */
  readonly search: () => string;
  /** Asks whether to run what destroys something. */
  readonly confirm: Confirmation['ask'];
}

export function createRunActions({ runs, calls, now, search, confirm }: RunParts): RunActions {
  const followers = new Map<string, AbortController>();
  const note = (query: WireQueryRun, change?: Partial<RunEntry>) =>
    runs.setState((state) => noteRun(state, query, { ...problemOf(query), ...change }));

  const listeners: RunListeners = {
    onChange: (query) => note(query),
    onFirstRows: ({ client_id: clientId, ...firstRows }) => {
      const known = runs.getState().runs[clientId];
      if (known) note(known.query, { firstRows });
    },
  };

  const follow = (clientId: string) => {
    const controller = new AbortController();
    followers.get(clientId)?.abort();
    followers.set(clientId, controller);
    void calls.follow(clientId, listeners, controller.signal).finally(() => {
      if (followers.get(clientId) === controller) followers.delete(clientId);
    });
  };

  const start: RunActions['start'] = async (request) => {
    const { body, databaseName, origin, onQuestion } = request;
    const clientId = body.client_id;
    const draft = toDraft(body, databaseName, now());
    note(draft, origin ? { origin } : {});
    try {
      const answer = await calls.execute(body, search(), listeners);
      note(answer.query, answer.data && !answer.query.resultsKey ? { inlineRows: answer.data } : {});
      if (isActive(answer.query)) follow(clientId);
    } catch (error) {
      if (isAbort(error)) return;
      const statements = unconfirmedStatements(error);
      if (!statements) return noteFailure({ runs, now }, { clientId, draft, error });
      runs.setState((state) => forgetRun(state, clientId));
      onQuestion?.(true);
      if (!(await confirm(statements))) return;
      onQuestion?.(false);
      await start({ ...request, body: { ...body, refuse_destructive: false } });
    }
  };

  return {
    start,
    stop: async (clientId) => {
      const say = sayBeside();
      try {
        await calls.stop(clientId);
        say.success(editorMessages.stopped());
      } catch (error) {
        say.danger(editorMessages.stopFailed(errorText(error)));
      }
    },
    resume: (queries) => {
      for (const query of queries) {
        note(query);
        if (isActive(query)) follow(query.id);
      }
    },
    dispose: () => {
      for (const controller of followers.values()) controller.abort();
    },
  };
}

function problemOf(query: WireQueryRun): Partial<RunEntry> {
  if (query.state !== 'failed' && query.state !== 'timed_out') return {};
  return { problem: toProblem(query.extra.errors?.[0], query.errorMessage) };
}

interface Failed {
  readonly clientId: string;
  readonly draft: WireQueryRun;
  readonly error: unknown;
}

function noteFailure({ runs, now }: Pick<RunParts, 'runs' | 'now'>, { clientId, draft, error }: Failed): void {
  const isStopped = error instanceof ApiError && error.code === 'QUERY_STOPPED_ERROR';
  const problem = fromThrown(error);
  runs.setState((state) => {
    const known = state.runs[clientId]?.query ?? draft;
    const query: WireQueryRun = {
      ...known,
      state: isStopped ? 'stopped' : 'failed',
      endDttm: known.endDttm ?? now(),
      errorMessage: problem.message,
      extra: { ...known.extra, errors: error instanceof ApiError ? error.errors : [] },
    };
    return noteRun(state, query, { problem: isStopped ? null : problem });
  });
}

/** The run before the server has said anything: pending in the background, else running. */
export function toDraft(body: RunRequest['body'], databaseName: string | null, startMs: number): WireQueryRun {
  return {
    changed_on: new Date(startMs).toISOString(),
    dbId: body.database_id,
    db: databaseName,
    startDttm: startMs,
    endDttm: null,
    errorMessage: null,
    executedSql: null,
    id: body.client_id,
    queryId: 0,
    serverId: 0,
    limit: body.queryLimit ?? null,
    limitingFactor: 'UNKNOWN',
    progress: 0,
    rows: null,
    catalog: body.catalog ?? null,
    schema: body.schema ?? null,
    ctas: body.select_as_cta === true,
    sql: body.sql,
    sqlEditorId: body.sql_editor_id === null || body.sql_editor_id === undefined ? null : String(body.sql_editor_id),
    state: body.runAsync ? 'pending' : 'running',
    tab: body.tab ?? null,
    tempSchema: null,
    tempTable: body.tmp_table_name ?? null,
    userId: 0,
    user: '',
    resultsKey: null,
    trackingUrl: null,
    isDataPreview: body.is_data_preview === true,
    extra: { progress: null },
  };
}
