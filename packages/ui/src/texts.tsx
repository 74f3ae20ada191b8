import { createContext, type ReactNode, useContext } from 'react';

/** The words that furniture needs by itself. Callers give translations through `UiTextsProvider`. */
export interface UiTexts {
  readonly close: string;
  readonly remove: string;
  readonly copy: string;
  readonly copied: string;
  readonly details: string;
  readonly hideDetails: string;
  readonly loading: string;
  readonly noMatch: string;
  readonly discardQuestion: string;
  readonly discard: string;
  readonly keepEditing: string;
  readonly search: string;
  readonly clear: string;
  readonly more: string;
  readonly rowNumber: string;
  readonly nullValue: string;
  /** Gives a number that is written with a point the reader's decimal sign. */
  readonly decimal: (text: string) => string;
  readonly notifications: string;
  readonly resizeColumn: (name: string) => string;
  readonly sortBy: (name: string) => string;
  readonly nullShare: (share: string) => string;
  readonly showColumn: (name: string) => string;
  /** Of pasted words. */
  readonly notFound: (words: string) => string;
  readonly notAmongChoices: (words: string) => string;
  readonly notLookedUp: (words: string) => string;
  readonly andMore: (count: number) => string;
  readonly cellsCopied: (count: number) => string;
  readonly cellsCopiedInPart: (count: number, all: number) => string;
  /** A grid's menu. */
  readonly cellActions: string;
  readonly copyFormats: Readonly<Record<'csv' | 'markdown' | 'insert' | 'in', string>>;
  readonly characters: (count: string) => string;
  readonly selectRow: string;
  readonly selectColumn: string;
  readonly selectAll: string;
  /** What keys are called on the keyboard, where that is not their name. */
  readonly keyNames: Readonly<Record<string, string>>;
}

const englishTexts: UiTexts = {
  close: 'Close',
  remove: 'Remove',
  copy: 'Copy',
  copied: 'Copied',
  details: 'Details',
  hideDetails: 'Hide details',
  loading: 'Loading...',
  noMatch: 'Nothing found',
  discardQuestion: 'Discard changes?',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  search: 'Search',
  clear: 'Clear',
  more: 'More',
  rowNumber: 'Row number',
  nullValue: 'NULL',
  notifications: 'Notifications',
  decimal: (text) => text,
  resizeColumn: (name) => `Resize ${name}`,
  sortBy: (name) => `Sort by ${name}`,
  nullShare: (share) => `${share} null`,
  showColumn: (name) => `Show column ${name}`,
  notFound: (words) => `Not found: ${words}`,
  notAmongChoices: (words) => `Not among the choices: ${words}`,
  notLookedUp: (words) => `Not looked up: ${words}`,
  andMore: (count) => `and ${count} more`,
  cellsCopied: (count) => `${count} cells copied`,
  cellsCopiedInPart: (count, all) => `The first ${count} of ${all} cells were copied`,
  cellActions: 'Cell',
  copyFormats: {
    csv: 'Copy as CSV',
    markdown: 'Copy as Markdown',
    insert: 'Copy as INSERT',
    in: 'Copy as IN (…)',
  },
  characters: (count) => `${count} characters`,
  selectRow: 'Select row',
  selectColumn: 'Select column',
  selectAll: 'Select all',
  keyNames: {},
};

const TextsContext = createContext<UiTexts>(englishTexts);

/** Puts translated words under every component below. */
export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>;
}

export function useUiTexts(): UiTexts {
  return useContext(TextsContext);
}
