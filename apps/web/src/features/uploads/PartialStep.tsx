import { DownloadOutlined } from '@ant-design/icons-svg';
import { Button, classNames, lineRoles, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';
import { describeLoaded } from './loaded-words.ts';
import parts from './parts.module.css';
import { RejectedLines } from './RejectedLines.tsx';
import type { UploadResult } from './use-upload.ts';

interface PartialStepProps {
  readonly result: UploadResult;
  /** Where all lines that stayed out can be downloaded. */
  readonly rejectedAddress: string;
}

/** The rows are in, some lines are not: which, before the way leads on. */
export function PartialStep({ result, rejectedAddress }: PartialStepProps) {
  const t = useT();
  return (
    <div className={parts.card}>
      <div className={classNames(lineRoles.line, parts.file)} role="status">
        <span className={textRoles.medium}>{describeLoaded(result, t)}</span>
        <span className={classNames(parts.fileEnd, lineRoles.line, lineRoles.end)}>
          <Button icon={DownloadOutlined} href={rejectedAddress}>
            {t('Download the lines left out')}
          </Button>
          <Button kind="primary" href={addresses.dataset(result.dataset_id)}>
            {t('Open the dataset')}
          </Button>
        </span>
      </div>
      <p className={textRoles.secondary}>
        {t('Correct them in the file you have downloaded, and add them to the table by another upload.')}
      </p>
      <RejectedLines
        count={result.rejected_count}
        lines={result.rejected}
        title={leftOutText(t, result.rejected_count)}
      />
    </div>
  );
}

function leftOutText(t: ReturnType<typeof useT>, count: number): string {
  return count === 1
    ? t('1 line could not be read and was left out')
    : t('{{count}} lines could not be read and were left out', { count });
}
