import { Button, Modal } from '@powerset/ui';
import { useT } from '../i18n/index.ts';

interface DeleteModalProps {
  readonly name: string;
  /** What breaks without it. */
  readonly warning: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something is deleted that others stand on, and says what stands on it. */
export function DeleteModal({ name, warning, onClose, onConfirm }: DeleteModalProps) {
  const t = useT();
  return (
    <Modal
      title={t('Delete {{name}}?', { name })}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose} autoFocus>
            {t('Cancel')}
          </Button>
          <Button
            kind="danger-solid"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {t('Delete')}
          </Button>
        </>
      }
    >
      <p>{warning}</p>
    </Modal>
  );
}
