import { activeQueryStates } from '@powerset/contract';
import type { Services } from '../services.ts';
import type { RunRegistry } from './registry.ts';

/** Stops what is at work in a process, this one, for people who were shut out by another, or was taken or ended by another. */
export async function endUnwantedRuns(
  { store, log }: Pick<Services, 'store' | 'log'>,
  registry: Pick<RunRegistry, 'clientIds' | 'stop'>,
  process: string,
): Promise<void> {
  const atWork = registry.clientIds();
  if (atWork.length === 0) return;
  const runs = await store
    .selectFrom('queries')
    .leftJoin('users', 'users.id', 'queries.user_id')
    .select('client_id')
    .where('client_id', 'in', atWork)
    .where(({ eb, or }) =>
      or([
        eb('process', 'is', null),
        eb('process', '!=', process),
        eb('status', 'not in', [...activeQueryStates]),
        eb('users.is_active', '=', 0),
      ]),
    )
    .execute();
  // Whoever beats waits for no engine.
  for (const { client_id: clientId } of runs)
    registry.stop(clientId).catch((error: unknown) => log.error({ err: error }, 'a run was not stopped'));
}
