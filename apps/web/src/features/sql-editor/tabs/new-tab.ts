import type { WireEditorTab } from '@powerset/contract';
import type { EditorTab } from './tab.ts';

/** What a new tab says, as the reference does. */
export const defaultSql = 'SELECT ...';

/** Put before a new tab's text when tabs are not kept by the server. */
const notPersistedComment =
  '-- Note: Unless you save your query, these tabs will NOT persist if you clear your cookies or change browsers.\n\n';

export interface TabDefaults {
  readonly isPersisted: boolean;
  readonly queryLimit: number;
  readonly maxRow: number;
  /** The installation's default database; 0 where it has none. */
  readonly databaseId: number;
}

export function initialSql(isPersisted: boolean): string {
  return isPersisted ? defaultSql : `${notPersistedComment}${defaultSql}`;
}

export interface DatabaseChoice {
  readonly current: number | null | undefined;
  /** The installation's default database, which not everybody may use. */
  readonly preferred: number;
  readonly ids: readonly number[];
}

/** The current tab's database, else the default one, else the one with the lowest id. */
export function chooseDatabase({ current, preferred, ids }: DatabaseChoice): number | null {
  if (current !== null && current !== undefined) return current;
  if (ids.includes(preferred)) return preferred;
  return ids.length > 0 ? Math.min(...ids) : null;
}

export function createTab(part: Partial<EditorTab> & Pick<EditorTab, 'id' | 'name'>, defaults: TabDefaults): EditorTab {
  return {
    sql: initialSql(defaults.isPersisted),
    selectedText: '',
    dbId: null,
    catalog: null,
    schema: null,
    autorun: false,
    queryLimit: Math.min(defaults.queryLimit, defaults.maxRow),
    templateParams: null,
    remoteId: null,
    savedSql: null,
    savedAt: null,
    latestQueryId: null,
    openedFrom: null,
    loaded: true,
    wasUnsaved: false,
    hideLeftBar: false,
    validationResult: null,
    maxRow: defaults.maxRow,
    inLocalStorage: true,
    ...part,
  };
}

/** A tab as the server keeps it. */
export function fromWireTab(state: WireEditorTab, defaults: TabDefaults): EditorTab {
  return createTab(
    {
      id: String(state.id),
      name: state.label,
      sql: state.sql,
      dbId: state.database_id,
      catalog: state.catalog,
      schema: state.schema,
      autorun: state.autorun,
      queryLimit: state.query_limit ?? defaults.queryLimit,
      templateParams: state.template_params,
      remoteId: state.saved_query?.id ?? null,
      latestQueryId: state.latest_query?.id ?? null,
      hideLeftBar: state.hide_left_bar,
      inLocalStorage: false,
    },
    defaults,
  );
}

/** A tab of which only the name is known so far. */
export function toUnloadedTab(
  entry: { readonly id: number; readonly label: string },
  defaults: TabDefaults,
): EditorTab {
  return createTab(
    { id: String(entry.id), name: entry.label, sql: '', loaded: false, inLocalStorage: false },
    defaults,
  );
}
