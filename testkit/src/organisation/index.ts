/**
 * ORGANISATION. Writes the metadata of a large organisation into a store whose server is stopped: people in teams, what they
 * may read, and all that they made and did. What stands where follows from the sizes alone.
 */
import { sql } from 'kysely';
import { closeStore, goOnAfterHighest } from '../../../apps/server/src/metadata/index.ts';
import { addHabits } from './habits.ts';
import { addObjects } from './objects.ts';
import { addPeople, type SourceOfAll } from './people.ts';
import { type OrganisationSize, planOrganisation } from './plan.ts';
import { type MetadataPlace, openPlace } from './rows.ts';

export { sourceColumns } from './documents.ts';
export { peoplePassword, type SourceOfAll } from './people.ts';
export {
  chartsPerDashboard,
  csrfTokenOf,
  firstIds,
  nameOf,
  type OrganisationPlan,
  type OrganisationSize,
  planOrganisation,
  sessionTokenOf,
} from './plan.ts';
export type { MetadataPlace } from './rows.ts';

const numbered = ['users', 'roles', 'groups', 'datasets', 'charts', 'dashboards', 'tags', 'row_level_rules'] as const;

export interface OrganisationRequest {
  readonly place: MetadataPlace;
  readonly size: OrganisationSize;
  readonly source: SourceOfAll;
}

/** Adds the organisation to what the store holds already: the roles that are built in, and the dataset that all others copy. */
export async function addOrganisation({ place, size, source }: OrganisationRequest): Promise<void> {
  const now = new Date();
  const store = await openPlace(place, () => now.toISOString());
  try {
    await store.transaction().execute(async (transaction) => {
      const making = { store: transaction, plan: planOrganisation(size), now, source };
      await addPeople(making);
      await addObjects(making);
      await addHabits(making);
      for (const table of numbered) await goOnAfterHighest(transaction, table);
    });
    // As a server does by itself a while after so many rows came.
    if ('url' in place) await sql`analyze`.execute(store);
  } finally {
    await closeStore(store);
  }
}
