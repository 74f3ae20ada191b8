import type { ListQuery, TrashType, WireTrashed } from '@powerset/contract';
import { expressionBuilder, sql } from 'kysely';
import { isAdmin, type User } from '../../access/index.ts';
import { notFound } from '../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadUsers,
  readOrder,
  readPage,
  toConditions,
  toTimeAgo,
  toWireUserSummary,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables, Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { expiryLimit } from '../../trash/index.ts';

const dayMs = 86_400_000;

export const trashOrder = { name: 'name', deleted_on: 'deleted_on' } as const;
export const trashFilters = { name: ['ct'], object_type: ['eq', 'in'], deleted_by: ['eq'] } as const;

const filters: FilterRules<MetadataTables, 'trash'> = {
  name: (value) => containsText(String(value ?? ''), ['name']),
  object_type: (value, { ref }, operator) => valueCondition(ref('object_type'), operator, value),
  deleted_by: (value, { ref }, operator) => valueCondition(ref('deleted_by_fk'), operator, value),
};

type Deps = Pick<Services, 'store' | 'config' | 'now'>;

/** Entries that the user may bring back: whoever deleted something, and administrators; saved queries are nobody else's. */
function ofUser({ store, config, now }: Deps, user: User) {
  return store
    .selectFrom('trash')
    .where('deleted_on', '>=', expiryLimit({ config, now }))
    .where(({ eb, or }) =>
      or([eb('deleted_by_fk', '=', user.id), ...(isAdmin(user) ? [eb('object_type', '!=', 'saved_query')] : [])]),
    );
}

/** A page of them, the last deleted first unless asked otherwise, and how many there are in all. */
export async function listTrash(deps: Deps, user: User, query: ListQuery) {
  const builder = expressionBuilder<MetadataTables, 'trash'>();
  const selection = ofUser(deps, user).where((where) => where.and([...toConditions(query.filters, filters, builder)]));
  const { limit, offset } = readPage(query);
  const order = readOrder(query, trashOrder, { column: 'deleted_on', isDescending: true });
  const direction = order.isDescending ? 'desc' : 'asc';
  const rows = await selection
    .select(['id', 'object_type', 'object_id', 'uuid', 'name', 'deleted_on', 'deleted_by_fk'])
    .orderBy(sql.ref(order.column), direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await selection.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count: Number(count), rows: await toWire(deps, rows) };
}

async function toWire(
  { store, config, now }: Deps,
  rows: readonly Omit<Row<'trash'>, 'document'>[],
): Promise<readonly WireTrashed[]> {
  const users = await loadUsers(
    store,
    rows.map((row) => row.deleted_by_fk),
  );
  return rows.map(({ deleted_by_fk: by, object_type: type, ...row }) => ({
    ...row,
    // Only `putInTrash` writes it.
    object_type: type as TrashType,
    deleted_by: toWireUserSummary(by === null ? undefined : users.get(by)),
    deleted_on_delta_humanized: toTimeAgo(row.deleted_on, now()),
    expires_on: new Date(Date.parse(row.deleted_on) + config.trashDays * dayMs).toISOString(),
  }));
}

/** One entry with all of it; whoever may not bring it back is told that there is none. */
export async function getTrashed(deps: Deps, user: User, id: number): Promise<Row<'trash'>> {
  const entry = await ofUser(deps, user).selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound();
  return entry;
}

/** Deletes for good those of the user among the ids, and says how many they were. */
export async function deleteTrashed(deps: Deps, user: User, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const mine = ofUser(deps, user)
    .select('id')
    .where('id', 'in', [...ids]);
  const result = await deps.store.deleteFrom('trash').where('id', 'in', mine).executeTakeFirst();
  return Number(result.numDeletedRows);
}
