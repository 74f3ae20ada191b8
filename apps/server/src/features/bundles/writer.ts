import type { Store } from '../../metadata/index.ts';

/** Who writes a bundle's objects, into what, and when. */
export interface Writer {
  /** The transaction. */
  readonly store: Store;
  readonly userId: number;
  readonly time: string;
  /** Whether tags of documents are put on their objects. */
  readonly mayTag: boolean;
}
