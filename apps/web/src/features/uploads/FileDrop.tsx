import { InboxOutlined } from '@ant-design/icons';
import { Icon, toasts } from '@powerset/ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, useSession } from '../../shell/index.ts';
import { pendingFile } from './pending-file.ts';
import './uploads.css';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Anywhere in the application a file can be dropped; it opens the upload page with it. */
export function FileDrop() {
  const t = useT();
  const session = useSession();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const isAllowed = mayUpload(session);
  useEffect(() => {
    if (!isAllowed) return;
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
      const files = event.dataTransfer?.files;
      if (event.defaultPrevented || !carriesFiles(event) || !files?.[0]) return;
      event.preventDefault();
      if (files.length > 1) toasts.warning(t('One file at a time: {{name}} was taken.', { name: files[0].name }));
      pendingFile.setState({ file: files[0] });
      void navigate(addresses.upload);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [isAllowed, navigate, t]);
  if (!isOver) return null;
  return (
    <div className="up-overlay" role="status">
      <div className="up-overlay__card">
        <Icon of={InboxOutlined} size={24} />
        <strong>{t('Drop the file to make a dataset of it')}</strong>
        <span className="ps-t3">{t('CSV, TSV, JSON, Parquet or Excel')}</span>
      </div>
    </div>
  );
}
