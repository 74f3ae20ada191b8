import { savedQueryEndpoints } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { ApiError, api } from '../../../api/index.ts';
import type { Difference } from '../../../conflicts/index.ts';
import { msg, t } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';

export interface SavedQueryRead {
  readonly id: number;
  readonly label: string;
  readonly sql: string;
  readonly schema: string | null;
  readonly db_id: number | null;
  readonly template_parameters: string | null;
  readonly last_modified_time: number;
}

/** The answer to a save. */
export interface SavedStamp {
  readonly id: number;
  readonly last_modified_time: number;
}

/** The saved query was saved elsewhere after this tab read it. */
export class QueryClash extends Error {
  constructor(
    message: string,
    readonly theirs: SavedQueryRead,
    readonly differences: readonly Difference[],
  ) {
    super(message);
  }
}

export async function loadSavedQuery(id: number): Promise<SavedQueryRead> {
  return (await api.callEndpoint(savedQueryEndpoints.get, { params: { id } })).result;
}

/** A tab's fields that come from its saved query. */
export function toTabFields(saved: SavedQueryRead): Partial<EditorTab> {
  return {
    name: saved.label,
    sql: saved.sql,
    savedSql: saved.sql,
    savedAt: saved.last_modified_time,
    schema: saved.schema,
    templateParams: saved.template_parameters,
    ...(saved.db_id === null ? {} : { dbId: saved.db_id }),
  };
}

export function toBody(tab: EditorTab, label: string, description: string | null) {
  return {
    label,
    ...(description === null ? {} : { description }),
    db_id: tab.dbId,
    schema: tab.schema,
    sql: tab.sql,
    template_parameters: tab.templateParams,
  };
}

export interface TabSave {
  readonly session: EditorSession;
  readonly tab: EditorTab;
  /** The version that was seen since the tab read its own. */
  readonly seen?: number | undefined;
  readonly onClash: (clash: QueryClash) => void;
}

/** Writes the tab into its saved query and says how that went. */
export async function saveTab({ session, tab, seen, onClash }: TabSave): Promise<void> {
  try {
    await updateSavedQuery(session, tab, seen);
    toasts.success(editorMessages.updated());
  } catch (error) {
    if (error instanceof QueryClash) onClash(error);
    else toasts.danger(editorMessages.updateFailed());
  }
}

/** Writes the tab over the version that it was opened from, or over one that was seen since. */
async function updateSavedQuery(session: EditorSession, tab: EditorTab, seen = tab.savedAt): Promise<void> {
  if (tab.remoteId === null) return;
  const id = tab.remoteId;
  const save = async (lastSeen: number) => {
    const { last_modified_time: savedAt } = await api.callEndpoint(savedQueryEndpoints.update, {
      params: { id },
      body: { ...toBody(tab, tab.name, null), last_modified_time: lastSeen },
    });
    session.change(tab.id, { savedSql: tab.sql, savedAt });
  };
  const saveOver = async (message: string) => {
    const theirs = await loadSavedQuery(id);
    const names = new Map(session.info.getState().databases.map((database) => [database.id, database.database_name]));
    const differences = queryDifferences(theirs, tab, (db) => names.get(db) ?? String(db));
    const isLost = differences.some(({ label }) => label !== sqlLabel || theirs.sql !== tab.savedSql);
    if (isLost) throw new QueryClash(message, theirs, differences);
    await save(theirs.last_modified_time);
  };
  // A tab that came from another browser does not know which version it began with.
  if (seen === null) return saveOver(t('The saved query is not what this tab would save.'));
  try {
    await save(seen);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await saveOver(error.message);
  }
}

const sqlLabel = msg('SQL');

/** In what a saved query and the tab that would be saved over it differ. */
export function queryDifferences(
  theirs: SavedQueryRead,
  tab: EditorTab,
  databaseName: (id: number) => string,
): readonly Difference[] {
  const nameOf = (id: number | null) => (id === null ? '' : databaseName(id));
  const all: readonly Difference[] = [
    { label: msg('Name'), left: theirs.label, right: tab.name },
    { label: sqlLabel, left: theirs.sql, right: tab.sql },
    { label: msg('Database'), left: nameOf(theirs.db_id), right: nameOf(tab.dbId) },
    { label: msg('Schema'), left: theirs.schema ?? '', right: tab.schema ?? '' },
    { label: msg('Parameters'), left: theirs.template_parameters ?? '', right: tab.templateParams ?? '' },
  ];
  return all.filter(({ left, right }) => left !== right);
}
