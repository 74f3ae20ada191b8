import { Button, Field, Modal, TextArea, TextInput } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import parts from '../parts.module.css';

export interface QueryName {
  readonly label: string;
  readonly description: string;
}

export interface NamedQueryModalProps {
  readonly title: string;
  readonly verb: string;
  readonly value: QueryName;
  readonly onChange: (value: QueryName) => void;
  /** Whether all besides the name is filled in. */
  readonly isComplete?: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Shown above the name, and what else is asked below it. */
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
}

/** Asks for what a saved query is called, before it is saved. */
export function NamedQueryModal({ value, onChange, isComplete = true, ...props }: NamedQueryModalProps) {
  const t = useT();
  const isReady = isComplete && value.label.trim() !== '';
  return (
    <Modal
      title={props.title}
      onClose={props.onClose}
      onSubmit={() => isReady && props.onSubmit()}
      foot={
        <>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady} isBusy={props.isBusy}>
            {props.verb}
          </Button>
        </>
      }
    >
      <div className={parts.form}>
        {props.intro}
        <Field label={t('Name')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={value.label}
              onChange={(label) => onChange({ ...value, label })}
              maxLength={256}
            />
          )}
        </Field>
        <Field label={t('Description')} note={t('Optional')}>
          {(ids) => (
            <TextArea
              {...ids}
              value={value.description}
              onChange={(description) => onChange({ ...value, description })}
            />
          )}
        </Field>
        {props.children}
      </div>
    </Modal>
  );
}
