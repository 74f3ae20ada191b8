import { Button, ListSkeleton, Modal } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { ErrorView } from '../../shell/index.ts';

interface WaitingModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly error?: Error | null;
  readonly onRetry?: () => void;
}

/** A dialog that was asked for and is not there yet: it waits or says why it does not come, and can be left. */
export function WaitingModal({ title, onClose, error = null, onRetry }: WaitingModalProps) {
  const t = useT();
  return (
    <Modal title={title} onClose={onClose} foot={<Button onClick={onClose}>{t('Cancel')}</Button>}>
      {error ? (
        <ErrorView
          error={error}
          title={t('The dialog could not be opened')}
          actions={
            onRetry ? (
              <Button size="small" onClick={onRetry}>
                {t('Try again')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <div role="status" aria-label={t('Loading...')}>
          <ListSkeleton rows={4} />
        </div>
      )}
    </Modal>
  );
}
