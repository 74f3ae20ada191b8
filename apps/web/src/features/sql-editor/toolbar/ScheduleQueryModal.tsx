import { type ScheduleField, type ScheduleForm, savedQueryEndpoints } from '@powerset/contract';
import { Checkbox, Field, Select, sayBeside, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { NamedQueryModal } from './NamedQueryModal.tsx';
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
  const [name, setName] = useState({ label: tab.name, description: '' });
  const [values, setValues] = useState(() => startValues(form));
  const [isBusy, setIsBusy] = useState(false);
  const schedule = async () => {
    const say = sayBeside();
    setIsBusy(true);
    try {
      const extra_json = JSON.stringify({ schedule_info: toScheduleInfo(form, values) });
      await api.callEndpoint(savedQueryEndpoints.legacyCreate, {
        body: { ...toBody(tab, name.label.trim(), name.description), extra_json },
      });
      say.success(editorMessages.scheduled());
      onClose();
    } catch (error) {
      say.danger(editorMessages.scheduleFailed(), { details: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <NamedQueryModal
      title={form.title ?? t('Schedule query')}
      verb={t('Schedule', { context: 'verb' })}
      value={name}
      onChange={setName}
      isComplete={isScheduleReady(form, values)}
      isBusy={isBusy}
      onSubmit={() => void schedule()}
      onClose={onClose}
      intro={form.description ? <p>{form.description}</p> : null}
    >
      {Object.entries(form.properties).map(([key, field]) => (
        <Answer
          key={key}
          field={field}
          label={field.title ?? key}
          isRequired={form.required?.includes(key) === true}
          value={values[key] ?? ''}
          onChange={(value) => setValues({ ...values, [key]: value })}
        />
      ))}
    </NamedQueryModal>
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
