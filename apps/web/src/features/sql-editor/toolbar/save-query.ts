import { savedQueryEndpoints } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { ApiError, api } from '../../../api/index.ts';
import type { Difference, Versions } from '../../../conflicts/index.ts';
import { msg, t } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { loadVersionAt, mergeQueries, type QueryFields, toFields } from './merge-queries.ts';

export interface SavedQueryRead extends QueryFields {
  readonly id: number;
  readonly last_modified_time: number;
}

/** The answer to a save. */
export interface SavedStamp {
  readonly id: number;
  readonly last_modified_time: number;
}

interface Clashing {
  readonly theirs: SavedQueryRead;
  readonly differences: readonly Difference[];
  /** Null where nobody knows with what the tab began. */
  readonly versions: Versions<QueryFields> | null;
}

/** The saved query was saved elsewhere after this tab read it. */
export class QueryClash extends Error {
  constructor(
    message: string,
    readonly met: Clashing,
  ) {
    super(message);
  }
}

export async function loadSavedQuery(id: number): Promise<SavedQueryRead> {
  return (await api.callEndpoint(savedQueryEndpoints.get, { params: { id } })).result;
}

/** A tab's fields that come from its saved query. */
export function toTabFields(saved: Omit<SavedQueryRead, 'description'>): Partial<EditorTab> {
  return {
    name: saved.label,
    sql: saved.sql,
    savedSql: saved.sql,
    savedAt: saved.last_modified_time,
    catalog: saved.catalog,
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
    catalog: tab.catalog,
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
  /** What was chosen of both versions, instead of what stands in the tab. */
  readonly fields?: QueryFields | undefined;
  readonly onClash: (clash: QueryClash) => void;
}

/** Writes the tab into its saved query and says how that went. */
export async function saveTab({ session, tab, seen, fields, onClash }: TabSave): Promise<void> {
  const say = sayBeside();
  try {
    const isMerged = await updateSavedQuery({ session, tab, fields }, seen);
    say.success(isMerged ? editorMessages.updatedTogether() : editorMessages.updated());
  } catch (error) {
    if (error instanceof QueryClash) onClash(error);
    else say.danger(editorMessages.updateFailed());
  }
}

type Writing = Pick<TabSave, 'session' | 'tab' | 'fields'>;

/**
 * Writes the tab over the version that it was opened from, or over one that was seen since; what was saved meanwhile is put
 * together with it where both fit, and says then that it was.
 */
async function updateSavedQuery(writing: Writing, seen = writing.tab.savedAt): Promise<boolean> {
  const { session, tab } = writing;
  if (tab.remoteId === null) return false;
  const mine = writing.fields ?? null;
  // A tab that came from another browser does not know which version it began with.
  if (seen === null) {
    const theirs = await loadSavedQuery(tab.remoteId);
    const clash = findClash(session, tab, { theirs, base: null });
    if (clash)
      throw new QueryClash(t('The saved query is not what this tab would save.'), {
        theirs,
        differences: clash,
        versions: null,
      });
    await write(writing, mine, theirs.last_modified_time);
    return false;
  }
  try {
    await write(writing, mine, seen);
    return mine !== null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return putTogether(writing, seen, error.message);
  }
}

async function write({ session, tab }: Writing, fields: QueryFields | null, lastSeen: number): Promise<void> {
  const id = tab.remoteId;
  if (id === null) return;
  const { last_modified_time: savedAt } = await api.callEndpoint(savedQueryEndpoints.update, {
    params: { id },
    body: { ...(fields ?? toBody(tab, tab.name, null)), last_modified_time: lastSeen },
  });
  session.change(
    tab.id,
    fields ? toTabFields({ ...fields, id, last_modified_time: savedAt }) : { savedSql: tab.sql, savedAt },
  );
}

/** Somebody saved meanwhile: both changes in one, or the question whose stays. */
async function putTogether(writing: Writing, seen: number, message: string): Promise<boolean> {
  const { session, tab, fields } = writing;
  const theirs = await loadSavedQuery(tab.remoteId ?? 0);
  const differences = findClash(session, tab, { theirs, base: tab.savedSql });
  if (!differences) {
    await write(writing, fields ?? null, theirs.last_modified_time);
    return false;
  }
  const base = await loadVersionAt(theirs.id, seen);
  if (!base) throw new QueryClash(message, { theirs, differences, versions: null });
  // A tab has no description: theirs stays.
  const mine = fields ?? { ...toFields(base), ...toBody(tab, tab.name, null) };
  const versions = { base, theirs: toFields(theirs), mine };
  const merged = mergeQueries(versions, {}, databaseNames(session));
  if (merged.clashes.length > 0) throw new QueryClash(message, { theirs, differences, versions });
  await write(writing, merged.fields, theirs.last_modified_time);
  return true;
}

/** Names of databases by their ids. */
export function databaseNames(session: EditorSession): (id: number) => string {
  const names = new Map(session.info.getState().databases.map((database) => [database.id, database.database_name]));
  return (id) => names.get(id) ?? String(id);
}

interface Met {
  readonly theirs: SavedQueryRead;
  /** The text that the tab began with. */
  readonly base: string | null;
}

/** In what both versions differ; null where a save would take nothing away from theirs. */
function findClash(session: EditorSession, tab: EditorTab, { theirs, base }: Met): readonly Difference[] | null {
  const differences = queryDifferences(theirs, tab, databaseNames(session));
  return differences.some(({ label }) => label !== sqlLabel || theirs.sql !== base) ? differences : null;
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
    { label: msg('Catalog'), left: theirs.catalog ?? '', right: tab.catalog ?? '' },
    { label: msg('Schema'), left: theirs.schema ?? '', right: tab.schema ?? '' },
    { label: msg('Parameters'), left: theirs.template_parameters ?? '', right: tab.templateParams ?? '' },
  ];
  return all.filter(({ left, right }) => left !== right);
}
