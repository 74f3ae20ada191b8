import { type ScheduleField, type ScheduleForm, savedQueryEndpoints } from '@powerset/contract';
import { Button, Checkbox, Field, Modal, Select, TextArea, TextInput, toasts } from '@powerset/ui';
import { useState } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import parts from '../parts.module.css';
import type { EditorTab } from '../tabs/tab.ts';
import { toBody } from './save-query.ts';
import { isScheduleReady, type ScheduleValue, startValues, toScheduleInfo } from './schedule.ts';

export interface ScheduleQueryModalProps {
  readonly tab: EditorTab;
  readonly form: ScheduleForm;
  readonly onClose: () => void;
}

/** Saves the tab's text with what the installation's scheduler has to know. */
export function ScheduleQueryModal({ tab, form, onClose }: ScheduleQueryModalProps) {
  const t = useT();
  const [label, setLabel] = useState(tab.name);
  const [description, setDescription] = useState('');
  const [values, setValues] = useState(() => startValues(form));
  const [isBusy, setIsBusy] = useState(false);
  const isReady = label.trim() !== '' && isScheduleReady(form, values);
  const schedule = async () => {
    setIsBusy(true);
    try {
      const extra_json = JSON.stringify({ schedule_info: toScheduleInfo(form, values) });
      await api.callEndpoint(savedQueryEndpoints.legacyCreate, {
        body: { ...toBody(tab, label.trim(), description), extra_json },
      });
      toasts.success(editorMessages.scheduled());
      onClose();
    } catch (error) {
      toasts.danger(editorMessages.scheduleFailed(), { details: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={form.title ?? t('Schedule query')}
      onClose={onClose}
      onSubmit={() => void (isReady && schedule())}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady} isBusy={isBusy}>
            {t('Schedule')}
          </Button>
        </>
      }
    >
      <div className={parts.form}>
        {form.description ? <p>{form.description}</p> : null}
        <Field label={t('Name')}>
          {(ids) => <TextInput {...ids} value={label} onChange={setLabel} maxLength={256} />}
        </Field>
        <Field label={t('Description')} note={t('Optional')}>
          {(ids) => <TextArea {...ids} value={description} onChange={setDescription} />}
        </Field>
        {Object.entries(form.properties).map(([name, field]) => (
          <Answer
            key={name}
            field={field}
            label={field.title ?? name}
            isRequired={form.required?.includes(name) === true}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      </div>
    </Modal>
  );
}

interface AnswerProps {
  readonly field: ScheduleField;
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: ScheduleValue;
  readonly onChange: (value: ScheduleValue) => void;
}

function Answer({ field, label, isRequired, value, onChange }: AnswerProps) {
  const t = useT();
  if (typeof value === 'boolean')
    return (
      <Checkbox isChecked={value} onChange={onChange}>
        {label}
      </Checkbox>
    );
  const choices = field.enum?.map((choice) => ({ value: choice, label: choice }));
  return (
    <Field label={label} note={isRequired ? undefined : t('Optional')} help={field.description}>
      {(ids) =>
        choices ? (
          <Select
            {...ids}
            label={label}
            choices={choices}
            value={value === '' ? undefined : value}
            onChange={(next) => onChange(next ?? '')}
          />
        ) : (
          <TextInput {...ids} type={inputTypeOf(field)} value={value} onChange={onChange} />
        )
      }
    </Field>
  );
}

function inputTypeOf({ type, format }: ScheduleField): string {
  if (type !== 'string') return 'number';
  return format === 'date-time' ? 'datetime-local' : 'text';
}
