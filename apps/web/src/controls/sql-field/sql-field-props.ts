import type { SqlNames } from './sql-options.ts';

export interface SqlFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly names: SqlNames;
  /** The database whose functions are offered. */
  readonly databaseId: number | null;
  readonly backend?: string;
  readonly placeholder?: string;
  /** Lines that are visible while there is little text. */
  readonly rows?: number;
  readonly isInvalid?: boolean;
}

/** Where somebody is writing as the editor takes the plain field's place; null when nobody is. */
export interface CaretRef {
  current: Caret | null;
}

export interface Caret {
  readonly offset: number;
  /** A text was written into the plain field, and suggestions for it are due. */
  readonly hasTyped: boolean;
}
