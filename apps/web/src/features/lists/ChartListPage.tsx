import { AreaChartOutlined, EditOutlined } from '@ant-design/icons-svg';
import type { chartEndpoints, WireChart } from '@powerset/contract';
import { textRoles, UiLink } from '@powerset/ui';
import { useMemo } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  CertifiedMark,
  certifiedFilter,
  changedColumn,
  FavoriteStar,
  FirstOf,
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
import { addresses, ChartThumbnail, chartTypeName, LivePicture, useSession, useUserId } from '../../shell/index.ts';
import { type PropertyEditing, usePropertyEditing } from './properties.tsx';
import { reportRefusal } from './report-refusal.ts';
import { type Tagging, useTagging } from './tags.tsx';

type T = ReturnType<typeof useT>;

function NameCell({ row, context }: { row: WireChart; context: RowContext }) {
  return (
    <NameLine
      thumbnail={
        <LivePicture address={row.thumbnail_url}>
          <ChartThumbnail vizType={row.viz_type} seed={`${row.id}`} width={72} height={38} />
        </LivePicture>
      }
    >
      <NameLink address={addresses.chart(row.id)}>{row.slice_name}</NameLink>
      {context.favorites ? <FavoriteStar favorites={context.favorites} id={row.id} name={row.slice_name} /> : null}
      <CertifiedMark by={row.certified_by} details={row.certification_details} />
    </NameLine>
  );
}

function DatasetCell({ row }: { row: WireChart }) {
  const { hasRoute } = useSession();
  if (!row.datasource_name_text || row.datasource_id === null) return null;
  const address = addresses.dataset(row.datasource_id);
  if (!hasRoute(address)) return <span className={textRoles.secondary}>{row.datasource_name_text}</span>;
  return (
    <UiLink dir="auto" href={address} className={textRoles.truncated}>
      {row.datasource_name_text}
    </UiLink>
  );
}

function chartColumns(t: T, hasTags: boolean): readonly ListColumn<WireChart>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'slice_name',
      render: (row, context) => <NameCell row={row} context={context} />,
    },
    {
      key: 'type',
      header: t('Type'),
      width: 170,
      sortKey: 'viz_type',
      isSecondary: true,
      render: (row) => <span className={textRoles.secondary}>{chartTypeName(row.viz_type, t)}</span>,
    },
    {
      key: 'dataset',
      header: t('Dataset'),
      width: 160,
      sortKey: 'datasource_name',
      isSecondary: true,
      render: (row) => <DatasetCell row={row} />,
    },
    {
      key: 'dashboards',
      header: t('Dashboards'),
      width: 170,
      isSecondary: true,
      render: (row) => <FirstOf names={(row.dashboards ?? []).map((dashboard) => dashboard.dashboard_title)} />,
    },
    ...(hasTags ? [tagsColumn<WireChart>(t)] : []),
    ownersColumn(t, 100),
    changedColumn(t, 120),
  ];
}

/** Without the charts' forms, which are most of what there is. */
const fields = [
  ...([
    'id',
    'slice_name',
    'viz_type',
    'datasource_id',
    'datasource_name_text',
    'dashboards',
    'tags',
    'owners',
  ] as const),
  ...(['thumbnail_url', 'certified_by', 'certification_details', 'changed_on_utc'] as const),
  'changed_on_delta_humanized',
] as const;

interface ListGiven {
  readonly t: T;
  readonly userId: number | null;
  readonly tagging: Tagging;
  readonly editing: PropertyEditing;
}

function chartList({ t, userId, tagging, editing }: ListGiven): ListDefinition<typeof chartEndpoints> {
  return {
    resource: resources.charts,
    title: t('Charts'),
    icon: AreaChartOutlined,
    emptyText: t('No charts yet'),
    emptyHelp: t('Charts are pictures of datasets. Make one, or import what another installation exported.'),
    searchPlaceholder: t('Search charts'),
    search: { col: 'slice_name', opr: 'chart_all_text' },
    hasFavorites: userId !== null,
    hasExport: true,
    hasImport: true,
    deleteRefusal: ({ owners }, { isOwner }) => (isOwner(owners) ? null : t('Only its owners can delete it.')),
    askDeleteRefusal: (row) => reportRefusal(t, 'chart_id', row),
    fields,
    columns: chartColumns(t, tagging.hasTags),
    filters: [
      {
        key: 'type',
        label: t('Type'),
        anyLabel: t('All'),
        col: 'viz_type',
        opr: 'eq',
        source: { kind: 'distinct', column: 'viz_type', toText: (type) => chartTypeName(type, t) },
      },
      {
        key: 'dataset',
        label: t('Dataset'),
        anyLabel: t('All'),
        col: 'datasource_id',
        opr: 'eq',
        resource: resources.datasets,
        source: { kind: 'list', column: 'table_name', opr: 'ct' },
      },
      ownerFilter(t),
      {
        key: 'dashboard',
        label: t('Dashboard'),
        anyLabel: t('All'),
        col: 'dashboards',
        opr: 'rel_m_m',
        resource: resources.dashboards,
        source: { kind: 'list', column: 'dashboard_title', opr: 'title_or_slug' },
      },
      ...(tagging.hasTags ? [tagFilter(t, 'chart_tag_id')] : []),
      ...(userId === null ? [] : [favoriteFilter(t, 'chart_is_favorite')]),
      certifiedFilter(t, 'chart_is_certified'),
    ],
    nameOf: (row) => row.slice_name,
    addressOf: (row) => addresses.chart(row.id),
    card: (row) => ({
      thumbnail: (
        <LivePicture address={row.thumbnail_url}>
          <ChartThumbnail vizType={row.viz_type} seed={`${row.id}`} width={221} height={116} padding={15} />
        </LivePicture>
      ),
      kind: chartTypeName(row.viz_type, t),
      when: whenText(row),
    }),
    create: { label: t('Chart'), address: addresses.newChart },
    actions: (row, { isOwner }) => [
      { key: 'edit', label: t('Edit'), icon: EditOutlined, href: addresses.chart(row.id) },
      ...(isOwner(row.owners) ? [editing.action(row), ...tagging.actions([row])] : []),
    ],
    bulkActions: (rows, { isOwner }) => tagging.actions(rows.filter((row) => isOwner(row.owners))),
  };
}

/** All charts. */
export function ChartListPage() {
  const t = useT();
  const userId = useUserId();
  const { tagging, dialog } = useTagging('chart', resources.charts);
  const properties = usePropertyEditing('chart');
  const { editing } = properties;
  const definition = useMemo(() => chartList({ t, userId, tagging, editing }), [t, userId, tagging, editing]);
  return (
    <>
      <ListPage definition={definition} />
      {dialog}
      {properties.dialog}
    </>
  );
}
