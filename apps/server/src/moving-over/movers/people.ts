import { isOlderHash } from '../../access/index.ts';
import { roleName } from '../decide-numbers.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import { allRows, columns } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';
import { toWhole } from './shared.ts';

/** No password is right for it. */
const noPassword = '!';

/** Roles by their names; what they may do follows once the data that it is about are there. */
export const moveRoles: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  for (const { id } of await allRows(source, 'ab_role', columns('id'))) {
    const place = numbers.placeOf('roles', id);
    if (!place?.isNew) continue;
    const name = roleName(place.name);
    if (name !== place.name)
      noteOn(moving, 'roles', { id, name: place.name }).changed(
        `is called “${name}” here, where its name means administrators`,
      );
    await store.insertInto('roles').values({ id: place.id, name }).execute();
    notes.count('roles', 'moved');
  }
};

export const moveUsers: Mover = async (moving) => {
  const { source, store, numbers, notes, time } = moving;
  const asked = columns(
    'id first_name last_name username password active email last_login login_count created_on is_password_untold',
  );
  for (const row of await allRows(source, 'ab_user', asked)) {
    const place = numbers.placeOf('users', row.id);
    if (!place?.isNew) continue;
    const note = noteOn(moving, 'users', { id: row.id, name: place.name });
    await store
      .insertInto('users')
      .values({
        id: place.id,
        username: place.name,
        first_name: row.text('first_name') ?? '',
        last_name: row.text('last_name') ?? '',
        email: row.text('email') ?? '',
        password_hash: toHash(row, note.changed),
        is_active: row.flag('active', 1),
        created_on: row.time('created_on') ?? time,
        changed_on: time,
        last_login: row.time('last_login'),
        login_count: toWhole(row.number('login_count')) ?? 0,
      })
      .execute();
    notes.count('users', 'moved');
  }
  await moveUserRoles(moving);
};

function toHash(row: SourceRow, note: (text: string) => void): string {
  const hash = row.text('password');
  if (hash && isOlderHash(hash)) return hash;
  // Said once, not of everybody.
  if (row.flag('is_password_untold')) return noPassword;
  note(
    hash
      ? 'the password is hashed in a way that is not read here: an administrator gives a new one'
      : 'has no password there (another system signs in): an administrator gives one',
  );
  return noPassword;
}

async function moveUserRoles({ source, store, numbers }: Moving): Promise<void> {
  for (const row of await allRows(source, 'ab_user_role', columns('id user_id role_id'))) {
    const user = numbers.placeOf('users', row.number('user_id'));
    const roleId = numbers.idOf('roles', row.number('role_id'));
    if (!user?.isNew || roleId === null) continue;
    await store
      .insertInto('user_roles')
      .values({ user_id: user.id, role_id: roleId })
      .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doNothing())
      .execute();
  }
}
