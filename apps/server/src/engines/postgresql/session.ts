import type { ByteCells } from '../remote/index.ts';
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

/** Whoever takes the rows of a statement: told of its columns first, and of their values as they come. */
export type CellsTaker = (fields: readonly RawField[]) => (cells: ByteCells) => Promise<void> | null;

/** One connection inside one transaction. */
export interface Session {
  /** One statement; with `isUsers` by the protocol that takes no second one. */
  query(sql: string, options?: { readonly values?: readonly unknown[]; readonly isUsers?: boolean }): Promise<RawRows>;
  /** A user's statement, whose values go on as the bytes that come; it brings rows where these cannot be taken. */
  queryCells(sql: string, take: CellsTaker): Promise<RawRows>;
}
