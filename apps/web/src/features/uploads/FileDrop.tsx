import { InboxOutlined } from '@ant-design/icons-svg';
import { Icon, textRoles, toasts } from '@powerset/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../i18n/index.ts';
import { addresses, hasPlaceForFiles, mayUpload, useSession } from '../../shell/index.ts';
import styles from './FileDrop.module.css';
import { pendingFile } from './pending-file.ts';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Where a file is taken that is dropped there; everywhere else it opens the upload page. */
const takesFiles = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('[data-takes-files]') !== null;

/** Anywhere in the application a file can be dropped; it opens the upload page with it. */
export function FileDrop() {
  const t = useT();
  const session = useSession();
  const navigate = useNavigate();
  const isAllowed = mayUpload(session);
  const isOver = useFileDrag((files) => {
    const file = files[0];
    if (!file) return;
    if (!isAllowed) {
      toasts.warning(hasPlaceForFiles(session) ? t('You may not upload files') : t('No database takes files'));
      return;
    }
    if (files.length > 1) toasts.warning(t('One file at a time: {{name}} was taken.', { name: file.name }));
    pendingFile.setState({ file });
    void navigate(addresses.upload);
  });
  if (!isOver || !isAllowed) return null;
  return (
    <div className={styles.overlay} role="status">
      <div className={styles.card}>
        <Icon of={InboxOutlined} size={24} />
        <strong>{t('Drop the file to make a dataset of it')}</strong>
        <span className={textRoles.muted}>{t('CSV, TSV, JSON, Parquet or Excel')}</span>
      </div>
    </div>
  );
}

/**
 * Whether files are held over the page. Heard before anything on the page hears it: the browser would leave the page for
 * the file, and the SQL editor would put all of its text into the statement.
 */
function useFileDrag(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth.current += 1;
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth.current = 0;
      setIsOver(false);
      if (!carriesFiles(event) || takesFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.dataTransfer) take(event.dataTransfer.files);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('dragenter', enter, options);
    addEventListener('dragleave', leave, options);
    addEventListener('dragover', over, options);
    addEventListener('drop', drop, options);
    return () => listening.abort();
  }, []);
  return isOver;
}
