import { Button, Modal } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { ClashAnswer } from './dashboard-clash.ts';
import { SaveFailure } from './SaveFailure.tsx';

export interface SaveModalProps {
  readonly title: string;
  readonly saveLabel: string;
  readonly save: (answer?: ClashAnswer) => Promise<void>;
  /** Stands above the reason when saving failed. */
  readonly failureTitle: string;
  /** The reason in words, when nobody else's save is the reason. */
  readonly failureText: (error: unknown) => string;
  /** Something in it cannot be saved as it stands, and says so. */
  readonly isBlocked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Settings of the dashboard that are saved at once: it closes when they are, and else says why and what can be done. */
export function SaveModal({
  title,
  saveLabel,
  save,
  failureTitle,
  failureText,
  isBlocked,
  onClose,
  children,
}: SaveModalProps) {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (answer?: ClashAnswer) => {
    setIsBusy(true);
    setFailure(null);
    try {
      await save(answer);
      onClose();
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={title}
      width={800}
      isSticky
      onClose={onClose}
      onSubmit={() => !isBlocked && void attempt()}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={isBlocked}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <SaveFailure
        title={failureTitle}
        error={failure}
        toText={failureText}
        onAnswer={(answer) => void attempt(answer)}
      />
      {children}
    </Modal>
  );
}
