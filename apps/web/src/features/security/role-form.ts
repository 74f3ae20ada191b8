import type { Difference } from '../../conflicts/index.ts';
import { msg } from '../../i18n/index.ts';
import { type Grant, type GrantKind, grantKinds } from './grants.ts';
import { mergeIds } from './save-over.ts';
import type { RoleVersion } from './versions.ts';

/** A role as it is typed. */
export interface RoleForm {
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** What is to be sent of a change; what stays as it is is left out. */
export interface RoleChange {
  readonly name?: string;
  readonly permissionIds?: readonly number[];
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);
const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((id) => others.includes(id));

/** One's own change of the version that was opened, on top of the latest. */
export function toRoleChange(opened: RoleVersion, form: RoleForm, latest = opened): RoleChange {
  const name = form.name.trim();
  const [had, own] = [idsOf(opened.grants), idsOf(form.grants)];
  const grants = mergeIds(had, own, idsOf(latest.grants));
  return {
    ...(name === opened.name ? {} : { name }),
    ...(isSame(had, own) ? {} : { permissionIds: [...idsOf(latest.others), ...grants] }),
  };
}

const kindLabels: Readonly<Record<GrantKind, string>> = {
  database_access: msg('Databases'),
  catalog_access: msg('Catalogs'),
  schema_access: msg('Schemas'),
  datasource_access: msg('Datasets'),
};

/** What another administrator changed of a role; of the long list of other permissions, only those that came or went. */
export function roleDifferences(
  before: RoleVersion,
  after: RoleVersion,
  t: (text: string) => string,
): readonly Difference[] {
  const textsOf = (items: readonly { readonly text: string }[]) => items.map(({ text }) => text).join('\n');
  const ofKind = (role: RoleVersion, kind: GrantKind) => textsOf(role.grants.filter((grant) => grant.kind === kind));
  const only = (one: RoleVersion, other: RoleVersion) =>
    textsOf(one.others.filter(({ id }) => !idsOf(other.others).includes(id)));
  const all: readonly Difference[] = [
    { label: t('Role name'), left: before.name, right: after.name },
    ...grantKinds.map((kind) => ({
      label: t(kindLabels[kind]),
      left: ofKind(before, kind),
      right: ofKind(after, kind),
    })),
    { label: t('Permissions'), left: only(before, after), right: only(after, before) },
  ];
  return all.filter(({ left, right }) => left !== right);
}
