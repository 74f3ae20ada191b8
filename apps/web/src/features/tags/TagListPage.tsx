import { EditOutlined, TagsOutlined } from '@ant-design/icons-svg';
import type { tagEndpoints, WireTag } from '@powerset/contract';
import { classNames, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  creatorColumn,
  creatorFilter,
  type EditRow,
  FavoriteStar,
  FormListPage,
  favoriteFilter,
  type ListColumn,
  type ListDefinition,
  NameLine,
  NameLink,
} from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';
import { TagModal } from './TagModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireTag>;

function tagColumns(t: T): readonly ListColumn<WireTag>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      width: 320,
      sortKey: 'name',
      render: (row, { favorites }) => (
        <NameLine>
          <NameLink address={addresses.objectsOfTag(row.id)}>{row.name}</NameLink>
          {favorites ? <FavoriteStar favorites={favorites} id={row.id} name={row.name} /> : null}
        </NameLine>
      ),
    },
    {
      key: 'description',
      header: t('Description'),
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {row.description}
        </span>
      ),
    },
    creatorColumn(t),
    changedColumn(t),
  ];
}

function tagList(t: T, edit: Edit): ListDefinition<typeof tagEndpoints> {
  return {
    resource: resources.tags,
    title: t('Tags'),
    icon: TagsOutlined,
    emptyText: t('No tags yet'),
    emptyHelp: t('Charts, dashboards and saved queries that belong together are found by a tag.'),
    searchPlaceholder: t('Search tags'),
    search: { col: 'name', opr: 'tag_all_text' },
    hasFavorites: true,
    filters: [creatorFilter(t), favoriteFilter(t, 'tag_is_favorite')],
    columns: tagColumns(t),
    nameOf: (row) => row.name,
    addressOf: (row) => addresses.objectsOfTag(row.id),
    create: { label: t('Tag'), onCreate: () => edit(null) },
    deleteRefusal: (row) => (row.is_editable ? null : t('Only who made it, or an administrator, can delete it.')),
    actions: (row, { can }) =>
      can('can_write') && row.is_editable
        ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }]
        : [],
  };
}

/** All tags. */
export function TagListPage() {
  const t = useT();
  const list = useCallback((edit: Edit) => tagList(t, edit), [t]);
  return <FormListPage list={list} form={({ row, ...events }) => <TagModal tag={row} {...events} />} />;
}
