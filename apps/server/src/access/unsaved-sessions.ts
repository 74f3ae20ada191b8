import { type NewRow, type Store, writeUnlessFull } from '../metadata/index.ts';

type SessionRow = NewRow<'sessions'> & { readonly expires_on: string };

/**
 * What a full disk kept from being written of sign-ins and sign-outs. It holds as long as the process, and is written as
 * soon as there is room again when somebody signs in or out, or when the process ends.
 */
export interface UnsavedSessions {
  start(row: SessionRow): void;
  find(idHash: string): SessionRow | undefined;
  /** A session that was written once, and must not go on. */
  end(idHash: string): void;
  hasEnded(idHash: string): boolean;
  endAllOf(userId: number): void;
  endTokensOf(userId: number): void;
  /** How many epochs of a person's tokens have ended without having been written. */
  endedEpochsOf(userId: number): number;
  /** Writes it, when there is room. */
  settle(): Promise<void>;
}

/** Whoever signs in again and again takes no more room than this. */
const maxSessions = 5000;

interface Unsaved {
  readonly started: Map<string, SessionRow>;
  readonly ended: Set<string>;
  readonly epochs: Map<number, number>;
}

export function createUnsavedSessions(store: Store): UnsavedSessions {
  const unsaved: Unsaved = { started: new Map(), ended: new Set(), epochs: new Map() };
  const { started, ended, epochs } = unsaved;
  let last = Promise.resolve();
  return {
    start: (row) => {
      const [oldest] = started.keys();
      if (oldest !== undefined && started.size >= maxSessions) started.delete(oldest);
      started.set(row.id_hash, row);
    },
    find: (idHash) => started.get(idHash),
    end: (idHash) => {
      ended.add(idHash);
    },
    hasEnded: (idHash) => ended.has(idHash),
    endAllOf: (userId) => {
      for (const [idHash, row] of started) if (row.user_id === userId) started.delete(idHash);
    },
    endTokensOf: (userId) => {
      epochs.set(userId, (epochs.get(userId) ?? 0) + 1);
    },
    endedEpochsOf: (userId) => epochs.get(userId) ?? 0,
    settle: () => {
      // One after the other: what one has written is not written again.
      last = last.then(
        () => settle(store, unsaved),
        () => settle(store, unsaved),
      );
      return last;
    },
  };
}

/** Tries to write what there is now; what comes meanwhile waits for the next time. */
async function settle(store: Store, unsaved: Unsaved): Promise<void> {
  const { started, ended, epochs } = unsaved;
  if (started.size + ended.size + epochs.size === 0) return;
  const now = { started: new Map(started), ended: new Set(ended), epochs: new Map(epochs) };
  if (!(await writeUnlessFull(() => write(store, now)))) return;
  for (const idHash of now.started.keys()) started.delete(idHash);
  for (const idHash of now.ended) ended.delete(idHash);
  for (const [id, count] of now.epochs) {
    const left = (epochs.get(id) ?? 0) - count;
    if (left > 0) epochs.set(id, left);
    else epochs.delete(id);
  }
}

function write(store: Store, { started, ended, epochs }: Unsaved): Promise<void> {
  return store.transaction().execute(async (transaction) => {
    for (const row of started.values())
      await transaction
        .insertInto('sessions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    for (const idHash of ended) await transaction.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
    for (const [id, count] of epochs)
      await transaction
        .updateTable('users')
        .set((builder) => ({ token_epoch: builder('token_epoch', '+', count) }))
        .where('id', '=', id)
        .execute();
  });
}
