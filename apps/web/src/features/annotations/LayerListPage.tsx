import { EditOutlined, HighlightOutlined } from '@ant-design/icons-svg';
import type { annotationLayerEndpoints, WireAnnotationLayer } from '@powerset/contract';
import { classNames, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { annotationsOf, hasItems, resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  creatorColumn,
  creatorFilter,
  type EditRow,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameLink,
} from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';
import { LayerModal } from './LayerModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireAnnotationLayer>;

function layerColumns(t: T): readonly ListColumn<WireAnnotationLayer>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      width: 320,
      sortKey: 'name',
      render: (row) => <NameLink address={addresses.annotations(row.id)}>{row.name}</NameLink>,
    },
    {
      key: 'descr',
      header: t('Description'),
      sortKey: 'descr',
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {row.descr}
        </span>
      ),
    },
    { ...creatorColumn(t), sortKey: 'created_by' },
    changedColumn(t),
  ];
}

function layerList(t: T, edit: Edit): ListDefinition<typeof annotationLayerEndpoints> {
  return {
    resource: resources.annotationLayers,
    title: t('Annotation layers'),
    icon: HighlightOutlined,
    emptyText: t('No annotation layers yet'),
    searchPlaceholder: t('Search annotation layers'),
    search: { col: 'name', opr: 'annotation_layer_all_text' },
    filters: [creatorFilter(t)],
    columns: layerColumns(t),
    nameOf: (row) => row.name,
    addressOf: (row) => addresses.annotations(row.id),
    create: { label: t('Annotation layer'), onCreate: () => edit(null) },
    deleteRefusal: () => null,
    askDeleteRefusal: async ({ id }) =>
      (await hasItems(annotationsOf(id))) ? t('Annotation layer has associated annotations.') : null,
    actions: (row, { can }) =>
      can('can_write') ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }] : [],
  };
}

/** All annotation layers. */
export function LayerListPage() {
  const t = useT();
  const list = useCallback((edit: Edit) => layerList(t, edit), [t]);
  return <FormListPage list={list} form={({ row, ...events }) => <LayerModal layer={row} {...events} />} />;
}
