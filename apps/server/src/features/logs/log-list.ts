import type { ListQuery, WireLog } from '@powerset/contract';
import { describeEndpoints } from '@powerset/contract/schemas';
import { expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { fieldError, notFound } from '../../http/index.ts';
import { type FilterRules, loadRows, readOrder, tableRules, toConditions, valueCondition } from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';
import { isLogKind, kindOfCall } from './audited-calls.ts';

/** What the list can be ordered by: whatever has no index would be sorted whole, while everybody else waits. */
export const logOrder = { id: 'id', dttm: 'dttm' } as const;

const { value } = tableRules('logs');
/** For the same reason no part of a text is looked for. */
const filters: FilterRules<MetadataTables, 'logs'> = {
  id: value('id'),
  action: value('action'),
  dttm: value('dttm'),
  dashboard_id: value('dashboard_id'),
  slice_id: value('slice_id'),
  user: value('user_id'),
  user_id: value('user_id'),
  'action.log_kind': (kind, { ref }) => valueCondition(ref('action'), 'in', actionsOf(kind)),
};

export const logFilters = { action: ['eq', 'in', 'log_kind'], user: ['eq'], dttm: ['gt', 'lt'] } as const;

/** The calls that are of a kind, by what they always are: a chart's file is found by its user or time. */
function actionsOf(kind: unknown): readonly string[] {
  if (!isLogKind(kind)) throw fieldError({ filters: ['Must be a kind of action.'] }, 400);
  const none = { body: {}, query: {} };
  return [...describeEndpoints().values()].filter((one) => kindOfCall(one, none) === kind).map(({ id }) => id);
}

/** A page of what people did, newest first unless asked otherwise. */
export async function listLogs(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('logs')
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  const order = readOrder(query, logOrder, { column: 'dttm', isDescending: true });
  const rows = await loadRows(selection, query, order);
  return { count: await countUpTo(store, selection), rows: await toLogs(store, rows) };
}

/** Thousands of people write millions of rows: nobody turns so many pages, and to count them all would hold everybody up. */
const mostCounted = 50_000;

export async function countUpTo(
  store: Store,
  selection: SelectQueryBuilder<MetadataTables, 'logs', object>,
  most = mostCounted,
): Promise<number> {
  const found = selection.select(sql`1`.as('one')).limit(most);
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(store);
  return Number(rows[0]?.count ?? 0);
}

/** Refuses filters that the list does not have. */
export function checkLogQuery(query: ListQuery): void {
  toConditions(query.filters, filters, expressionBuilder<MetadataTables, 'logs'>());
}

/** Whether a row passes the filters of a list, tried on the rows of a portion alone. */
export const passesFilters = (query: ListQuery) =>
  expressionBuilder<MetadataTables, 'logs'>().and([
    ...toConditions(query.filters, filters, expressionBuilder<MetadataTables, 'logs'>()),
  ]);

/** The oldest and the newest number; asked for together all of the log would be read for them. */
export async function findEnds(store: Store): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const ends = store.selectFrom('logs').select('id').limit(1);
  const first = await ends.orderBy('id').executeTakeFirst();
  const last = await ends.orderBy('id', 'desc').executeTakeFirst();
  return first && last ? { first: first.id, last: last.id } : undefined;
}

/** Numbers that a portion looks at: as many rows at most are read at once, whatever passes the filters. */
const portionWidth = 500;

/**
 * What passes the filters, newest first, portion by portion; some are empty. Each looks at a stretch of numbers, and the filters
 * at those rows alone: an index on what is asked for would have all that matches sorted for every portion.
 */
export async function* readLogPortions(store: Store, query: ListQuery): AsyncGenerator<readonly WireLog[]> {
  const ends = await findEnds(store);
  if (!ends) return;
  for (let high = ends.last; high >= ends.first; high -= portionWidth) {
    const rows = await store
      .selectFrom('logs')
      .selectAll()
      .where('id', '<=', high)
      .where('id', '>', high - portionWidth)
      .where((builder) => {
        const passes = builder.and([...toConditions(query.filters, filters, builder)]);
        return sql<SqlBool>`case when ${passes} then 1 else 0 end = 1`;
      })
      .orderBy('id', 'desc')
      .execute();
    yield toLogs(store, rows);
  }
}

export async function getLog(store: Store, id: number): Promise<WireLog> {
  const [log] = await toLogs(store, await store.selectFrom('logs').selectAll().where('id', '=', id).execute());
  if (!log) throw notFound();
  return log;
}

export async function toLogs(store: Store, rows: readonly Row<'logs'>[]): Promise<readonly WireLog[]> {
  const ids = [...new Set(rows.flatMap(({ user_id: id }) => (id === null ? [] : [id])))];
  const users = await store
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', ids.length > 0 ? ids : [-1])
    .execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  return rows.map((row) => ({ ...row, user: row.user_id === null ? null : (byId.get(row.user_id) ?? null) }));
}
