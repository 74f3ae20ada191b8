import { CodeOutlined, HistoryOutlined } from '@ant-design/icons-svg';
import type { queryRunEndpoints, WireQueryRunRow } from '@powerset/contract';
import { Badge, type BadgeKind, textRoles } from '@powerset/ui';
import { useMemo } from 'react';
import { resources } from '../../api/index.ts';
import { formatDuration, useT } from '../../i18n/index.ts';
import { type ListColumn, type ListDefinition, ListPage, NameLink, SqlText, When } from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';

type T = ReturnType<typeof useT>;

const ACTIVE_REFRESH_MS = 5000;
const activeStates = ['pending', 'running', 'fetching', 'scheduled'];
const statusKinds: Readonly<Record<string, BadgeKind>> = {
  success: 'success',
  failed: 'danger',
  stopped: 'danger',
  timed_out: 'danger',
  offline: 'danger',
  running: 'warning',
  pending: 'info',
  fetching: 'info',
  scheduled: 'info',
};

function statusText(t: T, status: string): string {
  const texts: Readonly<Record<string, string>> = {
    success: t('Success'),
    failed: t('Failed'),
    stopped: t('Stopped'),
    timed_out: t('Timed out'),
    offline: t('Offline'),
    running: t('Running'),
    pending: t('Pending'),
    fetching: t('Fetching'),
    scheduled: t('Scheduled'),
  };
  return texts[status] ?? status;
}

const addressOf = (row: WireQueryRunRow) => `${addresses.sqlEditor}?queryId=${row.id}`;

function queryColumns(t: T): readonly ListColumn<WireQueryRunRow>[] {
  return [
    {
      key: 'status',
      header: t('Status'),
      width: 110,
      render: (row) => <Badge kind={statusKinds[row.status] ?? 'neutral'}>{statusText(t, row.status)}</Badge>,
    },
    {
      key: 'started',
      header: t('Started'),
      width: 120,
      sortKey: 'start_time',
      isSecondary: true,
      render: (row) => <When time={row.start_time} />,
    },
    {
      key: 'duration',
      header: t('Duration'),
      width: 100,
      isNumeric: true,
      isSecondary: true,
      render: (row) => (
        <bdi dir="ltr" className={textRoles.secondary}>
          {row.start_time !== null && row.end_time !== null ? formatDuration(row.end_time - row.start_time) : ''}
        </bdi>
      ),
    },
    {
      key: 'tab',
      header: t('Tab'),
      width: 170,
      sortKey: 'tab_name',
      isSecondary: true,
      render: (row) => <NameLink address={addressOf(row)}>{row.tab_name || t('Untitled query')}</NameLink>,
    },
    {
      key: 'database',
      header: t('Database'),
      width: 130,
      sortKey: 'database.database_name',
      isSecondary: true,
      render: (row) => <span className={textRoles.secondary}>{row.database?.database_name}</span>,
    },
    {
      key: 'user',
      header: t('User'),
      width: 130,
      isSecondary: true,
      render: (row) => (
        <span className={textRoles.secondary}>
          {[row.user?.first_name, row.user?.last_name].filter(Boolean).join(' ')}
        </span>
      ),
    },
    {
      key: 'rows',
      header: t('Rows'),
      width: 90,
      isNumeric: true,
      sortKey: 'rows',
      isSecondary: true,
      render: (row) => (
        <span className={textRoles.secondary}>{row.rows?.toLocaleString('en').replaceAll(',', ' ')}</span>
      ),
    },
    {
      key: 'sql',
      header: t('SQL'),
      sortKey: 'sql',
      render: (row) => <SqlText sql={row.sql} problem={row.error_message} />,
    },
  ];
}

function queryList(t: T): ListDefinition<typeof queryRunEndpoints> {
  const states = ['success', 'failed', 'running', 'offline', 'pending'];
  return {
    resource: resources.queries,
    title: t('Query history'),
    icon: HistoryOutlined,
    emptyText: t('No query has been run yet'),
    searchPlaceholder: t('Search by SQL text'),
    search: { col: 'sql', opr: 'ct' },
    sortColumn: 'start_time',
    columns: queryColumns(t),
    filters: [
      {
        key: 'database',
        label: t('Database'),
        anyLabel: t('All'),
        col: 'database',
        opr: 'rel_o_m',
        source: { kind: 'related', column: 'database' },
      },
      {
        key: 'status',
        label: t('Status'),
        anyLabel: t('Any'),
        col: 'status',
        opr: 'eq',
        source: { kind: 'fixed', choices: states.map((value) => ({ value, text: statusText(t, value) })) },
      },
      {
        key: 'user',
        label: t('User'),
        anyLabel: t('All'),
        col: 'user',
        opr: 'rel_o_m',
        source: { kind: 'related', column: 'user' },
      },
    ],
    nameOf: (row) => row.tab_name || t('Untitled query'),
    addressOf,
    actions: (row) => [{ key: 'open', label: t('Open in SQL Lab'), icon: CodeOutlined, href: addressOf(row) }],
    refreshMs: (rows) => (rows.some((row) => activeStates.includes(row.status)) ? ACTIVE_REFRESH_MS : null),
  };
}

/** Query runs, newest first; those that still run are asked for again. */
export function QueryHistoryPage() {
  const t = useT();
  const definition = useMemo(() => queryList(t), [t]);
  return <ListPage definition={definition} />;
}
