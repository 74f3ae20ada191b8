import { describe, expect, it } from 'vitest';
import { isUserComplete, toNewUser, toUserChange, toUserForm, userDifferences } from './user-form.ts';

const user = {
  id: 7,
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: '',
  active: true,
  last_login: null,
  login_count: 0,
  fail_login_count: null,
  created_on: '',
  created_by: null,
  changed_on: '',
  changed_by: null,
  last_modified_time: 1,
  credentials_changed_on: null,
  has_second_factor: false,
  groups: [],
  roles: [
    { id: 3, name: 'Gamma' },
    { id: 4, name: 'sql_lab' },
  ],
};

describe('the form of a user', () => {
  it('sends of a user only what was changed', () => {
    const form = toUserForm(user);
    expect(toUserChange(user, form)).toEqual({});
    expect(toUserChange(user, { ...form, roles: [4, 3] })).toEqual({});
    const changed = { ...form, first_name: ' Ada ', password: ' with spaces ', roles: [3], active: false };
    expect(toUserChange(user, changed)).toEqual({
      first_name: 'Ada',
      password: ' with spaces ',
      roles: [3],
      active: false,
    });
  });

  it('keeps what another administrator gave and took meanwhile, and puts its own change on top', () => {
    const theirs = { ...user, email: 'g@example.org', roles: [user.roles[0]!, { id: 5, name: 'Shop' }] };
    const form = { ...toUserForm(user), roles: [4, 9] };
    expect(toUserChange(user, form, theirs)).toEqual({ roles: [5, 9] });
    const joined = { ...theirs, groups: [{ id: 2, name: 'Sales' }] };
    expect(toUserChange(user, { ...form, groups: [1] }, joined)).toEqual({ roles: [5, 9], groups: [2, 1] });
    expect(toUserChange(user, { ...toUserForm(user), first_name: 'Ada' }, theirs)).toEqual({ first_name: 'Ada' });
  });

  it('shows what another administrator changed, a password without its words', () => {
    const theirs = {
      ...user,
      last_modified_time: 2,
      email: 'g@example.org',
      active: false,
      credentials_changed_on: '2026-01-01T00:00:00.000Z',
      roles: [user.roles[0]!],
      groups: [{ id: 2, name: 'Sales' }],
    };
    expect(userDifferences(user, { ...user, last_modified_time: 2 }, (text) => text)).toEqual([]);
    expect(userDifferences(user, theirs, (text) => text)).toEqual([
      { label: 'Email', left: '', right: 'g@example.org' },
      { label: 'Password', left: '', right: 'Set anew' },
      { label: 'Roles', left: 'Gamma\nsql_lab', right: 'Gamma' },
      { label: 'Groups', left: '', right: 'Sales' },
      { label: 'May sign in', left: 'Yes', right: 'No' },
    ]);
  });

  it('calls a new user by the user name where no other is given', () => {
    const form = { ...toUserForm(null), username: ' ada ', password: 'a long sentence', roles: [3] };
    expect(toNewUser(form)).toMatchObject({ username: 'ada', first_name: 'ada', active: true });
  });

  it('is complete with a role, and of a new user with name and password', () => {
    expect(isUserComplete(user, toUserForm(user))).toBe(true);
    expect(isUserComplete(user, { ...toUserForm(user), roles: [] })).toBe(false);
    expect(isUserComplete(user, { ...toUserForm(user), roles: [], groups: [2] })).toBe(true);
    const form = { ...toUserForm(null), username: 'ada', roles: [3] };
    expect(isUserComplete(null, form)).toBe(false);
    expect(isUserComplete(null, { ...form, password: 'x' })).toBe(true);
  });
});
