import { activeQueryStates } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { notFound } from '../../http/index.ts';
import { findRun, type RunRegistry, updateRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';

interface StopRequest {
  readonly services: Services;
  readonly registry: RunRegistry;
  readonly user: User;
  readonly clientId: string;
}

/** Stops a run; one that has already ended stays as it is. */
export async function stopRun({ services, registry, user, clientId }: StopRequest): Promise<void> {
  const { store, now } = services;
  const run = await findRun(store, clientId);
  const maySee = run?.user_id === user.id || can(user, 'all_query_access', 'all_query_access');
  if (!run || !maySee) throw notFound();
  await registry.stop(clientId);
  // Not at work in this process: a run of another one that is gone, or one that waits for a worker.
  const current = await findRun(store, clientId);
  if (!current || !activeQueryStates.some((state) => state === current.status)) return;
  const time = now();
  await updateRun(
    store,
    { id: run.id },
    { status: 'stopped', end_time: time.getTime(), changed_on: time.toISOString() },
  );
}
