import type { ListQuery, WireObjectVersion } from '@powerset/contract';
import { notFound } from '../http/index.ts';
import { parseJson } from '../json/index.ts';
import { loadUsers, readPage, toTimeAgo, toWireUserSummary } from '../lists/index.ts';
import { parseDocument, type Row, type Store, writeUnlessFull } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import { mapInTurns, othersTurn } from '../turns/index.ts';
import { type VersionedKind, versionedKinds } from './kinds.ts';

export type VersionedType = keyof typeof versionedKinds;

interface ObjectOf {
  readonly type: VersionedType;
  readonly id: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Of one object; older ones go. */
const mostVersions = 100;
/** Letters of all versions of one object together, but for the newest. */
const mostLetters = 4_000_000;
/** Columns or metrics of which a version is made before others have their turn. */
const rowsPerTurn = 250;
/** What one save changed, in the list. */
const mostChanges = 30;

/**
 * Keeps what an object is as its newest version, unless that says the same already. To be called before and after
 * whatever changes it: so what was written past this room (by an import) is kept as well.
 */
export async function keepVersion(
  store: Store,
  { type, id }: ObjectOf,
  restoredFrom: number | null = null,
): Promise<void> {
  const kind: VersionedKind = versionedKinds[type];
  const row = await store.selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  // The kinds name columns of their tables.
  const all = row as unknown as Fields;
  const own = [...kind.fields, ...kind.derived];
  const fields = { ...pick(all, own, kind.flags), ...(await readParts(store, kind, id)) };
  const last = await ofObject(store, { type, id }).selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
  await othersTurn();
  // Written below, so that nobody has to look through it before it is parsed.
  const before = last ? (JSON.parse(last.document) as Fields) : null;
  await othersTurn();
  const changed = before ? await changesOf(kind, before, fields) : [];
  if (last && changed.length === 0) return;
  const document = JSON.stringify(fields);
  await othersTurn();
  await store
    .insertInto('object_versions')
    .values({
      object_type: type,
      object_id: id,
      number: (last?.number ?? 0) + 1,
      name: String(all[kind.nameColumn] ?? ''),
      changed_fields: JSON.stringify(changed.slice(0, mostChanges)),
      restored_from: restoredFrom,
      changed_by_fk: (all[kind.saver] ?? row.changed_by_fk) as number | null,
      changed_on: String(all[kind.savedOn] ?? row.changed_on),
      size: document.length,
      document,
    })
    .execute();
  await forgetOldest(store, { type, id });
}

const ofObject = (store: Store, { type, id }: ObjectOf) =>
  store.selectFrom('object_versions').where('object_type', '=', type).where('object_id', '=', id);

function pick(row: Fields, names: readonly string[], flags: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, flags.includes(name) ? row[name] === 1 : (row[name] ?? null)]));
}

/** Rows of other tables, as texts of documents. */
async function readParts(store: Store, { parts }: VersionedKind, id: number): Promise<Fields> {
  const texts: [string, string][] = [];
  for (const { field, table, nameColumn, fields, flags } of parts) {
    const rows = await store.selectFrom(table).selectAll().where('dataset_id', '=', id).orderBy('position').execute();
    const entries = await mapInTurns(rows, rowsPerTurn, (row) => {
      // The kinds name columns of their tables.
      const picked = pick(row as unknown as Fields, fields, flags);
      return [String(picked[nameColumn]), JSON.stringify(picked)] as const;
    });
    await othersTurn();
    const pieces = await mapInTurns(inOrder(entries), rowsPerTurn, ([name, text]) => `${JSON.stringify(name)}:${text}`);
    texts.push([field, `{${pieces.join(',')}}`]);
    await othersTurn();
  }
  return Object.fromEntries(texts);
}

type Entry = readonly [name: string, text: string];

/** As an object has them, of which a large one is made slowly: of two that are called alike the later, and numbers first. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const byName = [...new Map(entries)];
  const isNumber = ([name]: Entry) => /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
  const numbers = byName.filter(isNumber);
  if (numbers.length === 0) return byName;
  numbers.sort(([one], [other]) => Number(one) - Number(other));
  return [...numbers, ...byName.filter((entry) => !isNumber(entry))];
}

/** What differs, entries of documents by their names. */
async function changesOf(kind: VersionedKind, before: Fields, after: Fields): Promise<readonly string[]> {
  const changes: string[] = [];
  for (const field of kind.fields) {
    if (before[field] === after[field]) continue;
    const isWhole = kind.wholes.includes(field);
    if (!isWhole && !kind.documents.includes(field)) changes.push(field);
    else {
      const entries = await entriesChanged(kind, { field, before: before[field], after: after[field] });
      changes.push(...(isWhole && entries.length > 0 ? [field] : entries));
    }
  }
  return changes;
}

interface TwoDocuments {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A document of a thousand columns takes milliseconds to read. */
async function entriesChanged(kind: VersionedKind, { field, before, after }: TwoDocuments): Promise<readonly string[]> {
  const was = readDocument(before);
  await othersTurn();
  const is = readDocument(after);
  await othersTurn();
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !kind.noise.has(name));
  const meaningOf = kind.meanings[field] ?? ((_name: string, value: unknown) => value);
  const textOf = (name: string, document: Fields) => JSON.stringify(meaningOf(name, document[name]));
  const isChanged = await mapInTurns(names, rowsPerTurn, (name) => textOf(name, was) !== textOf(name, is));
  return names.filter((_name, at) => isChanged[at]).map((name) => `${field}.${name}`);
}

const readDocument = (text: unknown): Fields => parseDocument(typeof text === 'string' ? text : null) ?? {};

async function forgetOldest(store: Store, object: ObjectOf): Promise<void> {
  const kept = await ofObject(store, object).select(['number', 'size']).orderBy('number', 'desc').execute();
  let letters = 0;
  const first = kept.findIndex(({ size }, at) => {
    letters += size;
    return at > 0 && (at >= mostVersions || letters > mostLetters);
  });
  const oldest = kept[first];
  if (!oldest) return;
  await store
    .deleteFrom('object_versions')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('number', '<=', oldest.number)
    .execute();
}

/** The last save first, without what they hold; what was written past this room is kept before. */
export async function listVersions(
  services: Pick<Services, 'store' | 'now'>,
  object: ObjectOf,
  query: ListQuery,
): Promise<{ readonly count: number; readonly result: readonly WireObjectVersion[] }> {
  const { store } = services;
  await writeUnlessFull(() => keepVersion(store, object));
  const { limit, offset } = readPage(query);
  const { count } = await ofObject(store, object)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofObject(store, object)
    .select(['number', 'name', 'changed_fields', 'restored_from', 'changed_by_fk', 'changed_on'])
    .orderBy('number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), result: await toWireVersions(services, rows) };
}

type Listed = Omit<Row<'object_versions'>, 'document' | 'id' | 'object_type' | 'object_id' | 'size'>;

async function toWireVersions(
  { store, now }: Pick<Services, 'store' | 'now'>,
  rows: readonly Listed[],
): Promise<readonly WireObjectVersion[]> {
  const users = await loadUsers(
    store,
    rows.map((row) => row.changed_by_fk),
  );
  return rows.map((row) => ({
    number: row.number,
    name: row.name,
    // `keepVersion` wrote it.
    changed_fields: parseJson(row.changed_fields) as readonly string[],
    restored_from: row.restored_from,
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now()),
  }));
}

export async function getVersion(store: Store, object: ObjectOf, number: number): Promise<Row<'object_versions'>> {
  const version = await ofObject(store, object).selectAll().where('number', '=', number).executeTakeFirst();
  if (!version) throw notFound();
  return version;
}

/** A version with what it holds; the fields are those of its kind. */
export async function toWireVersion<WireFields>(
  services: Pick<Services, 'store' | 'now'>,
  version: Row<'object_versions'>,
): Promise<WireObjectVersion & { readonly fields: WireFields }> {
  const [listed] = await toWireVersions(services, [version]);
  if (!listed) throw notFound();
  return { ...listed, fields: parseJson(version.document) as WireFields };
}
