import type { User } from '../../access/index.ts';
import { findProblem } from '../../engines/index.ts';
import type { ImportServices } from './plan.ts';
import type { PlannedDatabases } from './plan-databases.ts';

/** Whoever imports waits no longer for servers that do not answer. */
const tryLimitMs = 5000;
const mostTried = 20;

/** What keeps databases whose secrets came with an import from being opened: a sentence for each that does not. */
export async function tryConnections(
  { store, engines }: ImportServices,
  user: User,
  { entered, writes }: PlannedDatabases,
): Promise<readonly string[]> {
  const tried = entered.slice(0, mostTried);
  if (tried.length === 0) return [];
  const uuids = tried.map(({ uuid }) => uuid);
  const rows = await store.selectFrom('databases').select(['id', 'uuid']).where('uuid', 'in', uuids).execute();
  const idOf = (uuid: string) =>
    writes.find((write) => write.uuid === uuid)?.id ?? rows.find((row) => row.uuid === uuid)?.id;
  const told = tried.map(async ({ uuid, file }) => {
    const id = idOf(uuid);
    if (id === undefined) return [];
    const answer = engines.get(id, user).then((engine) => engine.ping());
    const problem = await findProblem(answer, tryLimitMs);
    return problem === null ? [] : [`${file}: The database was imported and does not open. ${problem}`];
  });
  return (await Promise.all(told)).flat();
}
