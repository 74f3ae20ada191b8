import type { SqlMistake } from '@powerset/contract';

/** A tab of the editor. Its id is the server's once it is kept there, a local one before. */
export interface EditorTab {
  readonly id: string;
  readonly name: string;
  readonly sql: string;
  /** Run instead of the whole text when it is not empty. */
  readonly selectedText: string;
  readonly dbId: number | null;
  /** Where the schema lies; null for the catalog that the connection opens. */
  readonly catalog: string | null;
  readonly schema: string | null;
  /** The query runs when the tab opens. */
  readonly autorun: boolean;
  readonly queryLimit: number;
  /** JSON text. */
  readonly templateParams: string | null;
  /** The saved query that the tab belongs to. */
  readonly remoteId: number | null;
  /** SQL of that saved query as it was last read or written. */
  readonly savedSql: string | null;
  /** When that saved query was saved as it was last read or written, in epoch seconds. */
  readonly savedAt: number | null;
  readonly latestQueryId: string | null;
  /** What it was opened from by its address, so that the address leads to it again. */
  readonly openedFrom: string | null;
  /** False until its content was read from the server. */
  readonly loaded: boolean;
  /** Of one that is not loaded: whether it had unsaved text when it was last seen. */
  readonly wasUnsaved: boolean;
  readonly hideLeftBar: boolean;
  readonly validationResult: ValidationResult | null;
  /** Most rows that a run may give here. */
  readonly maxRow: number;
  /** Not yet kept by the server. */
  readonly inLocalStorage: boolean;
}

export interface ValidationResult {
  /** The text that was checked. */
  readonly sql: string;
  readonly errors: readonly SqlMistake[];
}

/** A table's panel: its preview opens as a tab of the results pane. */
export interface TablePanel {
  readonly id: string;
  readonly dbId: number;
  readonly queryEditorId: string;
  readonly catalog?: string | null;
  readonly schema: string | null;
  readonly name: string;
  readonly expanded: boolean;
  readonly dataPreviewQueryId: string | null;
  readonly isMetadataLoading: boolean;
  readonly inLocalStorage: boolean;
}

/** A tab as it was when it was closed. */
export interface ClosedTab {
  readonly tab: EditorTab;
  readonly panels: readonly TablePanel[];
  /** Its place among the tabs. */
  readonly index: number;
}

/** Whether the tab's text is not what its saved query holds, or in no saved query at all. */
export function isUnsaved(tab: EditorTab, emptySqls: readonly string[]): boolean {
  if (!tab.loaded) return tab.wasUnsaved;
  if (tab.remoteId !== null) return tab.savedSql !== null && tab.savedSql !== tab.sql;
  return tab.sql.trim() !== '' && !emptySqls.includes(tab.sql);
}

/** The text that a run takes. */
export function textToRun(tab: Pick<EditorTab, 'sql' | 'selectedText'>): string {
  return tab.selectedText.trim() === '' ? tab.sql : tab.selectedText;
}
