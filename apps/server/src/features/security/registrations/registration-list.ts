import type { ListQuery, WireRegistration } from '@powerset/contract';
import { notFound } from '../../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadPage,
  readOrder,
  readPage,
  tableRules,
  toConditions,
} from '../../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../../metadata/index.ts';

/** What the list of registrations can be ordered by. */
export const registrationOrder = {
  id: 'id',
  username: 'username',
  first_name: 'first_name',
  email: 'email',
  registration_date: 'created_on',
} as const;

const { text, value } = tableRules('registrations');
const filters: FilterRules<MetadataTables, 'registrations'> = {
  'email.registration_all_text': (asked) =>
    containsText(String(asked ?? ''), ['registrations.email', 'registrations.first_name', 'registrations.last_name']),
  id: value('id'),
  username: text('username'),
  first_name: text('first_name'),
  last_name: text('last_name'),
  email: text('email'),
};

const distinctColumns = ['username', 'first_name', 'last_name', 'email'] as const;

interface DistinctQuestion {
  readonly column: string;
  readonly query: ListQuery;
  readonly now: Date;
}

/** A page of what those say of themselves whose links hold. */
export async function distinctOfRegistrations(store: Store, { column, query, now }: DistinctQuestion) {
  const name = distinctColumns.find((one) => one === column);
  if (!name) throw notFound();
  const rows = await store
    .selectFrom('registrations')
    .select(name)
    .distinct()
    .where('is_known', '=', 0)
    .where('expires_on', '>', now.toISOString())
    .where(containsText(query.filter ?? '', [`registrations.${name}`]))
    .orderBy(name)
    .execute();
  const { limit, offset } = readPage(query);
  const values = rows.map((row) => ({ text: row[name], value: row[name] }));
  return { count: values.length, result: values.slice(offset, offset + limit) };
}

/** A page of those whose links hold. */
export async function listRegistrations(store: Store, query: ListQuery, now: Date) {
  const selection = store
    .selectFrom('registrations')
    .where('is_known', '=', 0)
    .where('expires_on', '>', now.toISOString())
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  const order = readOrder(query, registrationOrder, { column: 'created_on', isDescending: true });
  const { count, rows } = await loadPage(selection, query, order);
  return { count, rows: rows.map(toWireRegistration) };
}

export function toWireRegistration(row: Row<'registrations'>): WireRegistration {
  const { id, username, first_name, last_name, email, created_on, expires_on } = row;
  return {
    ...{ id, username, first_name, last_name, email, expires_on },
    ...{ registration_date: created_on, registration_hash: null },
  };
}
