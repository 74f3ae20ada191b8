import type { ListQuery } from '@powerset/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isAdmin, type User } from '../access/index.ts';
import { notFound } from '../http/index.ts';
import type { MetadataTables } from '../metadata/index.ts';
import { type FilterRules, toConditions } from './filters.ts';
import { loadPage, readOrder } from './pages.ts';
import { tableRules } from './rules.ts';

/** What programs come with as a person, until it expires or is revoked. */
type LentTable = 'agent_grants' | 'api_keys';

const dayMs = 86_400_000;
/** What has ended is listed so long, for who wonders why a program fails. */
const keptDays = 180;

const order = {
  id: 'id',
  name: 'name',
  created_on: 'created_on',
  expires_on: 'expires_on',
  last_used_on: 'last_used_on',
} as const;

/** What such a list can be ordered by. */
export const lentOrderColumns: readonly string[] = Object.keys(order);

interface LentList<Table extends LentTable> {
  readonly table: Table;
  readonly user: User;
  readonly query: ListQuery;
}

/** A page of what somebody lent; administrators find that of everybody. */
export function listLent<Table extends LentTable>(
  all: SelectQueryBuilder<MetadataTables, Table, object>,
  { table, user, query }: LentList<Table>,
) {
  const { text, value } = tableRules(table);
  const filters: FilterRules<MetadataTables, Table> = { name: text('name'), user: value('user_id') };
  const own = isAdmin(user) ? all : all.where(sql<boolean>`user_id = ${user.id}`);
  const selection = own.where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  return loadPage(selection, query, readOrder(query, order, { column: 'created_on', isDescending: true }));
}

/** Whether it ended before anybody still wonders about it. */
export function endedLongAgo(now: Date): RawBuilder<boolean> {
  const limit = new Date(now.getTime() - keptDays * dayMs).toISOString();
  return sql<boolean>`(expires_on < ${limit} or revoked_on < ${limit})`;
}

/** Nobody but who lent it and administrators hear that it is there. */
export function refuseOthersLent(row: { readonly user_id: number } | undefined, user: User): void {
  if (!row || (row.user_id !== user.id && !isAdmin(user))) throw notFound();
}
