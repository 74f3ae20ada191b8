import { Button, Modal } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { ErrorView } from '../../shell/index.ts';

interface ConfirmModalProps {
  readonly title: string;
  readonly action: string;
  /** Said when `run` fails, above why. */
  readonly failure: string;
  /** Nothing is lost by it: Enter does it. */
  readonly isHarmless?: boolean;
  /** Does it; the dialog stays open until it is closed, and for another try when this throws. */
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before one call that changes something for somebody. */
export function ConfirmModal({ isHarmless = false, run, onClose, children, ...words }: ConfirmModalProps) {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await run();
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={words.title}
      {...(isHarmless ? {} : { role: 'alertdialog' as const })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose} autoFocus={!isHarmless}>
            {t('Cancel')}
          </Button>
          <Button
            kind={isHarmless ? 'primary' : 'danger-solid'}
            isBusy={isBusy}
            onClick={() => void confirm()}
            autoFocus={isHarmless}
          >
            {words.action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {error === null ? null : <ErrorView title={words.failure} error={error} />}
    </Modal>
  );
}
