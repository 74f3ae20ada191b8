import { EditOutlined, EyeOutlined, MailOutlined, MobileOutlined, UserOutlined } from '@ant-design/icons-svg';
import { userEndpoints, type WireAccount } from '@powerset/contract';
import { Badge, classNames, Icon, Tooltip, textRoles } from '@powerset/ui';
import { useCallback, useState } from 'react';
import { api, resources, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  type EditRow,
  FirstOf,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameLine,
  NameText,
  When,
} from '../../lists/index.ts';
import { useSession, useTakesPasswords, useUserId } from '../../shell/index.ts';
import { InvitationModal } from './InvitationModal.tsx';
import { RemoveFactorModal } from './second-factor/index.ts';
import { UserModal } from './UserModal.tsx';
import { ViewAsModal } from './ViewAsModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireAccount>;

function userColumns(t: T): readonly ListColumn<WireAccount>[] {
  return [
    {
      key: 'username',
      header: t('Username'),
      width: 260,
      sortKey: 'username',
      render: (row) => (
        <NameLine>
          <NameText>{row.username}</NameText>
          {row.has_second_factor ? (
            <Tooltip text={t('Signs in with a second factor')}>
              <span role="img" aria-label={t('Second factor')} className={textRoles.secondary}>
                <Icon of={MobileOutlined} />
              </span>
            </Tooltip>
          ) : null}
          {row.active ? null : <Badge style={{ fontSize: 12 }}>{t('May not sign in')}</Badge>}
        </NameLine>
      ),
    },
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'first_name',
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {[row.first_name, row.last_name].filter(Boolean).join(' ')}
        </span>
      ),
    },
    {
      key: 'email',
      header: t('Email'),
      sortKey: 'email',
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {row.email}
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
      key: 'last_login',
      header: t('Last sign-in'),
      width: 140,
      isNumeric: true,
      sortKey: 'last_login',
      render: (row) => <When time={row.last_login} fallback={t('Never')} />,
    },
  ];
}

/** What would be left without an owner, and what would go. */
async function deletionWarning(t: T, { id, username }: WireAccount): Promise<string | null> {
  const owned = await api.callEndpoint(userEndpoints.relatedObjects, { params: { id } });
  const kept = [
    [owned.dashboards.count, t('dashboards: {{count}}', { count: owned.dashboards.count })],
    [owned.charts.count, t('charts: {{count}}', { count: owned.charts.count })],
    [owned.datasets.count, t('datasets: {{count}}', { count: owned.datasets.count })],
  ] as const;
  const things = kept.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(', ');
  const queries = owned.saved_queries.count;
  const sentences = [
    things &&
      t('What {{name}} alone owns stays, and only administrators can change it: {{things}}.', {
        name: username,
        things,
      }),
    queries > 0 && t('Saved queries that are deleted: {{count}}.', { count: queries }),
  ];
  return sentences.filter(Boolean).join(' ') || null;
}

interface UserListParts {
  readonly t: T;
  readonly ownId: number | null;
  readonly edit: Edit;
  /** Null where nobody chooses a password. */
  readonly invite: ((user: WireAccount) => void) | null;
  readonly removeFactor: (user: WireAccount) => void;
  readonly isAdmin: boolean;
  readonly viewAs: (user: WireAccount) => void;
}

function userList({
  t,
  ownId,
  edit,
  invite,
  removeFactor,
  isAdmin,
  viewAs,
}: UserListParts): ListDefinition<typeof userEndpoints> {
  return {
    resource: resources.users,
    title: t('Users'),
    icon: UserOutlined,
    emptyText: t('No users yet'),
    searchPlaceholder: t('Search users'),
    search: { col: 'username', opr: 'user_all_text' },
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
    columns: userColumns(t),
    sortColumn: 'last_login',
    nameOf: (row) => row.username,
    deletesPromptly: true,
    deleteRefusal: (row) => (row.id === ownId ? t('You cannot delete yourself. Ask another administrator.') : null),
    isDeletedSingly: true,
    deleteWarning: (row) => deletionWarning(t, row),
    create: { label: t('User'), onCreate: () => edit(null) },
    actions: (row, { can }) =>
      can('can_write')
        ? [
            { key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) },
            ...(invite && row.active && row.id !== ownId
              ? [{ key: 'invite', label: t('Invite'), icon: MailOutlined, onSelect: () => invite(row) }]
              : []),
            ...(row.active && row.id !== ownId && isAdmin
              ? [{ key: 'view', label: t('View as'), icon: EyeOutlined, onSelect: () => viewAs(row) }]
              : []),
            ...(row.has_second_factor && row.id !== ownId
              ? [
                  {
                    key: 'second-factor',
                    label: t('Remove second factor'),
                    icon: MobileOutlined,
                    onSelect: () => removeFactor(row),
                  },
                ]
              : []),
          ]
        : [],
  };
}

/** Everybody who may sign in. */
export function UserListPage() {
  const t = useT();
  const invalidate = useInvalidate();
  const ownId = useUserId();
  const takesPasswords = useTakesPasswords();
  const isAdmin = Object.keys(useSession().user?.roles ?? {}).some((name) => name.toLowerCase() === 'admin');
  const [invited, setInvited] = useState<Pick<WireAccount, 'id' | 'username' | 'email'> | null>(null);
  const [viewed, setViewed] = useState<WireAccount | null>(null);
  const [helped, setHelped] = useState<WireAccount | null>(null);
  const list = useCallback(
    (edit: Edit) =>
      userList({
        ...{ t, ownId, edit, isAdmin, removeFactor: setHelped, viewAs: setViewed },
        invite: takesPasswords ? setInvited : null,
      }),
    [t, ownId, isAdmin, takesPasswords],
  );
  return (
    <>
      <FormListPage
        list={list}
        form={({ row, onClose, onSaved }) => (
          <UserModal
            user={row}
            onClose={onClose}
            onInvite={setInvited}
            onSaved={() => {
              onSaved();
              void invalidate(resources.roles);
            }}
          />
        )}
      />
      {viewed ? <ViewAsModal user={viewed} onClose={() => setViewed(null)} /> : null}
      {helped ? (
        <RemoveFactorModal
          user={helped}
          onRemoved={() => invalidate(resources.users)}
          onClose={() => setHelped(null)}
        />
      ) : null}
      {invited ? <InvitationModal user={invited} onClose={() => setInvited(null)} /> : null}
    </>
  );
}
