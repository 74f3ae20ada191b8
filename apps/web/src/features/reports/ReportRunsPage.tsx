import { AlertOutlined, HistoryOutlined, MailOutlined } from '@ant-design/icons-svg';
import type { ReportState, ReportType, WireReportLog } from '@powerset/contract';
import { Badge, classNames, textRoles } from '@powerset/ui';
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import { reportRunsOf, resources, useItem } from '../../api/index.ts';
import {
  formatDuration,
  parseServerTime,
  scheduleErrorText,
  shownNumber,
  useLanguage,
  useT,
} from '../../i18n/index.ts';
import { type ListColumn, type ListDefinition, ListPage, When } from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';
import styles from './ReportRunsPage.module.css';
import { reportStateKinds, reportStateText } from './report-states.ts';

type T = ReturnType<typeof useT>;
type Runs = ReturnType<typeof reportRunsOf>['endpoints'];

const refreshMs = 1500;

interface ColumnParts {
  readonly t: T;
  readonly language: ReturnType<typeof useLanguage>;
  readonly type: ReportType;
}

function runColumns({ t, language, type }: ColumnParts): readonly ListColumn<WireReportLog>[] {
  const value: ListColumn<WireReportLog> = {
    key: 'value',
    header: t('Value'),
    width: 120,
    isNumeric: true,
    isSecondary: true,
    sortKey: 'value',
    render: (row) => answerOf(row, language),
  };
  return [
    {
      key: 'scheduled',
      header: t('Scheduled at'),
      width: 150,
      sortKey: 'scheduled_dttm',
      render: (row) => (
        <span className={styles.run}>
          <When time={row.scheduled_dttm} />
          <Badge kind={reportStateKinds[row.state]}>{reportStateText(row.state)}</Badge>
        </span>
      ),
    },
    {
      key: 'start',
      header: t('Started at'),
      width: 150,
      isSecondary: true,
      sortKey: 'start_dttm',
      render: (row) => <When time={row.start_dttm} fallback={t('Waiting')} />,
    },
    {
      key: 'duration',
      header: t('Duration'),
      width: 100,
      isSecondary: true,
      isNumeric: true,
      render: (row) => (
        <bdi className={textRoles.numbers} dir="ltr">
          {durationOf(row)}
        </bdi>
      ),
    },
    ...(type === 'Alert' ? [value] : []),
    {
      key: 'result',
      header: t('What came of it'),
      render: (row) => <Outcome row={row} value={answerOf(row, language)} />,
    },
  ];
}

function answerOf({ value, value_row_json: rest }: WireReportLog, language: ColumnParts['language']): string {
  return value === null ? (rest ?? '') : shownNumber(value, language);
}

function durationOf({ start_dttm: start, end_dttm: end }: WireReportLog): string {
  const [from, to] = [parseServerTime(start), parseServerTime(end)];
  return from === null || to === null ? '' : formatDuration(to - from);
}

/** To how many it went, by whose hand, what went wrong, and where there is no column for it, the value. */
function Outcome({ row, value }: { readonly row: WireReportLog; readonly value: string }) {
  const t = useT();
  const byHand = row.trigger === 'hand' ? t('By hand') : null;
  const said = [row.is_test ? t('Test') : byHand, sentText(t, row.sent)].filter((text) => text !== null);
  return (
    <span className={styles.outcome}>
      {value === '' ? null : <span className={styles.value}>{`${t('Value')}: ${value}`}</span>}
      {said.length > 0 ? <span className={textRoles.secondary}>{said.join(' · ')}</span> : null}
      {row.error_message
        ? row.error_message.split('\n').map((line) => (
            <span key={line} dir="auto" className={classNames(styles.line, row.state === 'Error' && styles.error)}>
              {scheduleErrorText(line)}
            </span>
          ))
        : null}
    </span>
  );
}

function sentText(t: T, count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? t('Sent to 1 recipient') : t('Sent to {{count}} recipients', { count });
}

interface ListParts extends ColumnParts {
  readonly id: number;
  readonly name: string | undefined;
}

function runList({ t, language, type, id, name }: ListParts): ListDefinition<Runs> {
  const states: readonly ReportState[] = ['Success', 'Working', 'Error', 'Not triggered', 'On Grace'];
  return {
    resource: reportRunsOf(id),
    title: name === undefined ? t('Runs') : t('Runs of {{name}}', { name }),
    icon: HistoryOutlined,
    emptyText: t('No runs yet'),
    searchPlaceholder: '',
    search: null,
    filters: [
      {
        key: 'state',
        label: t('State'),
        anyLabel: t('Any'),
        col: 'state',
        opr: 'eq',
        source: { kind: 'fixed', choices: states.map((state) => ({ value: state, text: reportStateText(state) })) },
      },
    ],
    columns: runColumns({ t, language, type }),
    sortColumn: 'scheduled_dttm',
    nameOf: (row) => row.uuid,
    ways: [
      type === 'Alert'
        ? { label: t('All alerts'), address: addresses.alerts, icon: AlertOutlined }
        : { label: t('All reports'), address: addresses.reports, icon: MailOutlined },
    ],
    refreshMs: (rows) => (rows.some((row) => row.state === 'Working') ? refreshMs : null),
  };
}

/** How the runs of one report went, the newest first. */
export function ReportRunsPage() {
  const t = useT();
  const language = useLanguage();
  const id = Number(useParams().id);
  const type: ReportType = useLocation().pathname.startsWith('/alert/') ? 'Alert' : 'Report';
  const name = useItem(resources.reports, id).data?.name;
  const definition = useMemo(() => runList({ t, language, type, id, name }), [t, language, type, id, name]);
  return <ListPage definition={definition} />;
}
