import { AppError } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';
import { loadUsers, toFullName } from './users.ts';

/** The time that calls give and take as `last_modified_time`. */
export function toEpochSeconds(iso: string): number {
  return Date.parse(iso) / 1000;
}

/** Two saves never carry the same time, so that the later one can be told from the earlier. */
export function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}

interface SavedThing {
  /** In the message: This ... was saved by; clients know by it which sentence to show in another language. */
  readonly what: string;
  readonly changed_on: string;
  readonly changed_by_fk: number | null;
}

/** A caller who says what he last read is told when somebody saved since; one who says nothing overwrites. */
export async function refuseStale(store: Store, row: SavedThing, lastRead: number | null | undefined): Promise<void> {
  if (typeof lastRead !== 'number' || Math.abs(lastRead - toEpochSeconds(row.changed_on)) < 0.0005) return;
  const users = await loadUsers(store, [row.changed_by_fk]);
  throw staleError(row, toFullName(row.changed_by_fk === null ? undefined : users.get(row.changed_by_fk)));
}

export function staleError({ what, changed_on }: SavedThing, name = ''): AppError {
  const who = name || 'someone else';
  return new AppError('CONFLICT_ERROR', {
    params: { message: `This ${what} was saved by ${who} after you opened it.` },
    extra: { what, last_modified_time: toEpochSeconds(changed_on), changed_by_name: who },
  });
}
