import { Button, FieldError, Modal } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { ApiError, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './FormModal.module.css';

/** What the server says against single fields. */
export type FieldErrors = Readonly<Record<string, string>>;

interface FormModalProps {
  readonly title: string;
  readonly isComplete: boolean;
  readonly isNew: boolean;
  /** What the button says, where nothing is added or saved. */
  readonly action?: string;
  readonly width?: 520 | 800;
  /** Sends what was typed; throws `ApiError`. The dialog stays where it answers that nothing was saved. */
  readonly onSave: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: (errors: FieldErrors) => ReactNode;
}

/** A dialog with fields: errors of the server stand at the fields that they name. */
export function FormModal(props: FormModalProps) {
  const { title, isComplete, isNew, width = 520, onSave, onClose, children } = props;
  const t = useT();
  const usual = isNew ? t('Add') : t('Save');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fields = failure instanceof ApiError ? failure.fields : {};
  const errors = Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [name, texts.map((one) => t(one)).join(' ')]),
  );
  const submit = async () => {
    if (!isComplete || isBusy) return;
    setIsBusy(true);
    try {
      if (await onSave()) return onClose();
      setFailure(null);
      setIsBusy(false);
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={title}
      width={width}
      isSticky
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={!isComplete}>
            {props.action ?? usual}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {children(errors)}
        {failure !== null && Object.keys(errors).length === 0 ? <FieldError>{errorText(failure)}</FieldError> : null}
      </div>
    </Modal>
  );
}
