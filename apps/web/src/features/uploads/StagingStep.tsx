import { Button, classNames, lineRoles, ProgressBar, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { formatBytes } from './file-size.ts';
import loading from './LoadingProgress.module.css';
import parts from './parts.module.css';
import type { UploadStep } from './use-upload.ts';

interface StagingStepProps {
  readonly step: Extract<UploadStep, { kind: 'staging' }>;
  readonly onStop: () => void;
}

/** A file on its way: how much of it has been sent, then that it is being looked into. */
export function StagingStep({ step, onStop }: StagingStepProps) {
  const t = useT();
  const { fileName: name, size, sent } = step;
  const isSent = sent >= 1;
  return (
    <div className={parts.card}>
      <div className={lineRoles.line}>
        <span dir="auto" className={classNames(textRoles.medium, textRoles.truncated)} role="status">
          {isSent ? t('Looking into {{name}} ...', { name }) : t('Sending {{name}} ...', { name })}
        </span>
        <span className={classNames(parts.fileEnd, lineRoles.end)}>
          <Button onClick={onStop}>{isSent ? t('Stop') : t('Cancel')}</Button>
        </span>
      </div>
      {isSent ? (
        <ProgressBar value={null} label={t('Loading...')} />
      ) : (
        <div className={loading.progress}>
          <ProgressBar value={sent} label={t('Sending')} />
          <span className={classNames(textRoles.numbers, textRoles.small, textRoles.secondary)}>
            {t('{{percent}} % of {{size}}', { percent: Math.floor(sent * 100), size: formatBytes(size) })}
          </span>
        </div>
      )}
    </div>
  );
}
