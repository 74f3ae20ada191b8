import type { ExecuteBody } from '@powerset/contract';
import { nameResults } from '../results/named-results.ts';
import type { PinnedResult } from '../results/pinned-results.ts';
import { type EditorTab, textToRun } from '../tabs/tab.ts';

/** A run as the history lists it. */
export interface PastRun {
  readonly clientId: string;
  readonly sql: string;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly dbId: number;
  /** Of the tab that it ran in. */
  readonly name: string | null;
  readonly hasResults: boolean;
  readonly changedMs: number;
}

export interface RunOptions {
  /** Instead of the tab's text or selection. */
  readonly sql?: string;
  readonly origin?: { readonly lines: number; readonly columns: number };
  readonly createAs?: { readonly method: 'TABLE' | 'VIEW'; readonly table: string };
  /** Refuses what changes something: nobody has pressed Run. */
  readonly onlyReads?: boolean;
}

/** Where a tab's bare names lie, as calls say it. */
export function placeOf({ catalog, schema }: Pick<EditorTab, 'catalog' | 'schema'>) {
  return { ...(catalog ? { catalog } : {}), schema };
}

interface BodyParts {
  readonly clientId: string;
  readonly isAsync: boolean;
  readonly options: RunOptions;
  /** Those that the text may read as tables. */
  readonly pinned: readonly PinnedResult[];
}

/** What a run of a tab sends. */
export function toExecuteBody(
  tab: EditorTab,
  { clientId, isAsync, options, pinned }: BodyParts,
): ExecuteBody & { client_id: string } {
  const sql = options.sql ?? textToRun(tab);
  const results = nameResults(sql, { pinned, tabId: tab.id });
  return {
    client_id: clientId,
    database_id: tab.dbId ?? 0,
    json: true,
    runAsync: isAsync,
    ...placeOf(tab),
    sql,
    sql_editor_id: tab.id,
    tab: tab.name,
    tmp_table_name: options.createAs?.table ?? '',
    select_as_cta: options.createAs !== undefined,
    ...(options.createAs ? { ctas_method: options.createAs.method } : {}),
    ...(tab.templateParams ? { templateParams: tab.templateParams } : {}),
    queryLimit: tab.queryLimit,
    expand_data: true,
    preview_rows: 0,
    refuse_destructive: true,
    ...(options.onlyReads ? { only_reads: true } : {}),
    ...(results.length > 0 ? { results: [...results] } : {}),
  };
}
