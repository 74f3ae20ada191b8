import { type Mover, noteOn } from '../moving.ts';
import { allRows, columns } from '../read-rows.ts';
import { uuidOfWords } from '../values.ts';

/** Groups of people with their roles. One whose name is taken here stays as it is, and nobody comes into it: its roles may be others. */
export const moveGroups: Mover = async (moving) => {
  const { source, store, numbers, notes, time } = moving;
  const rows = await allRows(source, 'ab_group', columns('id name label description'));
  notes.count('groups', 'found', rows.length);
  const here = await store.selectFrom('groups').select(['id', 'name']).execute();
  const known = new Map(here.map(({ id, name }) => [name.toLowerCase(), id]));
  const nameOf = (text: string | null) => text?.trim() ?? '';
  await numbers.decide(
    'groups',
    rows.map((row) => {
      const name = nameOf(row.text('name'));
      return { id: row.id, uuid: uuidOfWords('ab_group', row.id), name, hereId: known.get(name.toLowerCase()) };
    }),
  );
  for (const row of rows) {
    const place = numbers.placeOf('groups', row.id);
    const note = noteOn(moving, 'groups', { id: row.id, name: place?.name ?? '' });
    if (place && !place.isNew) {
      notes.count('groups', 'here');
      note.changed('is here already: its roles and members stay as they are here');
    }
    if (!place?.isNew) continue;
    const { id, name } = place;
    const said = { label: row.text('label') || null, description: row.text('description') || null };
    await store
      .insertInto('groups')
      .values({ id, name, ...said, changed_on: time, changed_by_fk: null })
      .execute();
    notes.count('groups', 'moved');
  }
  await moveMembers(moving);
};

const moveMembers: Mover = async ({ source, store, numbers }) => {
  for (const row of await allRows(source, 'ab_group_role', columns('id group_id role_id'))) {
    const group = numbers.placeOf('groups', row.number('group_id'));
    const roleId = numbers.idOf('roles', row.number('role_id'));
    if (!group?.isNew || roleId === null) continue;
    await store
      .insertInto('group_roles')
      .values({ group_id: group.id, role_id: roleId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const row of await allRows(source, 'ab_user_group', columns('id user_id group_id'))) {
    const group = numbers.placeOf('groups', row.number('group_id'));
    const user = numbers.placeOf('users', row.number('user_id'));
    // Whoever is here already gets no further roles.
    if (!group?.isNew || !user?.isNew) continue;
    await store
      .insertInto('user_groups')
      .values({ user_id: user.id, group_id: group.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};
