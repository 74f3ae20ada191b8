import type { UploadJob } from '@powerset/contract';
import { Button, classNames, ProgressBar, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { formatCount } from './file-size.ts';
import styles from './LoadingProgress.module.css';

interface LoadingProgressProps {
  readonly job: UploadJob;
  /** About how many rows the file has. */
  readonly total: number | null;
  readonly onStop: () => void;
}

/** Rows on their way into the table. */
export function LoadingProgress({ job, total, onStop }: LoadingProgressProps) {
  const t = useT();
  const rows = job.rows_read;
  const isRead = rows !== null && total !== null && rows >= total;
  return (
    <div className={styles.progress}>
      <ProgressBar value={job.progress} label={t('Loading')} />
      <span className={classNames(textRoles.numbers, textRoles.small, textRoles.secondary)}>
        {isRead ? t('Writing the table') : null}
        {!isRead && rows !== null && total !== null
          ? t('about {{rows}} of {{total}} rows', { rows: formatCount(rows), total: formatCount(total) })
          : null}
        {` ${Math.round(job.progress * 100)} %`}
      </span>
      <Button onClick={onStop}>{t('Stop')}</Button>
    </div>
  );
}
