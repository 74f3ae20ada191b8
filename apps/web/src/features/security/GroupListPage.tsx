import { EditOutlined, UsergroupAddOutlined } from '@ant-design/icons-svg';
import type { groupEndpoints, WireGroup } from '@powerset/contract';
import { classNames, Modal, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { resources, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  type EditRow,
  FirstOf,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameLine,
  NameText,
  type RowForm,
} from '../../lists/index.ts';
import { ErrorView } from '../../shell/index.ts';
import { GroupModal } from './GroupModal.tsx';
import { readGroup } from './versions.ts';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireGroup>;

function groupColumns(t: T): readonly ListColumn<WireGroup>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      width: 260,
      sortKey: 'name',
      render: (row) => (
        <NameLine>
          <NameText>{row.name}</NameText>
        </NameLine>
      ),
    },
    {
      key: 'label',
      header: t('Label'),
      sortKey: 'label',
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {row.label || row.description}
        </span>
      ),
    },
    {
      key: 'roles',
      header: t('Roles'),
      width: 200,
      render: (row) => <FirstOf names={row.roles.map(({ name }) => name)} />,
    },
    {
      key: 'users',
      header: t('Members'),
      width: 120,
      isNumeric: true,
      render: (row) => <span className={textRoles.numbers}>{row.user_count}</span>,
    },
  ];
}

function groupList(t: T, edit: Edit): ListDefinition<typeof groupEndpoints> {
  return {
    resource: resources.groups,
    title: t('Groups'),
    icon: UsergroupAddOutlined,
    emptyText: t('No groups yet'),
    emptyHelp: t('All members of a group hold its roles: whoever joins or leaves needs no other change.'),
    searchPlaceholder: t('Search groups'),
    search: { col: 'name', opr: 'group_all_text' },
    filters: [
      {
        key: 'roles',
        label: t('Role'),
        anyLabel: t('Any role'),
        col: 'roles',
        opr: 'rel_m_m',
        source: { kind: 'related', column: 'roles' },
      },
    ],
    columns: groupColumns(t),
    sortColumn: 'id',
    nameOf: (row) => row.name,
    deletesPromptly: true,
    isDeletedSingly: true,
    deleteRefusal: () => null,
    deleteWarning: async (row) =>
      row.user_count > 0 && row.roles.length > 0
        ? t('Its members lose the roles that they hold by it alone. Members: {{count}}.', { count: row.user_count })
        : null,
    create: { label: t('Group'), onCreate: () => edit(null) },
    actions: (row, { can }) =>
      can('can_write') ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }] : [],
  };
}

/** All groups of people. */
export function GroupListPage() {
  const t = useT();
  const invalidate = useInvalidate();
  const list = useCallback((edit: Edit) => groupList(t, edit), [t]);
  return (
    <FormListPage
      list={list}
      form={({ row, onClose, onSaved }) => {
        const events = {
          onClose,
          onSaved: () => {
            onSaved();
            void invalidate(resources.users);
          },
        };
        return row === null ? <GroupModal group={null} {...events} /> : <WholeGroup row={row} {...events} />;
      }}
    />
  );
}

/** A group opens with all its members, of whom the list names a hundred. */
function WholeGroup({ row, ...events }: RowForm<WireGroup> & { readonly row: WireGroup }) {
  const t = useT();
  const whole = useQuery({
    queryKey: [resources.groups.name, 'whole', row.id, row.last_modified_time],
    queryFn: () => readGroup(row.id),
  });
  if (whole.error)
    return (
      <Modal title={t('Edit group {{name}}', { name: row.name })} onClose={events.onClose}>
        <ErrorView title={t('The group could not be loaded')} error={whole.error} />
      </Modal>
    );
  return whole.data ? <GroupModal key={row.id} group={whole.data} {...events} /> : null;
}
