import { decideNumbers } from './decide-numbers.ts';
import { leftTables, movers } from './movers/index.ts';
import type { Moving } from './moving.ts';
import { MovingProblem } from './moving-problem.ts';
import { settleNumbers } from './numbers.ts';

/** Reads the whole other installation and writes what is not here yet; nothing of what is here is changed. */
export async function move(moving: Moving): Promise<void> {
  const { source, store, notes } = moving;
  for (const table of ['ab_user', 'dbs', 'slices', 'dashboards'])
    if (!source.tables.has(table))
      throw new MovingProblem(
        `The database has no table ${table}: it is not the metadata database of an installation.`,
      );
  await decideNumbers(moving);
  for (const mover of movers) await mover(moving);
  await settleNumbers(store);
  for (const { table, what, why } of leftTables) {
    const rows = await source.count(table);
    if (rows > 0) notes.leave({ what, rows, why });
  }
  await assertAdministrator(moving);
}

/** Somebody must be left who can give others access. */
async function assertAdministrator({ store }: Moving): Promise<void> {
  const row = await store
    .selectFrom('users')
    .innerJoin('held_roles', 'held_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'held_roles.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Admin')
    .where('users.is_active', '=', 1)
    .where('users.password_hash', '<>', '!')
    .limit(1)
    .executeTakeFirst();
  if (row) return;
  throw new MovingProblem(
    'Nobody could administer this server afterwards: no administrator there has a password that is read here. Start the server once, make its administrator, stop it, and call this again.',
  );
}
