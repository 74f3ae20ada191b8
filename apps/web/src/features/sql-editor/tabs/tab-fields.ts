import { editorMessages, failingActions } from '../messages.ts';
import type { EditorTab } from './tab.ts';

export interface SyncedField {
  readonly wireName: string;
  readonly read: (tab: EditorTab) => unknown;
  /** Said when storing it fails. */
  readonly failure: () => string;
}

/** What of a tab the server keeps, and what is said when that fails. */
const syncedFields: readonly SyncedField[] = [
  { wireName: 'label', read: (tab) => tab.name, failure: failingActions.name },
  { wireName: 'sql', read: (tab) => tab.sql, failure: editorMessages.sqlNotStored },
  { wireName: 'database_id', read: (tab) => tab.dbId, failure: failingActions.database },
  { wireName: 'catalog', read: (tab) => tab.catalog, failure: failingActions.schema },
  { wireName: 'schema', read: (tab) => tab.schema, failure: failingActions.schema },
  { wireName: 'autorun', read: (tab) => tab.autorun, failure: failingActions.autorun },
  { wireName: 'query_limit', read: (tab) => tab.queryLimit, failure: failingActions.limit },
  { wireName: 'template_params', read: (tab) => tab.templateParams, failure: failingActions.templateParams },
  { wireName: 'latest_query_id', read: (tab) => tab.latestQueryId, failure: failingActions.latestQuery },
  { wireName: 'hide_left_bar', read: (tab) => tab.hideLeftBar, failure: failingActions.leftBar },
  { wireName: 'saved_query_id', read: (tab) => tab.remoteId, failure: failingActions.name },
];

/** The fields in which a tab differs from what the server was last told. */
export function changedFields(tab: EditorTab, told: EditorTab): readonly SyncedField[] {
  return syncedFields.filter(({ read }) => read(tab) !== read(told));
}

const sqlDelayMs = 2000;
const otherDelayMs = 300;

/** Text waits until its author pauses; everything else is told soon. */
export function delayOf(fields: readonly SyncedField[]): number {
  return fields.every(({ wireName }) => wireName === 'sql') ? sqlDelayMs : otherDelayMs;
}
