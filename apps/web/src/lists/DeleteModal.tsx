import { Button, Modal } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import styles from './DeleteModal.module.css';

/** What breaks without one of the things to be deleted. */
export interface DeletionWarning {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

interface DeleteModalProps {
  /** How many are to be deleted, also those that nothing stands on. */
  readonly count: number;
  readonly warnings: readonly DeletionWarning[];
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something is deleted that others stand on, and says what stands on it. */
export function DeleteModal({ count, warnings, onClose, onConfirm }: DeleteModalProps) {
  const t = useT();
  const only = count === 1 ? warnings[0] : undefined;
  return (
    <Modal
      title={only ? t('Delete {{name}}?', { name: only.name }) : t('Delete {{count}} selected?', { count })}
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
      {only ? (
        <p>{only.text}</p>
      ) : (
        <ul className={styles.warnings}>
          {warnings.map(({ id, name, text }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
