import { Button, Field, FieldError, Modal, Select, sayBeside, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { customInterval, refreshChoices, toCustomSeconds, useDashboard, useOpenDashboard } from '../state/index.ts';
import { DialogFields, FieldRow } from './DialogFields.tsx';

/** How often the dashboard refreshes itself: saved with it in edit mode, else for this visit. */
export function RefreshModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const frequency = useDashboard((state) => state.refreshFrequency);
  const isEditing = useDashboard((state) => state.editMode);
  const isKnown = refreshChoices.some((choice) => choice.seconds === frequency);
  const [chosen, setChosen] = useState(isKnown ? frequency : customInterval);
  const [parts, setParts] = useState(() => toParts(isKnown ? 0 : frequency));
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    const seconds = chosen === customInterval ? toCustomSeconds(parts[0], parts[1], parts[2]) : chosen;
    if (typeof seconds === 'string') return setError(seconds);
    store.getState().setRefreshFrequency(seconds);
    if (isEditing) store.getState().setMetadata({ refresh_frequency: seconds });
    sayBeside().success(t('Refresh interval saved'));
    onClose();
  };
  const labels = [t('Hour'), t('Minute'), t('Second')];
  return (
    <Modal
      title={t('Refresh interval')}
      onClose={onClose}
      onSubmit={save}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit">
            {isEditing ? t('Save') : t('Save for this session')}
          </Button>
        </>
      }
    >
      <DialogFields>
        <Field label={t('Refresh frequency')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Refresh frequency')}
              value={chosen}
              choices={[
                ...refreshChoices.map(({ seconds, label }) => ({ value: seconds, label: t(label) })),
                { value: customInterval, label: t('Custom interval') },
              ]}
              onChange={(next) => setChosen(next ?? 0)}
            />
          )}
        </Field>
        {chosen === customInterval ? (
          <FieldRow columns={3}>
            {labels.map((label, index) => (
              <Field key={label} label={label}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    type="number"
                    value={String(parts[index])}
                    onChange={(text) => setParts((last) => replaceAt(last, index, Number(text)))}
                  />
                )}
              </Field>
            ))}
          </FieldRow>
        ) : null}
        {error ? <FieldError>{t(error)}</FieldError> : null}
      </DialogFields>
    </Modal>
  );
}

type Parts = readonly [hours: number, minutes: number, seconds: number];

function toParts(seconds: number): Parts {
  return [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
}

function replaceAt(parts: Parts, at: number, value: number): Parts {
  const pick = (index: number) => (index === at ? value : (parts[index] ?? 0));
  return [pick(0), pick(1), pick(2)];
}
