import { EditOutlined, FormatPainterOutlined } from '@ant-design/icons-svg';
import type { cssTemplateEndpoints, WireCssTemplate } from '@powerset/contract';
import { textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  creatorColumn,
  creatorFilter,
  type EditRow,
  FormListPage,
  type ListColumn,
  type ListDefinition,
} from '../../lists/index.ts';
import { TemplateModal } from './TemplateModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireCssTemplate>;

function templateColumns(t: T): readonly ListColumn<WireCssTemplate>[] {
  return [
    {
      key: 'template_name',
      header: t('Name'),
      sortKey: 'template_name',
      render: (row) => (
        <span dir="auto" className={textRoles.truncated}>
          {row.template_name}
        </span>
      ),
    },
    creatorColumn(t),
    changedColumn(t),
  ];
}

function templateList(t: T, edit: Edit): ListDefinition<typeof cssTemplateEndpoints> {
  return {
    resource: resources.cssTemplates,
    title: t('CSS templates'),
    icon: FormatPainterOutlined,
    emptyText: t('No CSS templates yet'),
    emptyHelp: t('CSS that is kept here is loaded into dashboards, in their properties and while they are edited.'),
    searchPlaceholder: t('Search CSS templates'),
    search: { col: 'template_name', opr: 'css_template_all_text' },
    filters: [creatorFilter(t)],
    columns: templateColumns(t),
    nameOf: (row) => row.template_name,
    create: { label: t('CSS template'), onCreate: () => edit(null) },
    deleteRefusal: () => null,
    actions: (row, { can }) =>
      can('can_write') ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }] : [],
  };
}

/** All CSS templates. */
export function TemplateListPage() {
  const t = useT();
  const list = useCallback((edit: Edit) => templateList(t, edit), [t]);
  return <FormListPage list={list} form={({ row, ...events }) => <TemplateModal template={row} {...events} />} />;
}
