import { classNames } from '@powerset/ui';
import { formatDuration, rowCountText, useT } from '../../../i18n/index.ts';
import { formatBytes, formatCount, formatShort } from '../numbers.ts';
import parts from '../parts.module.css';
import { isActive, type RunEntry } from '../runs/run-store.ts';
import styles from './StatusLine.module.css';

export interface StatusLineProps {
  readonly entry: RunEntry | undefined;
  /** Rows that fit the search and the filters, when there are any. */
  readonly matchedRows: number | null;
}

/** The file of a result is nearly as large with two rows in it: what is smaller says nothing of them. */
const leastBytes = 1_000_000;

/** The last line: rows, time, size, start, columns. */
export function StatusLine({ entry, matchedRows }: StatusLineProps) {
  const t = useT();
  if (!entry)
    return (
      <div className={styles.line} data-testid="run-status">
        {t('Nothing has run yet')}
      </div>
    );
  const { query } = entry;
  const { extra } = query;
  const columns = extra.columns?.length;
  const seconds = query.endDttm && query.startDttm ? query.endDttm - query.startDttm : null;
  return (
    <div className={styles.line} role="status" data-testid="run-status">
      <span className={styles.rows}>
        {matchedRows === null
          ? rowsText(t, entry)
          : t('{{matched}} of {{rows}} rows', {
              matched: formatCount(matchedRows),
              rows: formatCount(query.rows ?? 0),
            })}
      </span>
      {extra.progress ? <span>{extra.progress}</span> : null}
      {seconds === null ? null : <bdi dir="ltr">{formatDuration(seconds)}</bdi>}
      {(extra.result_bytes ?? 0) >= leastBytes ? <span>{formatBytes(extra.result_bytes ?? 0)}</span> : null}
      {query.startDttm ? (
        <span className={classNames(parts.end, styles.start)}>
          {t('Started {{time}}', { time: new Date(query.startDttm).toLocaleTimeString('en-GB') })}
        </span>
      ) : null}
      {columns ? <span>{columns === 1 ? t('1 column') : t('{{count}} columns', { count: columns })}</span> : null}
    </div>
  );
}

function rowsText(t: ReturnType<typeof useT>, { query, problem, firstRows }: RunEntry): string {
  if (isActive(query) && firstRows)
    return t('{{rows}} rows, more still arriving', { rows: formatCount(firstRows.table.rowCount) });
  if (isActive(query)) return query.state === 'pending' ? t('Waiting') : runningText(t, query.extra.rows_read);
  if (query.state === 'stopped') return t('Stopped');
  if (problem) return t('Failed');
  if (query.rows === null) return t('Done');
  return rowCountText(query.rows, formatCount(query.rows));
}

/** What is measured: a share of the whole would stand still while what was read is joined. */
function runningText(t: ReturnType<typeof useT>, rowsRead: number | undefined): string {
  return rowsRead ? t('Running, {{rows}} rows read', { rows: formatShort(rowsRead) }) : t('Running');
}
