import type { User } from '../../access/index.ts';
import { writeUnlessFull } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

const maxEventBytes = 8_000;
const dayMs = 86_400_000;
/** With each write: more at once would hold everybody up. */
const mostForgotten = 500;

export type LogEvent = Readonly<Record<string, unknown>>;

interface EventContext {
  readonly user: Pick<User, 'id'>;
  readonly now: Date;
  readonly dashboardId: number | null;
  readonly chartId: number | null;
}

/** A row of the log, of what was done and by whom. */
export function toRow(event: LogEvent, context: EventContext) {
  const source = String(event.source ?? '');
  const sourceId = Number(event.source_id) || null;
  return {
    user_id: context.user.id,
    action: String(event.event_name ?? 'event').slice(0, 200),
    json: JSON.stringify(event).slice(0, maxEventBytes),
    dttm: context.now.toISOString(),
    dashboard_id: context.dashboardId ?? (source === 'dashboard' ? sourceId : null),
    slice_id: context.chartId ?? (source === 'explore' || source === 'slice' ? sourceId : null),
    duration_ms: typeof event.duration === 'number' ? Math.round(event.duration) : null,
  };
}

/** Writes rows together, and lets go of those that are older than the settings say; without room on the disk nothing is written. */
export async function saveEvents(
  { store, config }: Pick<Services, 'store' | 'config'>,
  rows: readonly ReturnType<typeof toRow>[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const write = () =>
    store.transaction().execute(async (transaction) => {
      for (let index = 0; index < rows.length; index += 100) {
        await transaction
          .insertInto('logs')
          .values(rows.slice(index, index + 100))
          .execute();
      }
      const limit = new Date(Date.parse(first.dttm) - config.logDays * dayMs).toISOString();
      const old = transaction
        .selectFrom('logs')
        .select('id')
        .where('dttm', '<', limit)
        .orderBy('dttm')
        .limit(mostForgotten);
      await transaction.deleteFrom('logs').where('id', 'in', old).execute();
    });
  await writeUnlessFull(write);
}
