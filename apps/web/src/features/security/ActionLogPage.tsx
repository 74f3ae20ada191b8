import { AuditOutlined, DownloadOutlined } from '@ant-design/icons-svg';
import { encodeRison, type LogKind, logEndpoints, logKinds, urlOf, type WireLog } from '@powerset/contract';
import { Badge, textRoles, UiLink } from '@powerset/ui';
import { Fragment, useMemo } from 'react';
import { api, resources } from '../../api/index.ts';
import { readObjectText } from '../../controls/json-text/index.ts';
import { useT } from '../../i18n/index.ts';
import { type ListColumn, type ListDefinition, ListPage, type WalkRequest, When } from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';

type T = ReturnType<typeof useT>;

/** As the server takes it. */
const longestText = 200;

/** What the server keeps beside who and when. */
function detailsOf({ json }: WireLog): Readonly<Record<string, unknown>> {
  const read = readObjectText(json ?? '');
  return 'value' in read ? read.value : {};
}

function kindWords(t: T): Readonly<Record<LogKind, string>> {
  return {
    sign_in: t('Signing in and out'),
    read: t('Reading'),
    query: t('Queries of the SQL editor'),
    export: t('Exports'),
    share: t('Sharing'),
    change: t('Changes'),
    delete: t('Deletions'),
  };
}

function Subject({ row }: { readonly row: WireLog }) {
  const t = useT();
  const { name } = detailsOf(row);
  const words = typeof name === 'string' ? name : null;
  const link = (address: string, unnamed: string) => (
    <div dir="auto" className={textRoles.truncated}>
      <UiLink href={address}>{words ?? unnamed}</UiLink>
    </div>
  );
  if (row.dashboard_id !== null)
    return link(addresses.dashboard(row.dashboard_id), t('Dashboard {{number}}', { number: String(row.dashboard_id) }));
  if (row.slice_id !== null)
    return link(addresses.chart(row.slice_id), t('Chart {{number}}', { number: String(row.slice_id) }));
  return (
    <div dir="auto" className={textRoles.truncated}>
      {words}
    </div>
  );
}

function Outcome({ row }: { readonly row: WireLog }) {
  const t = useT();
  const { status } = detailsOf(row);
  if (typeof status !== 'number') return null;
  if (status === 401 || status === 403) return <Badge kind="warning">{t('Refused')}</Badge>;
  return status >= 400 ? <Badge kind="danger">{t('Failed')}</Badge> : <Badge kind="success">{t('Done')}</Badge>;
}

/** Of whoever came by the token of an embedded dashboard. */
function guestOf(row: WireLog): string {
  const { guest } = detailsOf(row);
  return typeof guest === 'string' ? guest : '';
}

function logColumns(t: T): readonly ListColumn<WireLog>[] {
  return [
    {
      key: 'action',
      header: t('Action'),
      // Longer than a phone's column, and told apart by its end.
      render: (row) => <code style={{ whiteSpace: 'normal', overflowWrap: 'break-word' }}>{inParts(row.action)}</code>,
    },
    {
      key: 'user',
      header: t('User'),
      width: 100,
      render: (row) => (
        <div dir="auto" className={textRoles.truncated}>
          {row.user?.username ?? guestOf(row)}
        </div>
      ),
    },
    { key: 'subject', header: t('What'), width: 320, isSecondary: true, render: (row) => <Subject row={row} /> },
    { key: 'outcome', header: t('Result'), width: 110, isSecondary: true, render: (row) => <Outcome row={row} /> },
    {
      key: 'address',
      header: t('From'),
      width: 150,
      isSecondary: true,
      render: (row) => <span className={textRoles.secondary}>{String(detailsOf(row).address ?? '')}</span>,
    },
    {
      key: 'dttm',
      header: t('When'),
      width: 110,
      isNumeric: true,
      sortKey: 'dttm',
      render: (row) => <When time={row.dttm} />,
    },
  ];
}

async function searchLog({ text, filters, before }: WalkRequest, signal: AbortSignal) {
  const query = {
    text: text.slice(0, longestText),
    ...(filters.length > 0 ? { q: encodeRison({ filters }) } : {}),
    ...(before === null ? {} : { before }),
  };
  const {
    rows,
    next,
    searched_back_to: searchedBackTo,
  } = (await api.callEndpoint(logEndpoints.search, { query, signal })).result;
  return { rows, next, searchedBackTo };
}

function logList(t: T): ListDefinition<typeof logEndpoints> {
  const words = kindWords(t);
  return {
    resource: resources.logs,
    title: t('Action log'),
    icon: AuditOutlined,
    emptyText: t('Nothing was done yet'),
    noMatchText: t('Nothing of that was done'),
    searchPlaceholder: t('Search the log'),
    search: null,
    walk: searchLog,
    sortColumn: 'dttm',
    filters: [
      {
        key: 'kind',
        label: t('Action'),
        anyLabel: t('All'),
        col: 'action',
        opr: 'log_kind',
        source: { kind: 'fixed', choices: logKinds.map((kind) => ({ value: kind, text: words[kind] })) },
      },
      {
        key: 'user',
        label: t('User'),
        anyLabel: t('All'),
        col: 'user',
        opr: 'eq',
        resource: resources.users,
        source: { kind: 'list', column: 'username', opr: 'ct' },
      },
    ],
    ways: [{ label: t('Download'), address: urlOf(logEndpoints.export), icon: DownloadOutlined }],
    columns: logColumns(t),
    nameOf: (row) => row.action,
  };
}

/** Who did what, and when. */
export function ActionLogPage() {
  const t = useT();
  const definition = useMemo(() => logList(t), [t]);
  return <ListPage definition={definition} />;
}

/** On a narrow screen a name goes on in the next line where one of its parts ends. */
function inParts(action: string) {
  return action.split(/(?<=[._])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
