import { describe, expect, it } from 'vitest';
import { groupDifferences, toGroupChange, toGroupForm, toNewGroup } from './group-form.ts';

const person = (id: number, username: string) => ({ id, username, first_name: '', last_name: '' });
const group = {
  ...{ id: 1, name: 'Sales', label: null, description: null, user_count: 2, last_modified_time: 1 },
  roles: [{ id: 3, name: 'Gamma' }],
  users: [person(7, 'grace'), person(8, 'ada')],
};

describe('the form of a group', () => {
  it('sends of a group only what was changed, and keeps what others gave and took meanwhile', () => {
    const form = toGroupForm(group);
    expect(toGroupChange(group, form)).toEqual({});
    expect(toGroupChange(group, { ...form, label: ' People who sell ', users: [8] })).toEqual({
      ...{ label: 'People who sell', users: [8] },
    });
    const theirs = { ...group, users: [...group.users, person(9, 'hedy')] };
    expect(toGroupChange(group, { ...form, users: [8, 10] }, theirs)).toEqual({ users: [8, 9, 10] });
  });

  it('makes a new one of what was typed', () => {
    expect(toNewGroup({ ...toGroupForm(null), name: ' Sales ', roles: [3] })).toEqual({
      ...{ name: 'Sales', label: '', description: '', roles: [3], users: [] },
    });
  });

  it('shows what another administrator changed', () => {
    const theirs = { ...group, description: 'All of them', users: [person(8, 'ada')], last_modified_time: 2 };
    expect(groupDifferences(group, theirs, (text) => text)).toEqual([
      { label: 'Description', left: '', right: 'All of them' },
      { label: 'Members', left: 'grace\nada', right: 'ada' },
    ]);
  });
});
