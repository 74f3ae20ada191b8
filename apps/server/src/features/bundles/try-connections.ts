import type { User } from '../../access/index.ts';
import { findProblem } from '../../engines/index.ts';
import type { ImportServices } from './plan.ts';
import type { PlannedDatabases } from './plan-databases.ts';

/** Whoever imports waits no longer for servers that do not answer. */
const tryLimitMs = 5000;
const mostTried = 20;

interface Unopened {
  readonly file: string;
  /** Without the point at its end. */
  readonly problem: string;
}

/** What keeps databases whose secrets came with an import from being opened, of each that does not open. */
export async function tryConnections(
  { store, engines }: ImportServices,
  user: User,
  { entered, writes }: PlannedDatabases,
): Promise<readonly Unopened[]> {
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
    return problem === null ? [] : [{ file, problem: problem.replace(/\.$/, '') }];
  });
  return (await Promise.all(told)).flat();
}
