import type { ListQuery } from '@powerset/contract';
import { sql } from 'kysely';
import { fieldError } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';
import { escapeLike } from './filters.ts';
import { readPage } from './pages.ts';
import { toFullName } from './people.ts';

/** One choice of a picker. */
export interface RelatedItem {
  readonly text: string;
  readonly value: number;
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface RelatedAnswer {
  readonly count: number;
  readonly result: readonly RelatedItem[];
}

/** Users for pickers of owners and creators: those whose first, last or user name contains the filter's text. */
export async function findRelatedPeople(store: Store, query: ListQuery): Promise<RelatedAnswer> {
  const { limit, offset } = readPage(query);
  const includeIds = query.include_ids ?? [];
  if (includeIds.length > 0 && (query.page ?? 0) > 0)
    throw fieldError({ include_ids: ['Cannot be used together with a page beyond the first.'] }, 422);
  const pattern = `%${escapeLike(query.filter ?? '')}%`;
  const people = store.selectFrom('users').where(
    sql<boolean>`(lower(first_name) like lower(${pattern}) escape '\\' or lower(last_name) like lower(${pattern}) escape '\\'
      or lower(username) like lower(${pattern}) escape '\\')`,
  );
  const { count } = await people
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await people.selectAll().orderBy('first_name').orderBy('id').limit(limit).offset(offset).execute();
  const missing = includeIds.filter((id) => !rows.some((row) => row.id === id));
  const added =
    missing.length > 0 ? await store.selectFrom('users').selectAll().where('id', 'in', missing).execute() : [];
  const result = [...rows, ...added].map((row) => ({
    text: toFullName(row) || row.username,
    value: row.id,
    extra: { email: row.email, active: row.is_active === 1 },
  }));
  return { count: includeIds.length > 0 ? result.length : count, result };
}

/** One page of choices that are at hand already; the filter is the beginning of their text. */
export function pickRelated(items: readonly RelatedItem[], query: ListQuery): RelatedAnswer {
  const { limit, offset } = readPage(query);
  const start = (query.filter ?? '').toLowerCase();
  const found = items.filter((item) => item.text.toLowerCase().startsWith(start));
  const page = found.slice(offset, offset + limit);
  const included = items.filter((item) => query.include_ids?.includes(item.value) && !page.includes(item));
  const result = [...page, ...included];
  return { count: query.include_ids?.length ? result.length : found.length, result };
}
