import type { GroupChangeBody, NewGroupBody, WireGroup } from '@powerset/contract';
import type { Difference } from '../../conflicts/index.ts';
import { changedIds } from './user-form.ts';

type Translate = (text: string) => string;

/** A group as it is typed. */
export interface GroupForm {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly roles: readonly number[];
  readonly users: readonly number[];
}

export function toGroupForm(group: WireGroup | null): GroupForm {
  return {
    name: group?.name ?? '',
    label: group?.label ?? '',
    description: group?.description ?? '',
    roles: group?.roles.map(({ id }) => id) ?? [],
    users: group?.users.map(({ id }) => id) ?? [],
  };
}

const textsOf = ({ name, label, description }: GroupForm) => ({
  name: name.trim(),
  label: label.trim(),
  description: description.trim(),
});

export function toNewGroup(form: GroupForm): NewGroupBody {
  return { ...textsOf(form), roles: [...form.roles], users: [...form.users] };
}

/** Only what was changed; roles and members that somebody else gave or took since stay given and taken. */
export function toGroupChange(before: WireGroup, form: GroupForm, theirs = before): GroupChangeBody {
  const had = textsOf(toGroupForm(before));
  return {
    ...Object.fromEntries(
      Object.entries(textsOf(form)).filter(([name, text]) => text !== had[name as keyof typeof had]),
    ),
    ...changedIds('roles', { before, theirs, own: form.roles }),
    ...changedIds('users', { before, theirs, own: form.users }),
  };
}

/** What another administrator changed of a group. */
export function groupDifferences(before: WireGroup, after: WireGroup, t: Translate): readonly Difference[] {
  const rolesOf = ({ roles }: WireGroup) => roles.map(({ name }) => name).join('\n');
  const membersOf = ({ users }: WireGroup) => users.map(({ username }) => username).join('\n');
  const all: readonly Difference[] = [
    { label: t('Group name'), left: before.name, right: after.name },
    { label: t('Label'), left: before.label ?? '', right: after.label ?? '' },
    { label: t('Description'), left: before.description ?? '', right: after.description ?? '' },
    { label: t('Roles'), left: rolesOf(before), right: rolesOf(after) },
    { label: t('Members'), left: membersOf(before), right: membersOf(after) },
  ];
  return all.filter(({ left, right }) => left !== right);
}
