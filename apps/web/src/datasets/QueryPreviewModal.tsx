import { Button, CodeView, Modal } from '@powerset/ui';
import { useT } from '../i18n/index.ts';

interface QueryPreviewModalProps {
  readonly sql: string;
  readonly onClose: () => void;
  /** Offered where the person may use the SQL editor. */
  readonly onOpenInSqlEditor?: (() => void) | undefined;
}

/** The SQL behind a query-type dataset. */
export function QueryPreviewModal({ sql, onClose, onOpenInSqlEditor }: QueryPreviewModalProps) {
  const t = useT();
  return (
    <Modal
      title={t('Query preview')}
      width={800}
      onClose={onClose}
      foot={
        <>
          {onOpenInSqlEditor ? <Button onClick={onOpenInSqlEditor}>{t('View in SQL Lab')}</Button> : null}
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <CodeView code={sql} label={t('Query preview')} />
    </Modal>
  );
}
