import type { TextRow } from './values.ts';

export interface RawField {
  readonly name: string;
  readonly oid: number;
  readonly modifier: number;
}

export interface RawRows {
  readonly fields: readonly RawField[];
  readonly rows: readonly TextRow[];
  /** Rows that a statement changed. */
  readonly changed: number | null;
  readonly command: string;
}

/** One connection inside one transaction. */
export interface Session {
  /** One statement; with `isUsers` by the protocol that takes no second one. */
  query(sql: string, options?: { readonly values?: readonly unknown[]; readonly isUsers?: boolean }): Promise<RawRows>;
}
