import { nextTimes, parseCron } from '../../cron/index.ts';
import type { Store } from '../../metadata/index.ts';
import { othersTurn } from '../../turns/index.ts';

/**
 * Brings times nearer that were worked out while the clock was ahead. One time may lie between now and the noted one: it was run
 * before the clock was put back, and nobody gets it twice. A clock that is behind what was last changed is not believed.
 */
export async function settleTimes(store: Store, now: Date): Promise<void> {
  const later = await store
    .selectFrom('reports')
    .select(['id', 'crontab', 'timezone', 'next_run_on'])
    .where('active', '=', 1)
    .where('next_run_on', '>', now.toISOString())
    .where('changed_on', '<=', now.toISOString())
    .execute();
  for (const { id, crontab, timezone: zone, next_run_on: noted } of later) {
    const [next, second] = nextTimes(parseCron(crontab), { zone, after: now, count: 2 });
    await othersTurn();
    if (!next || !second || noted === null || noted <= second.toISOString()) continue;
    await store
      .updateTable('reports')
      .set({ next_run_on: next.toISOString() })
      .where('id', '=', id)
      .where('active', '=', 1)
      .where('next_run_on', '=', noted)
      .execute();
  }
}
