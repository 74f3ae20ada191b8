import { DashboardOutlined, EditOutlined } from '@ant-design/icons-svg';
import type { dashboardEndpoints, WireDashboard } from '@powerset/contract';
import { Badge } from '@powerset/ui';
import { useMemo } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  CertifiedMark,
  certifiedFilter,
  changedColumn,
  FavoriteStar,
  favoriteFilter,
  type ListColumn,
  type ListDefinition,
  ListPage,
  NameLine,
  NameLink,
  ownerFilter,
  ownersColumn,
  type RowContext,
  tagFilter,
  tagsColumn,
  whenText,
} from '../../lists/index.ts';
import { addresses, DashboardThumbnail, LivePicture, useUserId } from '../../shell/index.ts';
import { type PropertyEditing, usePropertyEditing } from './properties.tsx';
import { reportRefusal } from './report-refusal.ts';
import { type Tagging, useTagging } from './tags.tsx';

type T = ReturnType<typeof useT>;

const addressOf = (row: WireDashboard) => addresses.dashboard(row.slug || row.id);

function NameCell({ row, name, context }: { row: WireDashboard; name: string; context: RowContext }) {
  return (
    <NameLine
      thumbnail={
        <LivePicture address={row.thumbnail_url}>
          <DashboardThumbnail positionJson={row.position_json} seed={`${row.id}`} width={144} height={76} padding={8} />
        </LivePicture>
      }
    >
      <NameLink address={addressOf(row)}>{name}</NameLink>
      {context.favorites ? <FavoriteStar favorites={context.favorites} id={row.id} name={name} /> : null}
      <CertifiedMark by={row.certified_by} details={row.certification_details} />
    </NameLine>
  );
}

function dashboardColumns(
  t: T,
  nameOf: (row: WireDashboard) => string,
  hasTags: boolean,
): readonly ListColumn<WireDashboard>[] {
  return [
    {
      key: 'title',
      header: t('Name'),
      sortKey: 'dashboard_title',
      render: (row, context) => <NameCell row={row} name={nameOf(row)} context={context} />,
    },
    {
      key: 'status',
      header: t('Status'),
      width: 140,
      sortKey: 'published',
      isSecondary: true,
      render: (row) => (row.published ? <Badge kind="success">{t('Published')}</Badge> : <Badge>{t('Draft')}</Badge>),
    },
    ...(hasTags ? [tagsColumn<WireDashboard>(t)] : []),
    ownersColumn(t),
    changedColumn(t),
  ];
}

/** Without the dashboards' metadata and styles. The layout is drawn where a picture is still on its way. */
const fields = [
  ...(['id', 'dashboard_title', 'slug', 'published', 'position_json', 'thumbnail_url', 'tags', 'owners'] as const),
  ...(['certified_by', 'certification_details', 'changed_on_utc', 'changed_on_delta_humanized'] as const),
] as const;

interface ListGiven {
  readonly t: T;
  readonly userId: number | null;
  readonly tagging: Tagging;
  readonly editing: PropertyEditing;
}

function dashboardList({ t, userId, tagging, editing }: ListGiven): ListDefinition<typeof dashboardEndpoints> {
  const nameOf = (row: WireDashboard) => row.dashboard_title || t('[ untitled dashboard ]');
  return {
    resource: resources.dashboards,
    title: t('Dashboards'),
    icon: DashboardOutlined,
    emptyText: t('No dashboards yet'),
    emptyHelp: t('Dashboards put charts side by side and filter them together.'),
    searchPlaceholder: t('Search dashboards'),
    search: { col: 'dashboard_title', opr: 'title_or_slug' },
    hasFavorites: userId !== null,
    hasExport: true,
    hasImport: true,
    deleteRefusal: ({ owners }, { isOwner }) => (isOwner(owners) ? null : t('Only its owners can delete it.')),
    askDeleteRefusal: (row) => reportRefusal(t, 'dashboard_id', row),
    fields,
    columns: dashboardColumns(t, nameOf, tagging.hasTags),
    filters: [
      ownerFilter(t),
      {
        key: 'published',
        label: t('Status'),
        anyLabel: t('Any'),
        col: 'published',
        opr: 'eq',
        source: {
          kind: 'fixed',
          choices: [
            { value: true, text: t('Published') },
            { value: false, text: t('Draft') },
          ],
        },
      },
      ...(tagging.hasTags ? [tagFilter(t, 'dashboard_tag_id')] : []),
      ...(userId === null ? [] : [favoriteFilter(t, 'dashboard_is_favorite')]),
      certifiedFilter(t, 'dashboard_is_certified'),
    ],
    nameOf,
    addressOf,
    card: (row) => ({
      thumbnail: (
        <LivePicture address={row.thumbnail_url}>
          <DashboardThumbnail positionJson={row.position_json} seed={`${row.id}`} width={221} height={116} />
        </LivePicture>
      ),
      kind: row.published ? t('Published') : t('Draft'),
      when: whenText(row),
    }),
    create: { label: t('Dashboard'), address: addresses.newDashboard },
    actions: (row, context) =>
      context.can('can_write')
        ? [
            {
              key: 'edit',
              label: t('Edit'),
              icon: EditOutlined,
              href: addresses.dashboard(row.slug || row.id, '?edit=true'),
            },
            ...(context.isOwner(row.owners) ? [editing.action(row), ...tagging.actions([row])] : []),
          ]
        : [],
    bulkActions: (rows, { isOwner }) => tagging.actions(rows.filter((row) => isOwner(row.owners))),
  };
}

/** All dashboards that the user may see. */
export function DashboardListPage() {
  const t = useT();
  const userId = useUserId();
  const { tagging, dialog } = useTagging('dashboard', resources.dashboards);
  const properties = usePropertyEditing('dashboard');
  const { editing } = properties;
  const definition = useMemo(() => dashboardList({ t, userId, tagging, editing }), [t, userId, tagging, editing]);
  return (
    <>
      <ListPage definition={definition} />
      {dialog}
      {properties.dialog}
    </>
  );
}
