import type { WireDatabaseHealth } from '@powerset/contract';
import { can, canSeeDatabase, type User } from '../../access/index.ts';
import { findProblem, toProblem } from '../../engines/index.ts';
import type { Services } from '../../services.ts';

const checkLimitMs = 15_000;

/**
 * What is known of the databases that somebody sees. Those that are in use are asked; to wake others for this could cost their owners
 * something.
 */
export async function listHealth(services: Services, user: User): Promise<WireDatabaseHealth[]> {
  const states = new Map((await services.engines.states()).map((state) => [state.databaseId, state]));
  const failures = services.engines.failures();
  const seen = await findSeen(services, user);
  return seen.map((id) => {
    const state = states.get(id);
    if (state) return toHealth(user, id, state.problem);
    return failures.has(id) ? toHealth(user, id, toProblem(failures.get(id))) : { id, state: 'unused', problem: null };
  });
}

/** Numbers of the databases of which the user may see something. */
export async function findSeen({ store }: Services, user: User): Promise<readonly number[]> {
  const rows = await store.selectFrom('databases').select(['id', 'database_name']).execute();
  return rows.filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name })).map(({ id }) => id);
}

/** Opens the database where it is not open, and asks it as this person would. */
export async function checkHealth({ engines }: Services, user: User, id: number): Promise<WireDatabaseHealth> {
  const answer = engines.get(id, user).then((engine) => engine.ping());
  return toHealth(user, id, await findProblem(answer, checkLimitMs));
}

/** What is said of a connection names servers and accounts. */
function toHealth(user: User, id: number, problem: string | null): WireDatabaseHealth {
  const state = problem === null ? 'answers' : 'fails';
  return { id, state, problem: can(user, 'can_write', 'Database') ? problem : null };
}
