import { allMigrations, closeStore, openStore } from '../../apps/server/src/metadata/index.ts';

/** Makes a store as its first version left it, with dashboards in it: what an upgrade has to do. */
export async function makeOldStore(file: string, titles: readonly string[]): Promise<void> {
  const stamp = '2026-01-01T00:00:00.000Z';
  const store = await openStore(file, () => stamp, allMigrations.slice(0, 1));
  const rows = titles.map((dashboard_title) => ({
    uuid: crypto.randomUUID(),
    dashboard_title,
    css: '',
    json_metadata: '{}',
    position_json: JSON.stringify({ padding: 'x'.repeat(2000) }),
    created_on: stamp,
    changed_on: stamp,
  }));
  await store.transaction().execute(async (transaction) => {
    for (let at = 0; at < rows.length; at += 200)
      await transaction
        .insertInto('dashboards')
        .values(rows.slice(at, at + 200))
        .execute();
  });
  await closeStore(store);
}

/** How many steps a store of today has behind it. */
export const stepsOfStore: number = allMigrations.length;
