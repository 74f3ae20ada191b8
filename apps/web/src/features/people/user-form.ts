import type { NewUserBody, UserChangeBody, WireAccount } from '@powerset/contract';

/** A user as it is typed. */
export interface UserForm {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly number[];
  readonly active: boolean;
}

export function toUserForm(user: WireAccount | null): UserForm {
  return {
    username: user?.username ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    password: '',
    roles: user?.roles.map(({ id }) => id) ?? [],
    active: user?.active ?? true,
  };
}

export function toNewUser(form: UserForm): NewUserBody {
  return {
    username: form.username.trim(),
    first_name: form.first_name.trim() || form.username.trim(),
    last_name: form.last_name.trim(),
    email: form.email.trim(),
    password: form.password,
    roles: [...form.roles],
    active: form.active,
  };
}

/** Only what was changed: nobody may send their own access, not even as it is. */
export function toUserChange(before: WireAccount, form: UserForm): UserChangeBody {
  const hadRoles = new Set(before.roles.map(({ id }) => id));
  const isSameRoles = hadRoles.size === form.roles.length && form.roles.every((id) => hadRoles.has(id));
  const texts = { first_name: form.first_name.trim(), last_name: form.last_name.trim(), email: form.email.trim() };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== before[name as keyof typeof texts])),
    ...(form.password === '' ? {} : { password: form.password }),
    ...(isSameRoles ? {} : { roles: [...form.roles] }),
    ...(form.active === before.active ? {} : { active: form.active }),
  };
}

export function isUserComplete(user: WireAccount | null, form: UserForm): boolean {
  return form.roles.length > 0 && (user !== null || (form.username.trim() !== '' && form.password !== ''));
}
