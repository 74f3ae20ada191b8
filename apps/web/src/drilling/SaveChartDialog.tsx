import type { ChartForm } from '@powerset/chart-kit';
import { Button, ErrorBox, Field, Modal, sayBeside, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import type { DrillStep } from './drill-by.ts';
import { saveDrilled } from './saving.ts';
import type { DrillSubject } from './subject.ts';

interface SaveProps {
  readonly subject: DrillSubject;
  readonly form: ChartForm;
  readonly steps: readonly DrillStep[];
  readonly onClose: () => void;
}

/** Names a drilled chart and saves it. */
export function SaveChartDialog({ subject, form, steps, onClose }: SaveProps) {
  const t = useT();
  const column = steps.at(-1)?.column ?? '';
  const [name, setName] = useState(
    t('{{title}} by {{column}}', { title: subject.title, column: subject.verboseNames[column] || column }).slice(
      0,
      250,
    ),
  );
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const say = sayBeside();
    setIsBusy(true);
    setError(null);
    try {
      await saveDrilled(subject, form, name.trim());
      say.success(t('Chart [{{name}}] has been saved', { name: name.trim() }));
      onClose();
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  const canSave = name.trim() !== '' && !isBusy;
  return (
    <Modal
      title={t('Save as chart')}
      onClose={onClose}
      onSubmit={() => canSave && void save()}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!canSave} isBusy={isBusy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {error ? <ErrorBox title={error} /> : null}
      <Field label={t('Chart name')}>
        {(ids) => <TextInput {...ids} value={name} maxLength={250} onChange={setName} />}
      </Field>
    </Modal>
  );
}
