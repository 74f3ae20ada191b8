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
  readonly groups: readonly number[];
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
    groups: user?.groups.map(({ id }) => id) ?? [],
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
    groups: [...form.groups],
    active: form.active,
  };
}

interface ChangedIds<Kind extends string> {
  readonly before: Readonly<Record<Kind, readonly { readonly id: number }[]>>;
  readonly theirs: Readonly<Record<Kind, readonly { readonly id: number }[]>>;
  readonly own: readonly number[];
}

/** One's own change of a list put on top of what others made of it; nothing where there is none. */
export function changedIds<Kind extends string>(kind: Kind, { before, theirs, own }: ChangedIds<Kind>) {
  const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);
  const had = idsOf(before[kind]);
  const isSame = had.length === own.length && own.every((id) => had.includes(id));
  return isSame ? {} : { [kind]: [...mergeIds(had, own, idsOf(theirs[kind]))] };
}

/**
 * Only what was changed: nobody may send their own access, not even as it is. Roles and groups that somebody else gave or
 * took since stay given and taken.
 */
export function toUserChange(before: WireAccount, form: UserForm, theirs = before): UserChangeBody {
  const texts = { first_name: form.first_name.trim(), last_name: form.last_name.trim(), email: form.email.trim() };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== before[name as keyof typeof texts])),
    ...(form.password === '' ? {} : { password: form.password }),
    ...changedIds('roles', { before, theirs, own: form.roles }),
    ...changedIds('groups', { before, theirs, own: form.groups }),
    ...(form.active === before.active ? {} : { active: form.active }),
  };
}

/** What another administrator changed of a user. */
export function userDifferences(before: WireAccount, after: WireAccount, t: Translate): readonly Difference[] {
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('\n');
  const mayOf = ({ active }: WireAccount) => (active ? t('Yes') : t('No'));
  const isSamePassword = before.credentials_changed_on === after.credentials_changed_on;
  const all: readonly Difference[] = [
    { label: t('First name'), left: before.first_name, right: after.first_name },
    { label: t('Last name'), left: before.last_name, right: after.last_name },
    { label: t('Email'), left: before.email, right: after.email },
    { label: t('Password'), left: '', right: isSamePassword ? '' : t('Set anew') },
    { label: t('Roles'), left: namesOf(before.roles), right: namesOf(after.roles) },
    { label: t('Groups'), left: namesOf(before.groups), right: namesOf(after.groups) },
    { label: t('May sign in'), left: mayOf(before), right: mayOf(after) },
  ];
  return all.filter(({ left, right }) => left !== right);
}

export function isUserComplete(user: WireAccount | null, form: UserForm): boolean {
  const hasAccess = form.roles.length + form.groups.length > 0;
  return hasAccess && (user !== null || (form.username.trim() !== '' && form.password !== ''));
}
