import { EditOutlined, HighlightOutlined, UnorderedListOutlined } from '@ant-design/icons-svg';
import type { annotationEndpoints, WireAnnotation } from '@powerset/contract';
import { classNames, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { annotationsOf, resources, useItem } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { type EditRow, FormListPage, type ListColumn, type ListDefinition, NameText, When } from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';
import { AnnotationModal } from './AnnotationModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireAnnotation>;

/** A moment in UTC; midnight goes without saying. */
function toMoment(text: string, language: string): string {
  const time = new Date(`${text}Z`);
  const isMidnight = /T00:00:00/.test(text);
  return time.toLocaleString(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    ...(isMidnight ? {} : { timeStyle: 'short' }),
  });
}

function annotationColumns(t: T, language: string): readonly ListColumn<WireAnnotation>[] {
  const time = (key: 'start_dttm' | 'end_dttm', header: string): ListColumn<WireAnnotation> => ({
    key,
    header,
    width: 180,
    sortKey: key,
    isNumeric: true,
    render: (row) => (
      <span className={classNames(textRoles.secondary, textRoles.numbers)}>{toMoment(row[key], language)}</span>
    ),
  });
  return [
    {
      key: 'short_descr',
      header: t('Name'),
      width: 280,
      sortKey: 'short_descr',
      render: (row) => <NameText>{row.short_descr}</NameText>,
    },
    {
      key: 'long_descr',
      header: t('Description'),
      sortKey: 'long_descr',
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {row.long_descr}
        </span>
      ),
    },
    time('start_dttm', t('Start')),
    { ...time('end_dttm', t('End')), isSecondary: true },
    {
      key: 'changed',
      header: t('Modified'),
      width: 140,
      isNumeric: true,
      isSecondary: true,
      sortKey: 'changed_on_delta_humanized',
      render: (row) => <When time={row.changed_on} fallback={row.changed_on_delta_humanized} />,
    },
  ];
}

interface ListGiven {
  readonly t: T;
  readonly language: string;
  readonly layerId: number;
  readonly name: string | undefined;
  readonly edit: Edit;
}

function annotationList({ t, language, layerId, name, edit }: ListGiven): ListDefinition<typeof annotationEndpoints> {
  return {
    resource: annotationsOf(layerId),
    title: name === undefined ? t('Annotations') : t('Annotations of {{name}}', { name }),
    icon: HighlightOutlined,
    emptyText: t('No annotations yet'),
    searchPlaceholder: t('Search annotations'),
    search: { col: 'short_descr', opr: 'annotation_all_text' },
    filters: [],
    columns: annotationColumns(t, language),
    sortColumn: 'start_dttm',
    nameOf: (row) => row.short_descr,
    create: { label: t('Annotation'), onCreate: () => edit(null) },
    ways: [{ label: t('All layers'), address: addresses.annotationLayers, icon: UnorderedListOutlined }],
    deleteRefusal: () => null,
    actions: (row, { can }) =>
      can('can_write') ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }] : [],
  };
}

/** What stands in one annotation layer. */
export function AnnotationListPage() {
  const t = useT();
  const language = useLanguage();
  const layerId = Number(useParams().layerId);
  const name = useItem(resources.annotationLayers, layerId).data?.name;
  const list = useCallback(
    (edit: Edit) => annotationList({ t, language, layerId, name, edit }),
    [t, language, layerId, name],
  );
  return (
    <FormListPage
      list={list}
      form={({ row, ...events }) => <AnnotationModal layerId={layerId} annotation={row} {...events} />}
    />
  );
}
