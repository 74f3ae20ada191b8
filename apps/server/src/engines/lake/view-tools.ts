import type { ResultTable } from '@powerset/contract';
import type { LakeObject, LakeSource } from './source.ts';

/** What making a table's view takes. */
export interface ViewTools {
  readonly source: LakeSource;
  readonly signal: AbortSignal;
  /** The paths under which the engine reads files. */
  readonly bring: (objects: readonly LakeObject[]) => Promise<readonly string[]>;
  /** Runs a SELECT of our own. */
  readonly ask: (sql: string) => Promise<ResultTable>;
  /** Makes the view mean a SELECT of our own. */
  readonly define: (select: string) => Promise<void>;
  /** The columns of the view as it is. */
  readonly columns: () => Promise<readonly { readonly name: string; readonly type: string }[]>;
}
