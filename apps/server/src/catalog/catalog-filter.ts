import type { ListQuery } from '@powerset/contract';
import { type Expression, sql } from 'kysely';
import { defaultCatalogOf } from '../engines/index.ts';
import type { Store } from '../metadata/index.ts';

/** The columns of a table that say where its rows belong. */
interface CatalogColumns {
  readonly catalog: string;
  readonly databaseId: string;
}

/**
 * What filters on the catalog of rows compare with: rows keep null for the one that their connection opens, and are found by its
 * name all the same. The column itself where no filter asks for it.
 */
export async function toNamedCatalog(
  store: Store,
  filters: ListQuery['filters'],
  columns: CatalogColumns,
): Promise<Expression<unknown>> {
  return filters?.some(({ col }) => col === 'catalog') ? namedCatalog(store, columns) : sql.ref(columns.catalog);
}

/** The catalog of rows as it is answered: by its name where their connection opens it. */
export async function namedCatalog(store: Store, columns: CatalogColumns): Promise<Expression<string | null>> {
  const kept = sql.ref<string | null>(columns.catalog);
  const databases = await store.selectFrom('databases').select(['id', 'backend', 'sqlalchemy_uri']).execute();
  const idsByName = new Map<string, number[]>();
  for (const database of databases) {
    const name = defaultCatalogOf(database);
    if (name !== null) idsByName.set(name, [...(idsByName.get(name) ?? []), database.id]);
  }
  if (idsByName.size === 0) return kept;
  const cases = [...idsByName].map(
    ([name, ids]) =>
      sql`when ${sql.ref(columns.databaseId)} in (${sql.join(ids.map((id) => sql.lit(id)))}) then ${name}`,
  );
  return sql<string | null>`coalesce(${kept}, case ${sql.join(cases, sql` `)} end)`;
}
