import { ApiOutlined, CheckOutlined, DatabaseOutlined, EditOutlined, UploadOutlined } from '@ant-design/icons-svg';
import type { databaseEndpoints, WireDatabase } from '@powerset/contract';
import { Badge, Icon, Tooltip, textRoles } from '@powerset/ui';
import { useMemo } from 'react';
import { findItems, resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  type ListColumn,
  type ListDefinition,
  ListPage,
  NameLine,
  NameLink,
  yesNoFilter,
} from '../../lists/index.ts';
import { addresses, mayUpload, useSession } from '../../shell/index.ts';
import { HealthMark, useHealthCheck } from './DatabaseHealth.tsx';
import { reportRefusal } from './report-refusal.ts';

type T = ReturnType<typeof useT>;

function Tick({ isOn, label }: { isOn: boolean; label: string }) {
  if (!isOn) return null;
  return (
    <span role="img" aria-label={label} className={textRoles.secondary}>
      <Icon of={CheckOutlined} />
    </span>
  );
}

/** That it is kept and cannot be used, and what to do about it. */
function OpeningMark({ problem }: { problem: string | null }) {
  const t = useT();
  if (problem === null) return null;
  return (
    <Tooltip text={problem}>
      <span>
        <Badge kind="warning">{t('Cannot be opened here')}</Badge>
      </span>
    </Tooltip>
  );
}

function databaseColumns(t: T): readonly ListColumn<WireDatabase>[] {
  const tick = (
    key: 'allow_run_async' | 'allow_dml' | 'allow_file_upload' | 'expose_in_sqllab',
    header: string,
  ): ListColumn<WireDatabase> => ({
    key,
    header,
    width: 130,
    isSecondary: true,
    render: (row) => <Tick isOn={row[key]} label={header} />,
  });
  return [
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'database_name',
      render: (row, { can }) => (
        <NameLine>
          <NameLink address={can('can_write') ? addresses.editDatabase(row.id) : null}>{row.database_name}</NameLink>
          <OpeningMark problem={row.opening_problem} />
        </NameLine>
      ),
    },
    {
      key: 'backend',
      header: t('Engine'),
      width: 140,
      isSecondary: true,
      render: (row) => <span className={textRoles.secondary}>{row.backend_name}</span>,
    },
    {
      key: 'health',
      header: t('Connection'),
      width: 124,
      render: (row) => (row.opening_problem === null ? <HealthMark id={row.id} /> : null),
    },
    tick('expose_in_sqllab', t('SQL Lab')),
    tick('allow_run_async', t('Asynchronous')),
    tick('allow_dml', t('Writes allowed')),
    tick('allow_file_upload', t('Uploads')),
    changedColumn(t),
  ];
}

/** So many datasets are named. */
const mostNames = 5;

/** Its datasets keep a database, and so do alerts that ask it. */
async function databaseRefusal(t: T, { id }: WireDatabase): Promise<string | null> {
  const datasets = await findItems(resources.datasets, [{ col: 'database', opr: 'rel_o_m', value: id }], mostNames + 1);
  if (datasets.length > 0) {
    const names = datasets.map((dataset, at) => (at < mostNames ? dataset.table_name : '…'));
    return `${t('Cannot delete a database that has datasets attached')}: ${names.join(', ')}`;
  }
  return reportRefusal(t, 'database_id', { id });
}

interface ListGiven {
  readonly t: T;
  readonly hasUpload: boolean;
  readonly check: (id: number) => void;
}

function databaseList({ t, hasUpload, check }: ListGiven): ListDefinition<typeof databaseEndpoints> {
  return {
    resource: resources.databases,
    title: t('Databases'),
    icon: DatabaseOutlined,
    emptyText: t('There are no databases available'),
    noMatchText: t('No databases match your search'),
    searchPlaceholder: t('Search databases'),
    search: { col: 'database_name', opr: 'ct' },
    create: { label: t('Database'), address: addresses.newDatabase },
    hasExport: true,
    hasImport: true,
    deleteRefusal: () => null,
    askDeleteRefusal: (row) => databaseRefusal(t, row),
    actions: (row, { can }) =>
      can('can_write')
        ? [
            { key: 'edit', label: t('Edit'), icon: EditOutlined, href: addresses.editDatabase(row.id) },
            ...(row.opening_problem === null
              ? [{ key: 'check', label: t('Test connection'), icon: ApiOutlined, onSelect: () => check(row.id) }]
              : []),
          ]
        : [],
    columns: databaseColumns(t),
    filters: [
      yesNoFilter(t, { key: 'sqllab', label: t('SQL Lab'), col: 'expose_in_sqllab', opr: 'eq' }),
      yesNoFilter(t, { key: 'async', label: t('Asynchronous'), col: 'allow_run_async', opr: 'eq' }),
    ],
    nameOf: (row) => row.database_name,
    ways: hasUpload ? [{ label: t('Upload file'), address: addresses.upload, icon: UploadOutlined }] : [],
  };
}

/** Connected databases. */
export function DatabaseListPage() {
  const t = useT();
  const hasUpload = mayUpload(useSession());
  const check = useHealthCheck();
  const definition = useMemo(() => databaseList({ t, hasUpload, check }), [t, hasUpload, check]);
  return <ListPage definition={definition} />;
}
