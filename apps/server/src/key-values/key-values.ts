import { randomBytes } from 'node:crypto';
import { type Store, writeUnlessFull } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import type { KeyedDocument } from './keyed-document.ts';
import { createUnsavedDocuments, type UnsavedDocuments } from './unsaved-documents.ts';

export interface NewKeyedDocument {
  /** What kind of document it is, for example `dashboard_permalink`; keys are unique within it. */
  readonly resource: string;
  /** Any JSON value. */
  readonly value: unknown;
  readonly userId: number | null;
  /** How long it lives since it was last read or written; null for ever. */
  readonly ttlMs: number | null;
  /** The key, when it is not to be a random one. */
  readonly key?: string;
}

/** A document's place. */
interface Place {
  readonly resource: string;
  readonly key: string;
  /** The time it is given anew by reading or writing it; without one its end stays. */
  readonly ttlMs?: number | null;
}

export interface KeyValues {
  /** Stores a document and gives its key. */
  create(document: NewKeyedDocument): Promise<string>;
  find(place: Place): Promise<KeyedDocument | undefined>;
  /** Replaces a document's value; false when there is none of that key. */
  update(place: Place, value: unknown): Promise<boolean>;
  delete(place: Place): Promise<boolean>;
  /** Forgets what has outlived its time. */
  removeExpired(): Promise<void>;
}

export function createKeyValues({ store, now }: Pick<Services, 'store' | 'now'>): KeyValues {
  const nowMs = () => now().getTime();
  const unsaved = createUnsavedDocuments();
  return {
    create: (document) => createDocument({ store, unsaved }, document, nowMs()),
    find: async (place) => unsaved.find(place, nowMs()) ?? findDocument(store, place, nowMs()),
    update: (place, value) => updateDocument({ store, unsaved }, { place, value, nowMs: nowMs() }),
    delete: async (place) => {
      const wasUnsaved = unsaved.delete(place);
      return (await deleteDocument(store, place)) || wasUnsaved;
    },
    removeExpired: async () => {
      await store.deleteFrom('key_values').where('expires_on', '<', toStamp(nowMs())).execute();
    },
  };
}

interface Deps {
  readonly store: Store;
  readonly unsaved: UnsavedDocuments;
}

/** What lives for a while is a convenience: on a full disk it lives in memory. What is kept for ever is refused. */
async function createDocument({ store, unsaved }: Deps, document: NewKeyedDocument, nowMs: number): Promise<string> {
  const key = document.key ?? randomBytes(24).toString('base64url');
  const row = {
    value: JSON.stringify(document.value),
    user_id: document.userId,
    expires_on: toEnd(document.ttlMs, nowMs),
  };
  const write = () =>
    store
      .insertInto('key_values')
      .values({ resource: document.resource, key, created_on: toStamp(nowMs), ...row })
      .onConflict((conflict) => conflict.columns(['resource', 'key']).doUpdateSet(row))
      .execute();
  const { ttlMs, resource, userId } = document;
  const place = { resource, key };
  if (ttlMs === null) await write();
  else if (await writeUnlessFull(write)) unsaved.delete(place);
  else unsaved.keep(place, { text: row.value, userId, createdOn: toStamp(nowMs), endMs: nowMs + ttlMs });
  return key;
}

async function findDocument(store: Store, place: Place, nowMs: number): Promise<KeyedDocument | undefined> {
  const row = await store
    .selectFrom('key_values')
    .selectAll()
    .where('resource', '=', place.resource)
    .where('key', '=', place.key)
    .where((builder) => builder.or([builder('expires_on', 'is', null), builder('expires_on', '>=', toStamp(nowMs))]))
    .executeTakeFirst();
  if (!row) return undefined;
  const end = toEnd(place.ttlMs, nowMs);
  if (end && isWorthRenewing(row.expires_on, nowMs, place.ttlMs)) {
    await writeUnlessFull(() =>
      store.updateTable('key_values').set({ expires_on: end }).where('id', '=', row.id).execute(),
    );
  }
  // The text was written by `create` or `update` from a JSON value.
  return { key: row.key, value: JSON.parse(row.value) as unknown, userId: row.user_id, createdOn: row.created_on };
}

/** A read costs a write only when the time gained is more than a hundredth of the whole. */
function isWorthRenewing(expiresOn: string | null, nowMs: number, ttlMs: number | null | undefined): boolean {
  if (!expiresOn || !ttlMs) return false;
  return nowMs + ttlMs - Date.parse(expiresOn) > ttlMs / 100;
}

interface DocumentChange {
  readonly place: Place;
  readonly value: unknown;
  readonly nowMs: number;
}

async function updateDocument({ store, unsaved }: Deps, { place, value, nowMs }: DocumentChange): Promise<boolean> {
  const known = unsaved.find(place, nowMs) ?? (await findDocument(store, place, nowMs));
  if (!known) return false;
  const { ttlMs } = place;
  const write = () => updateRow(store, { place, value, nowMs });
  if (!ttlMs) return write();
  let isThere = true;
  const isWritten = await writeUnlessFull(async () => {
    isThere = await write();
  });
  // One that memory alone knows is changed there.
  if (isWritten && isThere) unsaved.delete(place);
  else unsaved.keep(place, { ...known, text: JSON.stringify(value), endMs: nowMs + ttlMs });
  return true;
}

async function updateRow(store: Store, { place, value, nowMs }: DocumentChange): Promise<boolean> {
  const end = toEnd(place.ttlMs, nowMs);
  const result = await store
    .updateTable('key_values')
    .set({ value: JSON.stringify(value), ...(end ? { expires_on: end } : {}) })
    .where('resource', '=', place.resource)
    .where('key', '=', place.key)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

async function deleteDocument(store: Store, place: Place): Promise<boolean> {
  const result = await store
    .deleteFrom('key_values')
    .where('resource', '=', place.resource)
    .where('key', '=', place.key)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function toEnd(ttlMs: number | null | undefined, nowMs: number): string | null {
  return ttlMs ? toStamp(nowMs + ttlMs) : null;
}

function toStamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
