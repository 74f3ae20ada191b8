import { EditOutlined, TeamOutlined } from '@ant-design/icons-svg';
import type { roleEndpoints, WireRole } from '@powerset/contract';
import { Badge, classNames, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { toGrantText } from '../../access-requests/index.ts';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  type EditRow,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameLine,
  NameText,
} from '../../lists/index.ts';
import { RoleModal } from './RoleModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireRole>;

/** Admin may do everything, and is not changed. */
const isChangeable = (role: WireRole) => !(role.is_built_in && role.name === 'Admin');

function dataText(t: T, { sees_all_data, data_grants }: WireRole): string {
  if (sees_all_data) return t('All data');
  if (data_grants.count === 0) return t('No data');
  const more = data_grants.count - data_grants.names.length;
  const names = data_grants.names.map(toGrantText).join(', ');
  return more > 0 ? t('{{names}} and {{count}} more', { names, count: more }) : names;
}

/** What would lose its last role would be open to more people than before. */
function roleRefusal(t: T, { is_built_in, used_by }: WireRole): string | null {
  if (is_built_in) return t('Built-in roles stay.');
  const texts = {
    users: t('Users have this role.'),
    groups: t('Groups have this role.'),
    dashboards: t('Dashboards are shown to this role.'),
    rules: t('Row-level security rules name this role.'),
  };
  return used_by && texts[used_by];
}

function roleColumns(t: T): readonly ListColumn<WireRole>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      width: 260,
      sortKey: 'name',
      render: (row) => (
        <NameLine>
          <NameText>{row.name}</NameText>
          {row.is_built_in ? <Badge style={{ fontSize: 12 }}>{t('Built in')}</Badge> : null}
        </NameLine>
      ),
    },
    {
      key: 'data',
      header: t('Reads'),
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {dataText(t, row)}
        </span>
      ),
    },
    {
      key: 'users',
      header: t('Users'),
      width: 120,
      isNumeric: true,
      isSecondary: true,
      render: (row) => <span className={classNames(textRoles.secondary, textRoles.numbers)}>{row.user_count}</span>,
    },
  ];
}

function roleList(t: T, edit: Edit): ListDefinition<typeof roleEndpoints> {
  return {
    resource: resources.roles,
    title: t('Roles'),
    icon: TeamOutlined,
    emptyText: t('No roles yet'),
    searchPlaceholder: t('Search roles'),
    search: { col: 'name', opr: 'ct' },
    filters: [],
    columns: roleColumns(t),
    sortColumn: 'id',
    nameOf: (row) => row.name,
    deletesPromptly: true,
    create: { label: t('Role'), onCreate: () => edit(null) },
    deleteRefusal: (row) => roleRefusal(t, row),
    actions: (row, { can }) =>
      can('can_write') && isChangeable(row)
        ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }]
        : [],
  };
}

/** All roles, and the data that each opens. */
export function RoleListPage() {
  const t = useT();
  const list = useCallback((edit: Edit) => roleList(t, edit), [t]);
  return <FormListPage list={list} form={({ row, ...events }) => <RoleModal role={row} {...events} />} />;
}
