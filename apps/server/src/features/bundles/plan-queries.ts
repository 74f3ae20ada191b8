import { can } from '../../access/index.ts';
import { toKeptFields } from './kept-fields.ts';
import { existsText, orNone, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import { isForeign, type PlannedDatabases } from './plan-databases.ts';
import type { QueryFile } from './shapes.ts';

/** What is written of a saved query: its file, and what of it is only kept. */
export type PlannedQuery = QueryFile & { readonly kept: string | null };

/** Saved queries belong to one person: somebody else's is not there, and never touched. */
export async function planQueries(planning: Planning, databases: PlannedDatabases): Promise<PlannedKind<PlannedQuery>> {
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
  const writes: PlannedWrite<PlannedQuery>[] = [];
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
    const where = { file, isForeign: uuid !== undefined && isForeign(databases, uuid) };
    const kept = toKeptFields(value, { ...where, problems });
    writes.push({ uuid: value.uuid, id: found?.id, value: { ...value, kept } });
  }
  return { known: new Map(), writes };
}
