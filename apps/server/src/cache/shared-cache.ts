/**
 * A memory that the processes of an installation share. Where it is away nothing is found in it and nothing is kept: no
 * method throws, and none takes longer than a moment.
 */
export interface SharedCache {
  /** Whether it answers just now. */
  isThere(): boolean;
  /** What stands under keys, in their order; null for what does not. */
  read(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]>;
  write(key: string, value: Uint8Array | string, lifetimeSeconds: number): Promise<void>;
  /** Takes a key for its owner for so long, again and again; false where it is another's, null where nobody can tell. */
  claim(key: string, owner: string, ms: number): Promise<boolean | null>;
  /** Gives a key back, if it is still its owner's. */
  release(key: string, owner: string): Promise<void>;
  /** Says something about a topic to all processes, this one as well. What is said while it is away is lost. */
  tell(topic: string, news: string): void;
  /** Hears what is said about a topic; returns what ends that. */
  listen(topic: string, hear: (news: string) => void): () => void;
  close(): Promise<void>;
}
