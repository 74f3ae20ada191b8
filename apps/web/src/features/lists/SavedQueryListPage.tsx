import { CodeOutlined, EditOutlined, HistoryOutlined } from '@ant-design/icons-svg';
import type { savedQueryEndpoints, WireSavedQuery } from '@powerset/contract';
import { useMemo } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  databaseColumn,
  databaseFilter,
  FavoriteStar,
  favoriteFilter,
  type ListColumn,
  type ListDefinition,
  ListPage,
  NameLine,
  NameLink,
  SqlText,
  schemaColumn,
  schemaFilter,
  tagFilter,
  tagsColumn,
  whenText,
} from '../../lists/index.ts';
import { addresses, QueryThumbnail } from '../../shell/index.ts';
import { useHasTags } from './tags.ts';

type T = ReturnType<typeof useT>;

function savedQueryColumns(
  t: T,
  nameOf: (row: WireSavedQuery) => string,
  hasTags: boolean,
): readonly ListColumn<WireSavedQuery>[] {
  return [
    {
      key: 'label',
      header: t('Name'),
      width: 280,
      sortKey: 'label',
      render: (row, { favorites }) => (
        <NameLine>
          <NameLink address={addresses.savedQuery(row.id)}>{nameOf(row)}</NameLink>
          {favorites ? <FavoriteStar favorites={favorites} id={row.id} name={nameOf(row)} /> : null}
        </NameLine>
      ),
    },
    databaseColumn(t, 160),
    schemaColumn(t, 120),
    {
      key: 'sql',
      header: t('SQL'),
      isSecondary: true,
      render: (row) => <SqlText sql={row.sql} />,
    },
    ...(hasTags ? [tagsColumn<WireSavedQuery>(t)] : []),
    changedColumn(t),
  ];
}

function savedQueryList(t: T, hasTags: boolean): ListDefinition<typeof savedQueryEndpoints> {
  const nameOf = (row: WireSavedQuery) => row.label || t('Untitled query');
  return {
    resource: resources.savedQueries,
    title: t('Saved queries'),
    icon: CodeOutlined,
    emptyText: t('No saved queries yet'),
    emptyHelp: t('Queries that you save in SQL Lab are found here.'),
    searchPlaceholder: t('Search saved queries'),
    search: { col: 'label', opr: 'all_text' },
    hasFavorites: true,
    hasExport: true,
    hasImport: true,
    deleteRefusal: () => null,
    columns: savedQueryColumns(t, nameOf, hasTags),
    filters: [
      databaseFilter(t),
      schemaFilter(t),
      ...(hasTags ? [tagFilter(t, 'saved_query_tag_id')] : []),
      favoriteFilter(t, 'saved_query_is_fav'),
    ],
    nameOf,
    addressOf: (row) => addresses.savedQuery(row.id),
    card: (row) => ({
      thumbnail: <QueryThumbnail sql={row.sql} width={221} height={116} />,
      kind: row.database?.database_name ?? t('Saved query'),
      when: whenText(row),
    }),
    create: { label: t('Query'), address: addresses.newQuery },
    actions: (row) => [
      { key: 'edit', label: t('Edit'), icon: EditOutlined, href: addresses.savedQuery(row.id) },
      { key: 'versions', label: t('Versions'), icon: HistoryOutlined, href: addresses.savedQueryVersions(row.id) },
    ],
  };
}

/** The user's saved queries. */
export function SavedQueryListPage() {
  const t = useT();
  const hasTags = useHasTags();
  const definition = useMemo(() => savedQueryList(t, hasTags), [t, hasTags]);
  return <ListPage definition={definition} />;
}
