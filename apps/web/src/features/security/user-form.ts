import type { NewUserBody, UserChangeBody, WireAccount } from '@powerset/contract';
import type { Difference } from '../../conflicts/index.ts';
import { mergeIds } from './save-over.ts';

type Translate = (text: string) => string;

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

/**
 * Only what was changed: nobody may send their own access, not even as it is. Roles that somebody else gave or took since
 * stay given and taken.
 */
export function toUserChange(before: WireAccount, form: UserForm, theirs = before): UserChangeBody {
  const had = before.roles.map(({ id }) => id);
  const isSameRoles = had.length === form.roles.length && form.roles.every((id) => had.includes(id));
  const roles = mergeIds(
    had,
    form.roles,
    theirs.roles.map(({ id }) => id),
  );
  const texts = { first_name: form.first_name.trim(), last_name: form.last_name.trim(), email: form.email.trim() };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== before[name as keyof typeof texts])),
    ...(form.password === '' ? {} : { password: form.password }),
    ...(isSameRoles ? {} : { roles: [...roles] }),
    ...(form.active === before.active ? {} : { active: form.active }),
  };
}

/** What another administrator changed of a user. */
export function userDifferences(before: WireAccount, after: WireAccount, t: Translate): readonly Difference[] {
  const rolesOf = ({ roles }: WireAccount) => roles.map(({ name }) => name).join('\n');
  const mayOf = ({ active }: WireAccount) => (active ? t('Yes') : t('No'));
  const isSamePassword = before.credentials_changed_on === after.credentials_changed_on;
  const all: readonly Difference[] = [
    { label: t('First name'), left: before.first_name, right: after.first_name },
    { label: t('Last name'), left: before.last_name, right: after.last_name },
    { label: t('Email'), left: before.email, right: after.email },
    { label: t('Password'), left: '', right: isSamePassword ? '' : t('Set anew') },
    { label: t('Roles'), left: rolesOf(before), right: rolesOf(after) },
    { label: t('May sign in'), left: mayOf(before), right: mayOf(after) },
  ];
  return all.filter(({ left, right }) => left !== right);
}

export function isUserComplete(user: WireAccount | null, form: UserForm): boolean {
  const hasAccess = form.roles.length > 0 || (user?.groups.length ?? 0) > 0;
  return hasAccess && (user !== null || (form.username.trim() !== '' && form.password !== ''));
}
