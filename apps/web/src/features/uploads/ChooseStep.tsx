import { InboxOutlined } from '@ant-design/icons-svg';
import { Button, classNames, ErrorBox, Icon, textRoles } from '@powerset/ui';
import { type DragEvent, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import styles from './ChooseStep.module.css';
import { useUploadLimitMb } from './use-upload-limit.ts';

const accepted = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.parquet,.xlsx,.gz';

/** Where a file is chosen or dropped. */
export function ChooseStep({ error, onFile }: { error: string | null; onFile: (file: File) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const limit = useUploadLimitMb();
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <>
      {error ? <ErrorBox title={t('The file could not be read')} text={error} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard */}
      <div
        className={classNames(styles.drop, isOver && styles.over)}
        data-takes-files
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <Icon of={InboxOutlined} size={24} className={textRoles.muted} />
        <div className={textRoles.medium}>{t('Drop a file here, or anywhere in the application')}</div>
        <div className={textRoles.muted}>
          {t('CSV, TSV, JSON, Parquet or Excel (.xlsx), at most {{limit}} MB', { limit })}
        </div>
        <Button kind="primary" onClick={() => input.current?.click()}>
          {t('Choose a file')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          className={textRoles.spoken}
          aria-label={t('File to upload')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
          }}
        />
      </div>
    </>
  );
}
