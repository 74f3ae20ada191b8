import {
  AreaChartOutlined,
  EditOutlined,
  ShareAltOutlined,
  TableOutlined,
  UploadOutlined,
} from '@ant-design/icons-svg';
import { datasetEndpoints, type WireDataset } from '@powerset/contract';
import { Badge } from '@powerset/ui';
import { Suspense, useMemo, useState } from 'react';
import { ShareModal } from '../../access-requests/index.ts';
import { api, resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  CertifiedMark,
  certifiedFilter,
  changedColumn,
  databaseColumn,
  databaseFilter,
  type ListColumn,
  type ListDefinition,
  ListPage,
  NameLine,
  NameLink,
  ownerFilter,
  ownersColumn,
  schemaColumn,
  schemaFilter,
  tagFilter,
  tagsColumn,
} from '../../lists/index.ts';
import { addresses, mayUpload, useIsOwner, useSession } from '../../shell/index.ts';
import { readCertification } from './certification.ts';
import { relatedText } from './related-objects.ts';
import { reportRefusal } from './report-refusal.ts';
import { type Tagging, useTagging } from './tags.tsx';

type T = ReturnType<typeof useT>;

function NameCell({ row }: { row: WireDataset }) {
  const { certified_by: by, details } = readCertification(row.extra);
  return (
    <NameLine>
      <NameLink address={addresses.dataset(row.id)}>{row.table_name}</NameLink>
      <CertifiedMark by={by} details={details} />
    </NameLine>
  );
}

function datasetColumns(t: T, hasTags: boolean): readonly ListColumn<WireDataset>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'table_name',
      render: (row) => <NameCell row={row} />,
    },
    {
      key: 'kind',
      header: t('Type'),
      width: 120,
      isSecondary: true,
      render: (row) => <Badge>{row.kind === 'virtual' ? t('Virtual') : t('Physical')}</Badge>,
    },
    databaseColumn(t, 180),
    schemaColumn(t, 160),
    ...(hasTags ? [tagsColumn<WireDataset>(t)] : []),
    ownersColumn(t),
    changedColumn(t),
  ];
}

async function datasetWarning(t: T, row: WireDataset): Promise<string | null> {
  const related = await api.callEndpoint(datasetEndpoints.relatedObjects, { params: { id: row.id } });
  return relatedText(t, related);
}

interface ListGiven {
  readonly t: T;
  readonly hasUpload: boolean;
  readonly isOwner: ReturnType<typeof useIsOwner>;
  readonly share: (row: WireDataset) => void;
  readonly tagging: Tagging;
}

function datasetList({ t, hasUpload, isOwner, share, tagging }: ListGiven): ListDefinition<typeof datasetEndpoints> {
  return {
    resource: resources.datasets,
    title: t('Datasets'),
    icon: TableOutlined,
    emptyText: t('No datasets yet'),
    emptyHelp: t('A dataset is a table or query that charts are made of. Upload a file or choose a table.'),
    searchPlaceholder: t('Search datasets'),
    search: { col: 'table_name', opr: 'ct' },
    hasExport: true,
    hasImport: true,
    deleteRefusal: ({ owners }, { isOwner }) => (isOwner(owners) ? null : t('Only its owners can delete it.')),
    askDeleteRefusal: (row) => reportRefusal(t, 'dataset_id', row),
    columns: datasetColumns(t, tagging.hasTags),
    filters: [
      databaseFilter(t),
      schemaFilter(t),
      ownerFilter(t),
      ...(tagging.hasTags ? [tagFilter(t, 'dataset_tag_id')] : []),
      certifiedFilter(t, 'dataset_is_certified'),
      // The server's filter asks whether the SQL is empty, which a table's is and a query's is not.
      {
        key: 'kind',
        label: t('Type'),
        anyLabel: t('All'),
        col: 'sql',
        opr: 'dataset_is_null_or_empty',
        source: {
          kind: 'fixed',
          choices: [
            { value: true, text: t('Physical') },
            { value: false, text: t('Virtual') },
          ],
        },
      },
    ],
    nameOf: (row) => row.table_name,
    addressOf: (row) => addresses.dataset(row.id),
    create: { label: t('Dataset'), address: addresses.newDataset },
    ways: hasUpload ? [{ label: t('Upload file'), address: addresses.upload, icon: UploadOutlined }] : [],
    deleteWarning: (row) => datasetWarning(t, row),
    actions: (row, { can }) => [
      { key: 'explore', label: t('Create chart'), icon: AreaChartOutlined, href: addresses.dataset(row.id) },
      { key: 'edit', label: t('Edit'), icon: EditOutlined, href: addresses.editDataset(row.id) },
      ...(can('can_write') && isOwner(row.owners)
        ? [
            {
              key: 'share',
              label: t('Share with a person or a group…'),
              icon: ShareAltOutlined,
              onSelect: () => share(row),
            },
            ...tagging.actions([row]),
          ]
        : []),
    ],
    bulkActions: (rows) => tagging.actions(rows.filter((row) => isOwner(row.owners))),
  };
}

/** All datasets. */
export function DatasetListPage() {
  const t = useT();
  const hasUpload = mayUpload(useSession());
  const isOwner = useIsOwner();
  const { tagging, dialog } = useTagging('dataset', resources.datasets);
  const [shared, share] = useState<WireDataset | null>(null);
  const definition = useMemo(
    () => datasetList({ t, hasUpload, isOwner, share, tagging }),
    [t, hasUpload, isOwner, tagging],
  );
  return (
    <>
      <ListPage definition={definition} />
      {dialog}
      {shared ? (
        <Suspense fallback={null}>
          <ShareModal
            object={{ type: 'dataset', id: shared.id, title: shared.table_name, url: addresses.dataset(shared.id) }}
            onClose={() => share(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
