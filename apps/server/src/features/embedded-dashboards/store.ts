import { randomUUID } from 'node:crypto';
import type { User } from '../../access/index.ts';
import type { Row, Store } from '../../metadata/index.ts';

export type EmbeddedRow = Row<'embedded_dashboards'>;

export function findOfDashboard(store: Store, dashboardId: number): Promise<EmbeddedRow | undefined> {
  return store.selectFrom('embedded_dashboards').selectAll().where('dashboard_id', '=', dashboardId).executeTakeFirst();
}

export function findByUuid(store: Store, uuid: string): Promise<EmbeddedRow | undefined> {
  return store.selectFrom('embedded_dashboards').selectAll().where('uuid', '=', uuid.toLowerCase()).executeTakeFirst();
}

interface Embedding {
  readonly dashboardId: number;
  readonly sites: readonly string[];
  readonly user: User;
  readonly time: string;
}

/** Its name stays as long as it is embedded: pages of others hold it. */
export async function saveEmbedding(store: Store, { dashboardId, sites, user, time }: Embedding): Promise<EmbeddedRow> {
  const changed = { allow_domain_list: JSON.stringify(sites), changed_on: time, changed_by_fk: user.id };
  return store
    .insertInto('embedded_dashboards')
    .values({ uuid: randomUUID(), dashboard_id: dashboardId, created_on: time, created_by_fk: user.id, ...changed })
    .onConflict((conflict) => conflict.column('dashboard_id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The sites that may show it; none of them where what is kept cannot be read. */
export function sitesOf({ allow_domain_list: kept }: EmbeddedRow): readonly string[] {
  const list: unknown = JSON.parse(kept);
  if (!Array.isArray(list)) throw new Error('The list of sites of an embedded dashboard is damaged.');
  return list.map(String);
}
