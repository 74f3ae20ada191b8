import {
  AlertOutlined,
  CaretRightOutlined,
  EditOutlined,
  HistoryOutlined,
  MailOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons-svg';
import {
  type ReportState,
  type ReportType,
  type reportEndpoints,
  reportStates,
  type WireReport,
} from '@powerset/contract';
import { Badge, classNames, Switch, Truncated, textRoles } from '@powerset/ui';
import { useMemo, useState } from 'react';
import { resources, useInvalidate } from '../../api/index.ts';
import { scheduleErrorText, useLanguage, useT } from '../../i18n/index.ts';
import {
  changedColumn,
  type FilterDefinition,
  type ListColumn,
  type ListDefinition,
  ListPage,
  NameLink,
  ownerFilter,
  ownersColumn,
  type RowAction,
  type RowContext,
  When,
} from '../../lists/index.ts';
import { ReportModal, type ReportStart, recipientText } from '../../report-editor/index.ts';
import { timesText } from '../../schedule-times/index.ts';
import { addresses, useSession, useUserId } from '../../shell/index.ts';
import styles from './ReportListPage.module.css';
import { reportStateKinds, reportStateText } from './report-states.ts';
import { useReportActions } from './use-report-actions.ts';

type T = ReturnType<typeof useT>;
type Actions = ReturnType<typeof useReportActions>;

const refreshMs = 2000;
const restMs = 30_000;

interface ColumnParts {
  readonly t: T;
  readonly language: string;
  readonly actions: Actions;
}

const mayChange = (row: WireReport, { can, isOwner }: RowContext) => can('can_write') && isOwner(row.owners);

function reportColumns({ t, language, actions }: ColumnParts): readonly ListColumn<WireReport>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'name',
      render: (row) => (
        <span className={styles.two}>
          <NameLink address={addresses.reportRuns(row.id, row.type)}>{row.name}</NameLink>
          <span dir="auto" className={classNames(textRoles.secondary, textRoles.small, textRoles.truncated)}>
            {row.source_name ?? t('What it delivers is gone')}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('Last run'),
      width: 180,
      sortKey: 'last_state',
      render: (row) => <LastRun row={row} />,
    },
    {
      key: 'times',
      header: t('Schedule'),
      width: 300,
      isSecondary: true,
      render: (row) => (
        <span className={styles.two}>
          <span>{timesText(row.cron_fields, language)}</span>
          <span className={classNames(textRoles.secondary, textRoles.small)}>{row.timezone.replaceAll('_', ' ')}</span>
        </span>
      ),
    },
    {
      key: 'recipients',
      header: t('Notification method'),
      width: 150,
      isSecondary: true,
      render: (row) => (
        <span className={textRoles.secondary}>
          {[...new Set(row.recipients.map(({ type }) => recipientText(type)))].join(', ')}
        </span>
      ),
    },
    {
      key: 'active',
      header: t('Active'),
      width: 90,
      sortKey: 'active',
      render: (row, context) => (
        <Switch
          label={t('{{name}} is active', { name: row.name })}
          isChecked={row.active}
          isDisabled={!mayChange(row, context)}
          onChange={(isActive) => actions.setActive(row, isActive)}
        />
      ),
    },
    ownersColumn(t, 100),
    { ...changedColumn<WireReport>(t), isSecondary: true },
  ];
}

/** How the last run went, and why where it failed. */
function LastRun({ row }: { readonly row: WireReport }) {
  const t = useT();
  if (row.last_eval_dttm === null && row.last_state !== 'Working')
    return <span className={textRoles.secondary}>{t('Not yet')}</span>;
  return (
    <span className={styles.two}>
      <span className={styles.state}>
        <Badge kind={reportStateKinds[row.last_state]}>{reportStateText(row.last_state)}</Badge>
        <When time={row.last_eval_dttm} />
      </span>
      {row.last_state === 'Error' && row.error_message ? (
        <Truncated text={scheduleErrorText(row.error_message)} lines={1} className={styles.error} />
      ) : null}
    </span>
  );
}

interface ListParts extends ColumnParts {
  readonly type: ReportType;
  readonly edit: (report: number | null) => void;
}

function words(t: T, type: ReportType) {
  return type === 'Alert'
    ? {
        title: t('Alerts'),
        create: t('Alert'),
        emptyText: t('No alerts yet'),
        emptyHelp: t('An alert asks a query by the clock, and sends a chart or dashboard when its value counts.'),
        search: t('Search alerts'),
      }
    : {
        title: t('Reports'),
        create: t('Report'),
        emptyText: t('No reports yet'),
        emptyHelp: t('A report sends a chart or dashboard by the clock, as a picture, a PDF or its rows.'),
        search: t('Search reports'),
      };
}

function reportFilters(t: T): readonly FilterDefinition[] {
  const states: readonly ReportState[] = reportStates;
  return [
    ownerFilter(t),
    {
      key: 'state',
      label: t('Last run'),
      anyLabel: t('Any'),
      col: 'last_state',
      opr: 'eq',
      source: { kind: 'fixed', choices: states.map((state) => ({ value: state, text: reportStateText(state) })) },
    },
    {
      key: 'active',
      label: t('Status'),
      anyLabel: t('Any'),
      col: 'active',
      opr: 'eq',
      source: {
        kind: 'fixed',
        choices: [
          { value: true, text: t('Active') },
          { value: false, text: t('Paused') },
        ],
      },
    },
  ];
}

function reportList(parts: ListParts): ListDefinition<typeof reportEndpoints> {
  const { t, type, edit } = parts;
  const { title, create, emptyText, emptyHelp, search } = words(t, type);
  const other =
    type === 'Alert'
      ? { label: t('Reports'), address: addresses.reports, icon: MailOutlined }
      : { label: t('Alerts'), address: addresses.alerts, icon: AlertOutlined };
  return {
    resource: resources.reports,
    title,
    icon: type === 'Alert' ? AlertOutlined : MailOutlined,
    emptyText,
    emptyHelp,
    searchPlaceholder: search,
    search: { col: 'name', opr: 'report_all_text' },
    baseFilters: [{ col: 'type', opr: 'eq', value: type }],
    filters: reportFilters(t),
    columns: reportColumns(parts),
    nameOf: (row) => row.name,
    addressOf: (row) => addresses.reportRuns(row.id, row.type),
    create: { label: create, onCreate: () => edit(null) },
    ways: [other],
    deleteRefusal: (row, { isOwner }) => (isOwner(row.owners) ? null : t('Only its owners may delete it.')),
    actions: (row, context) => rowActions(row, context, parts),
    refreshMs: (rows) => (rows.some((row) => row.last_state === 'Working') ? refreshMs : restMs),
  };
}

function rowActions(row: WireReport, context: RowContext, { t, edit, actions }: ListParts): readonly RowAction[] {
  const runs = {
    key: 'runs',
    label: t('Show runs'),
    icon: HistoryOutlined,
    href: addresses.reportRuns(row.id, row.type),
  };
  if (!mayChange(row, context)) return [runs];
  const isWorking = row.last_state === 'Working';
  return [
    { key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row.id) },
    runs,
    { key: 'test', label: t('Send a test to me'), icon: SendOutlined, onSelect: () => actions.sendTest(row) },
    isWorking
      ? { key: 'stop', label: t('Stop run'), icon: StopOutlined, onSelect: () => actions.stop(row) }
      : { key: 'run', label: t('Run now'), icon: CaretRightOutlined, onSelect: () => actions.runNow(row) },
  ];
}

function ReportsOf({ type }: { readonly type: ReportType }) {
  const t = useT();
  const language = useLanguage();
  const invalidate = useInvalidate();
  const actions = useReportActions();
  const { user } = useSession();
  const userId = useUserId();
  const [opened, setOpened] = useState<{ readonly report: number | ReportStart } | null>(null);
  const email = user?.email ?? '';
  const definition = useMemo(() => {
    const fresh: ReportStart = { type, method: 'alerts_reports', email, userId };
    const edit = (report: number | null) => setOpened({ report: report ?? fresh });
    return reportList({ t, language, actions, type, edit });
  }, [t, language, actions, type, email, userId]);
  return (
    <>
      <ListPage definition={definition} />
      {opened ? (
        <ReportModal
          report={opened.report}
          onClose={() => setOpened(null)}
          onSaved={() => void invalidate(resources.reports)}
        />
      ) : null}
    </>
  );
}

/** What is delivered by the clock. */
export function ReportListPage() {
  return <ReportsOf key="reports" type="Report" />;
}

/** What is delivered when a condition holds. */
export function AlertListPage() {
  return <ReportsOf key="alerts" type="Alert" />;
}
