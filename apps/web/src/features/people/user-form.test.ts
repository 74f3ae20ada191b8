import { describe, expect, it } from 'vitest';
import { isUserComplete, toNewUser, toUserChange, toUserForm } from './user-form.ts';

const user = {
  id: 7,
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: '',
  active: true,
  last_login: null,
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

  it('calls a new user by the user name where no other is given', () => {
    const form = { ...toUserForm(null), username: ' ada ', password: 'a long sentence', roles: [3] };
    expect(toNewUser(form)).toMatchObject({ username: 'ada', first_name: 'ada', active: true });
  });

  it('is complete with a role, and of a new user with name and password', () => {
    expect(isUserComplete(user, toUserForm(user))).toBe(true);
    expect(isUserComplete(user, { ...toUserForm(user), roles: [] })).toBe(false);
    const form = { ...toUserForm(null), username: 'ada', roles: [3] };
    expect(isUserComplete(null, form)).toBe(false);
    expect(isUserComplete(null, { ...form, password: 'x' })).toBe(true);
  });
});
