import type { WireDatabaseHealth } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { findProblem, toProblem } from '../../engines/index.ts';
import type { Services } from '../../services.ts';
import { listVisible } from './lists.ts';

const checkLimitMs = 15_000;

/**
 * What is known of the databases that somebody sees. Those that are in use are asked; to wake others for this could cost their owners
 * something.
 */
export async function listHealth(services: Services, user: User): Promise<WireDatabaseHealth[]> {
  const states = new Map((await services.engines.states()).map((state) => [state.databaseId, state]));
  const failures = services.engines.failures();
  const databases = await listVisible(services, user);
  return databases.map(({ id }) => {
    const state = states.get(id);
    if (state) return toHealth(user, id, state.problem);
    return failures.has(id) ? toHealth(user, id, toProblem(failures.get(id))) : { id, state: 'unused', problem: null };
  });
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
