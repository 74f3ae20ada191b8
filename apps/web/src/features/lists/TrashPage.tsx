import {
  DeleteOutlined,
  FileSearchOutlined,
  LayoutOutlined,
  PieChartOutlined,
  TableOutlined,
  UndoOutlined,
} from '@ant-design/icons-svg';
import { type TrashType, type trashEndpoints, trashTypes, type WireTrashed } from '@powerset/contract';
import { Badge, Icon, type IconType, textRoles } from '@powerset/ui';
import { useMemo } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { type ListColumn, type ListDefinition, ListPage, NameLine, NameText, When } from '../../lists/index.ts';
import { useSession } from '../../shell/index.ts';
import { useRestoring } from './use-restoring.ts';

type T = ReturnType<typeof useT>;

const dayMs = 86_400_000;

const icons: Readonly<Record<TrashType, IconType>> = {
  chart: PieChartOutlined,
  dashboard: LayoutOutlined,
  dataset: TableOutlined,
  saved_query: FileSearchOutlined,
};

function typeWords(t: T): Readonly<Record<TrashType, string>> {
  return { chart: t('Chart'), dashboard: t('Dashboard'), dataset: t('Dataset'), saved_query: t('Saved query') };
}

function trashColumns(t: T, isOfAll: boolean): readonly ListColumn<WireTrashed>[] {
  const words = typeWords(t);
  return [
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'name',
      render: (row) => (
        <NameLine>
          <Icon of={icons[row.object_type]} color="var(--text-2)" />
          <NameText>{row.name || t('Untitled')}</NameText>
        </NameLine>
      ),
    },
    {
      key: 'type',
      header: t('Type'),
      width: 140,
      isSecondary: true,
      render: (row) => <Badge>{words[row.object_type]}</Badge>,
    },
    ...(isOfAll
      ? [
          {
            key: 'deleted_by',
            header: t('Deleted by'),
            width: 180,
            isSecondary: true,
            render: ({ deleted_by: by }: WireTrashed) => (
              <span className={textRoles.secondary}>{[by?.first_name, by?.last_name].filter(Boolean).join(' ')}</span>
            ),
          },
        ]
      : []),
    {
      key: 'deleted_on',
      header: t('Deleted'),
      width: 130,
      isNumeric: true,
      sortKey: 'deleted_on',
      render: (row) => <When time={row.deleted_on} fallback={row.deleted_on_delta_humanized} />,
    },
    {
      key: 'expires_on',
      header: t('Gone for good in'),
      width: 150,
      isNumeric: true,
      isSecondary: true,
      render: (row) => (
        <span className={textRoles.secondary}>
          {t('{{count}} days', { count: Math.max(1, Math.ceil((Date.parse(row.expires_on) - Date.now()) / dayMs)) })}
        </span>
      ),
    },
  ];
}

interface TrashParts {
  readonly t: T;
  readonly isOfAll: boolean;
  readonly restore: (rows: readonly WireTrashed[], refresh: () => void) => Promise<void>;
}

function trashList({ t, isOfAll, restore }: TrashParts): ListDefinition<typeof trashEndpoints> {
  const words = typeWords(t);
  return {
    resource: resources.trash,
    title: t('Trash'),
    icon: DeleteOutlined,
    emptyText: t('The trash is empty'),
    emptyHelp: t('Charts, dashboards, datasets and saved queries that are deleted wait here to be brought back.'),
    noMatchText: t('Nothing of that is in the trash'),
    searchPlaceholder: t('Search the trash'),
    search: { col: 'name', opr: 'ct' },
    sortColumn: 'deleted_on',
    filters: [
      {
        key: 'type',
        label: t('Type'),
        anyLabel: t('All'),
        col: 'object_type',
        opr: 'eq',
        source: { kind: 'fixed', choices: trashTypes.map((value) => ({ value, text: words[value] })) },
      },
    ],
    columns: trashColumns(t, isOfAll),
    nameOf: (row) => row.name || t('Untitled'),
    deleteRefusal: () => null,
    actions: (row, { refresh }) => [
      { key: 'restore', label: t('Restore'), icon: UndoOutlined, onSelect: () => void restore([row], refresh) },
    ],
    bulkActions: (rows, { refresh }) => [
      { key: 'restore', label: t('Restore'), icon: UndoOutlined, onSelect: () => void restore(rows, refresh) },
    ],
  };
}

/** What was deleted, to be brought back. */
export function TrashPage() {
  const t = useT();
  const { user } = useSession();
  const isOfAll = 'Admin' in (user?.roles ?? {});
  const restore = useRestoring();
  const definition = useMemo(() => trashList({ t, isOfAll, restore }), [t, isOfAll, restore]);
  return <ListPage definition={definition} />;
}
