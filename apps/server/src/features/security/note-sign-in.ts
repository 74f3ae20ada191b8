import { sql } from 'kysely';
import { writeUnlessFull } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** Counts that somebody came in, and when; a full disk keeps nobody out. */
export async function noteSignIn({ store, now }: Pick<Services, 'store' | 'now'>, userId: number): Promise<void> {
  const login = { last_login: now().toISOString(), login_count: sql<number>`login_count + 1` };
  await writeUnlessFull(() => store.updateTable('users').set(login).where('id', '=', userId).execute());
}
