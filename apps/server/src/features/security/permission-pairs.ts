import type { ListQuery, WireNamed, WirePermissionPair } from '@powerset/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type FilterRules, readOrder, readPage, tableRules, toConditions } from '../../lists/index.ts';
import type { MetadataTables, Store } from '../../metadata/index.ts';

interface Found<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

/** What lists of roles, permissions and resources can be ordered by. */
export const namedOrder = { id: 'id', name: 'name' } as const;
/** What the list of permission pairs can be ordered by. */
export const pairOrder = {
  id: 'permission_numbers.id',
  'permission.name': 'permission_pairs.permission',
  'view_menu.name': 'permission_pairs.view',
} as const;

/** Roles, permissions or resources: anything of an id and a name. */
export async function listNamed(
  store: Store,
  query: ListQuery,
  source: 'roles' | 'permissions' | 'resources',
): Promise<Found<WireNamed>> {
  if (source !== 'roles') await numberPairs(store);
  const rules = tableRules('named');
  const filters: FilterRules<MetadataTables & { named: WireNamed }, 'named'> = {
    id: rules.value('id'),
    name: rules.text('name'),
  };
  const selection = store
    .selectFrom(sources[source](store).as('named'))
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  const { limit, offset } = readPage(query);
  const { column, isDescending } = readOrder(query, namedOrder, { column: 'id', isDescending: false });
  const rows = await selection
    .select(['id', 'name'])
    .orderBy(column, isDescending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await selection.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count: Number(count), rows };
}

type NamedQuery = SelectQueryBuilder<MetadataTables, keyof MetadataTables, WireNamed>;

const sources: Readonly<Record<'roles' | 'permissions' | 'resources', (store: Store) => NamedQuery>> = {
  roles: (store) => store.selectFrom('roles').select(['id', 'name']) as NamedQuery,
  permissions: (store) =>
    store
      .selectFrom('permission_pairs')
      .innerJoin('permission_numbers', (join) =>
        join.on('permission_numbers.subject', '=', sql<string>`'permission ' || permission_pairs.permission`),
      )
      .select(['permission_numbers.id', 'permission_pairs.permission as name'])
      .distinct() as NamedQuery,
  // A part of the product keeps the number of the first permission on it, data that of the only one.
  resources: (store) =>
    numberedPairs(store)
      .select(({ fn }) => fn.min<number>('permission_numbers.id').as('id'))
      .select('permission_pairs.view as name')
      .groupBy('permission_pairs.view') as NamedQuery,
};

const pairRules = tableRules('permission_pairs');
const pairFilters: FilterRules<MetadataTables, 'permission_pairs' | 'permission_numbers'> = {
  id: tableRules('permission_numbers').value('id'),
  'permission.name': pairRules.text('permission'),
  'view_menu.name': pairRules.text('view'),
};

/** Permission pairs with their numbers. */
export async function listPairs(store: Store, query: ListQuery): Promise<Found<WirePermissionPair>> {
  await numberPairs(store);
  const selection = numberedPairs(store).where((builder) =>
    builder.and([...toConditions(query.filters, pairFilters, builder)]),
  );
  const { limit, offset } = readPage(query);
  const { column, isDescending } = readOrder(query, pairOrder, { column: pairOrder.id, isDescending: false });
  const direction = isDescending ? 'desc' : 'asc';
  const rows = await selection
    .select(['permission_numbers.id', 'permission_pairs.permission', 'permission_pairs.view'])
    .orderBy(column, direction)
    .orderBy('permission_numbers.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await selection.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return {
    count: Number(count),
    rows: rows.map(({ id, permission, view }) => ({ id, permission: { name: permission }, view_menu: { name: view } })),
  };
}

/** Gives a number to every pair that came since the last time. */
export async function numberPairs(store: Store): Promise<void> {
  await sql`
    insert into permission_numbers (subject)
    select subject from (
      select subject from permission_pairs
      union select 'permission ' || permission from permission_pairs
      except select subject from permission_numbers
    ) as newer where true on conflict do nothing`.execute(store);
}

/** For queries that pick pairs by number. */
export function numberedPairs(store: Store) {
  return store
    .selectFrom('permission_pairs')
    .innerJoin('permission_numbers', 'permission_numbers.subject', 'permission_pairs.subject');
}
