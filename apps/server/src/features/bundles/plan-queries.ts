import { can } from '../../access/index.ts';
import { toReadableCatalog } from './catalogs.ts';
import { existsText, orNone, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import type { PlannedDatabases } from './plan-databases.ts';
import type { QueryFile } from './shapes.ts';

/** Saved queries belong to one person: somebody else's is not there, and never touched. */
export async function planQueries(planning: Planning, databases: PlannedDatabases): Promise<PlannedKind<QueryFile>> {
  const { services, request, problems, bundle } = planning;
  const rows = await services.store
    .selectFrom('saved_queries')
    .select(['id', 'uuid'])
    .where(
      'uuid',
      'in',
      orNone(
        bundle.queries.map(({ value }) => value.uuid),
        '',
      ),
    )
    .where('user_id', '=', request.user.id)
    .execute();
  const writes: PlannedWrite<QueryFile>[] = [];
  for (const { file, value } of bundle.queries) {
    const found = rows.find((row) => row.uuid === value.uuid);
    if (found && !request.mayOverwrite) {
      problems.add(file, existsText('Saved query'));
      continue;
    }
    if (!can(request.user, 'can_write', 'SavedQuery')) {
      problems.refuse(file, "User doesn't have permission to create saved queries");
      continue;
    }
    const uuid = value.database_uuid?.toLowerCase();
    if (uuid && !databases.known.has(uuid) && !databases.writes.some((write) => write.uuid === uuid))
      problems.add(file, { database_uuid: ['Database does not exist'] });
    const named = { file, databaseUuid: uuid, catalog: value.catalog };
    const catalog = toReadableCatalog(databases, problems, named);
    writes.push({ uuid: value.uuid, id: found?.id, value: { ...value, catalog } });
  }
  return { known: new Map(), writes };
}
