import {
  CaretRightOutlined,
  ClockCircleOutlined,
  EditOutlined,
  HistoryOutlined,
  PauseOutlined,
  StopOutlined,
} from '@ant-design/icons-svg';
import type { scheduleEndpoints, WireSchedule } from '@powerset/contract';
import { Badge, classNames, textRoles } from '@powerset/ui';
import { useMemo, useState } from 'react';
import { resources, useInvalidate } from '../../api/index.ts';
import { scheduleErrorText, useLanguage, useT } from '../../i18n/index.ts';
import { type ListColumn, type ListDefinition, ListPage, NameLink, type RowAction, When } from '../../lists/index.ts';
import { timesText } from '../../schedule-times/index.ts';
import { addresses, lazyPart } from '../../shell/index.ts';
import { isUnderWay, runStateKinds, runStateText } from './run-states.ts';
import styles from './ScheduleListPage.module.css';
import { useScheduleActions } from './use-schedule-actions.ts';

const ScheduleModal = lazyPart(async () => (await import('./ScheduleModal.tsx')).ScheduleModal);
const RunsModal = lazyPart(async () => (await import('./RunsModal.tsx')).RunsModal);

type T = ReturnType<typeof useT>;
type Open = (opened: { readonly kind: 'times' | 'runs'; readonly row: WireSchedule }) => void;

const refreshMs = 2000;
const restMs = 30_000;

interface ColumnParts {
  readonly t: T;
  readonly language: string;
  readonly open: Open;
}

function scheduleColumns({ t, language, open }: ColumnParts): readonly ListColumn<WireSchedule>[] {
  return [
    {
      key: 'label',
      header: t('Query'),
      width: 240,
      render: (row) => <NameLink address={addresses.savedQuery(row.saved_query_id)}>{row.label}</NameLink>,
    },
    {
      key: 'times',
      header: t('Runs', { context: 'when' }),
      render: (row) => (
        <span className={styles.times}>
          <span>{timesText(row.cron_fields, language)}</span>
          <span className={classNames(textRoles.secondary, textRoles.small)}>{row.timezone.replaceAll('_', ' ')}</span>
        </span>
      ),
    },
    {
      key: 'next',
      header: t('Next run'),
      width: 150,
      sortKey: 'next_run_on',
      isSecondary: true,
      render: (row) =>
        row.is_active ? <NextTime time={row.next_run_on} language={language} /> : <Badge>{t('Paused')}</Badge>,
    },
    {
      key: 'last',
      header: t('Last run'),
      width: 190,
      sortKey: 'last_state',
      render: (row) => <LastRun row={row} onOpen={() => open({ kind: 'runs', row })} />,
    },
    {
      key: 'dataset',
      header: t('Dataset'),
      width: 160,
      isSecondary: true,
      render: (row) =>
        row.output_table === null ? null : (
          <NameLink address={row.dataset_id === null ? null : addresses.dataset(row.dataset_id)}>
            {row.output_table}
          </NameLink>
        ),
    },
    {
      key: 'owner',
      header: t('Owner'),
      width: 150,
      isSecondary: true,
      render: (row) => (
        <span className={textRoles.secondary}>
          {[row.owner?.first_name, row.owner?.last_name].filter(Boolean).join(' ')}
        </span>
      ),
    },
  ];
}

/** When it comes, by the clock of whoever looks. */
function NextTime({ time, language }: { readonly time: string | null; readonly language: string }) {
  if (time === null) return null;
  const locale = language === 'en' ? 'en-GB' : language;
  const text = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return (
    <time className={classNames(textRoles.secondary, textRoles.numbers)} dateTime={time}>
      {text.format(new Date(time))}
    </time>
  );
}

/** How the last run went; a press shows all of them. */
function LastRun({ row, onOpen }: { readonly row: WireSchedule; readonly onOpen: () => void }) {
  const t = useT();
  const { last_run: run, label } = row;
  if (!run) return <span className={textRoles.secondary}>{t('Not yet')}</span>;
  return (
    <button
      type="button"
      className={styles.last}
      title={run.error === null ? undefined : scheduleErrorText(run.error)}
      onClick={onOpen}
    >
      <span className={textRoles.spoken}>{t('Runs of {{name}}', { name: label })}</span>
      <Badge kind={runStateKinds[run.state]}>{runStateText(run.state)}</Badge>
      <When time={run.ended_on ?? run.started_on ?? run.scheduled_on} />
    </button>
  );
}

interface ListParts extends ColumnParts {
  readonly actions: ReturnType<typeof useScheduleActions>;
}

function scheduleList({ t, language, open, actions }: ListParts): ListDefinition<typeof scheduleEndpoints> {
  return {
    resource: resources.schedules,
    title: t('Schedules'),
    icon: ClockCircleOutlined,
    emptyText: t('No schedules yet'),
    emptyHelp: t('Open a query in SQL Lab and choose Schedule from its menu: it then runs by the clock.'),
    searchPlaceholder: t('Search schedules'),
    search: { col: 'label', opr: 'all_text' },
    isDeletedSingly: true,
    deleteRefusal: () => null,
    columns: scheduleColumns({ t, language, open }),
    filters: [
      {
        key: 'last',
        label: t('Last run'),
        anyLabel: t('Any'),
        col: 'has_failed',
        opr: 'eq',
        source: {
          kind: 'fixed',
          choices: [
            { value: true, text: t('Failed') },
            { value: false, text: t('Not failed') },
          ],
        },
      },
      {
        key: 'active',
        label: t('Status'),
        anyLabel: t('Any'),
        col: 'is_active',
        opr: 'eq',
        source: {
          kind: 'fixed',
          choices: [
            { value: true, text: t('Active') },
            { value: false, text: t('Paused') },
          ],
        },
      },
    ],
    nameOf: (row) => row.label,
    create: { label: t('Query'), address: addresses.newQuery },
    actions: (row, { can }) => [
      { key: 'runs', label: t('Show runs'), icon: HistoryOutlined, onSelect: () => open({ kind: 'runs', row }) },
      ...(can('can_write') ? rowActions({ t, row, open, actions }) : []),
    ],
    refreshMs: (rows) => (rows.some((row) => isUnderWay(row.last_run)) ? refreshMs : restMs),
  };
}

interface ActionParts extends Pick<ListParts, 't' | 'open' | 'actions'> {
  readonly row: WireSchedule;
}

function rowActions({ t, row, open, actions }: ActionParts): readonly RowAction[] {
  const pause: RowAction = row.is_active
    ? { key: 'pause', label: t('Pause'), icon: PauseOutlined, onSelect: () => actions.setActive(row, false) }
    : { key: 'resume', label: t('Resume'), icon: ClockCircleOutlined, onSelect: () => actions.setActive(row, true) };
  const run: RowAction = isUnderWay(row.last_run)
    ? { key: 'stop', label: t('Stop run'), icon: StopOutlined, onSelect: () => actions.stop(row) }
    : { key: 'run', label: t('Run now'), icon: CaretRightOutlined, onSelect: () => actions.runNow(row) };
  return [
    { key: 'edit', label: t('Edit times'), icon: EditOutlined, onSelect: () => open({ kind: 'times', row }) },
    pause,
    run,
  ];
}

/** Schedules of the user's saved queries; an administrator's list shows everybody's. */
export function ScheduleListPage() {
  const t = useT();
  const language = useLanguage();
  const invalidate = useInvalidate();
  const actions = useScheduleActions();
  const [opened, setOpened] = useState<Parameters<Open>[0] | null>(null);
  const definition = useMemo(() => scheduleList({ t, language, open: setOpened, actions }), [t, language, actions]);
  const close = () => setOpened(null);
  return (
    <>
      <ListPage definition={definition} />
      {opened?.kind === 'times' ? (
        <ScheduleModal schedule={opened.row} onClose={close} onSaved={() => void invalidate(resources.schedules)} />
      ) : null}
      {opened?.kind === 'runs' ? <RunsModal schedule={opened.row} onClose={close} /> : null}
    </>
  );
}
