import { findOpeningProblem, isBeyondReach, otherCatalogOf } from '../engines/index.ts';
import type { Row, Store } from '../metadata/index.ts';

/**
 * A connection that leads elsewhere now takes its datasets along: those of the catalog that it opens need not name it any more,
 * and where its engine reads no other, all of them are of that one. To be called where its address has changed.
 */
export async function settleCatalogs(
  store: Store,
  database: Pick<Row<'databases'>, 'id' | 'backend' | 'sqlalchemy_uri'>,
): Promise<void> {
  if (findOpeningProblem(database)) return;
  const named = await store
    .selectFrom('datasets')
    .select('catalog')
    .distinct()
    .where('database_id', '=', database.id)
    .where('catalog', 'is not', null)
    .execute();
  const settled = named.flatMap(({ catalog }) => {
    const isOwn = otherCatalogOf(database, catalog) === null;
    return catalog !== null && (isOwn || isBeyondReach(database, catalog)) ? [catalog] : [];
  });
  if (settled.length > 0)
    await store
      .updateTable('datasets')
      .set({ catalog: null })
      .where('database_id', '=', database.id)
      .where('catalog', 'in', settled)
      .execute();
}
