import { scheduleEndpoints, type WireSchedule, type WireScheduleRun } from '@powerset/contract';
import { Badge, Button, classNames, Modal, textRoles, UiLink } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, resources } from '../../api/index.ts';
import { LoadFailureBox } from '../../controls/load-failure/index.ts';
import { formatDuration, parseServerTime, rowCountText, scheduleErrorText, useT } from '../../i18n/index.ts';
import { When } from '../../lists/index.ts';
import { addresses } from '../../shell/index.ts';
import styles from './RunsModal.module.css';
import { isUnderWay, runStateKinds, runStateText } from './run-states.ts';
import { useScheduleActions } from './use-schedule-actions.ts';

interface RunsModalProps {
  readonly schedule: WireSchedule;
  readonly onClose: () => void;
}

const pageSize = 20;
const refreshMs = 1500;

/** The runs of a schedule, the newest first, with what they came to. */
export function RunsModal({ schedule, onClose }: RunsModalProps) {
  const t = useT();
  const actions = useScheduleActions();
  const [pages, setPages] = useState(1);
  const q = { page: 0, page_size: pages * pageSize };
  const { data, error, refetch } = useQuery({
    queryKey: [resources.schedules.name, 'runs', schedule.id, q.page_size],
    queryFn: ({ signal }) =>
      api.callEndpoint(scheduleEndpoints.runs, { params: { id: schedule.id }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.result[0] ?? null) ? refreshMs : false),
  });
  const runs = data?.result ?? [];
  const isBusy = isUnderWay(runs[0] ?? null);
  return (
    <Modal
      title={t('Runs of {{name}}', { name: schedule.label })}
      width={800}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {isBusy ? (
            <Button onClick={() => actions.stop(schedule)}>{t('Stop run')}</Button>
          ) : (
            <Button kind="primary" onClick={() => actions.runNow(schedule)}>
              {t('Run now')}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <LoadFailureBox title={t('The runs could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data && runs.length === 0 ? <p className={textRoles.secondary}>{t('It has not run yet.')}</p> : null}
      <ol className={styles.runs} aria-label={t('Runs of {{name}}', { name: schedule.label })}>
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
      {data && data.count > runs.length ? (
        <Button size="small" onClick={() => setPages(pages + 1)}>
          {t('Show older runs')}
        </Button>
      ) : null}
    </Modal>
  );
}

function Run({ run }: { readonly run: WireScheduleRun }) {
  const t = useT();
  const started = parseServerTime(run.started_on);
  const ended = parseServerTime(run.ended_on);
  return (
    <li className={styles.run}>
      <div className={styles.line}>
        <Badge kind={runStateKinds[run.state]}>{runStateText(run.state)}</Badge>
        <When time={run.started_on ?? run.scheduled_on} />
        <span className={textRoles.secondary}>{run.trigger === 'hand' ? t('By hand') : t('By the clock')}</span>
        <span className={classNames(textRoles.secondary, textRoles.numbers, styles.figures)}>
          {run.rows === null ? null : <span>{rowCountText(run.rows)}</span>}
          {started === null || ended === null ? null : <span>{formatDuration(ended - started)}</span>}
          {run.query_id !== null && run.state === 'success' ? (
            <UiLink href={`${addresses.sqlEditor}?queryId=${run.query_id}`}>{t('Open result')}</UiLink>
          ) : null}
        </span>
      </div>
      {isLate(run) ? (
        <p className={classNames(textRoles.secondary, textRoles.small)}>
          {t('It was due {{time}}; the server was not running then.', { time: exactTime(run.scheduled_on) })}
        </p>
      ) : null}
      {run.error === null ? null : (
        <p className={run.state === 'success' ? textRoles.secondary : styles.error}>{scheduleErrorText(run.error)}</p>
      )}
    </li>
  );
}

const lateMs = 10 * 60_000;

/** Whether it made up for a time at which nobody was there to run it. */
function isLate({ trigger, scheduled_on: due, started_on: started }: WireScheduleRun): boolean {
  return trigger === 'clock' && started !== null && Date.parse(started) - Date.parse(due) > lateMs;
}

function exactTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
