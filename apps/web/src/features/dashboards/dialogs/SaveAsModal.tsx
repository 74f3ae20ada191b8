import { dashboardEndpoints } from '@powerset/contract';
import { Button, Checkbox, Field, Modal, RadioGroup, sayBeside, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses } from '../../../shell/index.ts';
import {
  type ClashAnswer,
  ConflictModal,
  DashboardClash,
  saveDrafts,
  saveProblem,
  toCopyBody,
  useSave,
} from '../saving/index.ts';
import { useDashboard, useOpenDashboard } from '../state/index.ts';
import { DialogFields } from './DialogFields.tsx';

type Target = 'overwrite' | 'copy' | 'new';

type CopiedState = Parameters<typeof toCopyBody>[0];

async function copyDashboard(state: CopiedState, { name, copiesCharts }: { name: string; copiesCharts: boolean }) {
  const answer = await api.callEndpoint(dashboardEndpoints.copy, {
    params: { id: state.dashboard.id },
    body: toCopyBody(state, name, copiesCharts),
  });
  return answer.result.id;
}

async function createDashboard(title: string) {
  const body = { dashboard_title: title };
  return (await api.callEndpoint(dashboardEndpoints.create, { body })).id;
}

interface SaveAsChoice {
  readonly target: Target;
  readonly name: string;
  readonly copiesCharts: boolean;
}

/** Does what was chosen; somebody else's save in between is a question first. */
function useSaveAs({ target, name, copiesCharts }: SaveAsChoice, onClose: () => void) {
  const t = useT();
  const navigate = useNavigate();
  const { store } = useOpenDashboard();
  const { save } = useSave();
  const [isBusy, setIsBusy] = useState(false);
  const [clash, setClash] = useState<DashboardClash | null>(null);
  const overwrite = async (answer?: ClashAnswer) => {
    const outcome = await save(answer);
    setClash(outcome instanceof DashboardClash ? outcome : null);
    return outcome === 'saved';
  };
  const make = async () => {
    const say = sayBeside();
    const isCopy = target === 'copy';
    if (isCopy) await saveDrafts(store);
    const id = await (isCopy ? copyDashboard(store.getState(), { name, copiesCharts }) : createDashboard(name));
    say.success(t('This dashboard was saved successfully.'));
    // What was not saved here is in the copy; before a new dashboard the guard asks.
    if (isCopy) store.getState().markSaved(store.getState().lastModifiedTime);
    navigate(addresses.dashboard(id, isCopy ? '' : '?edit=true'));
    return true;
  };
  const submit = async (answer?: ClashAnswer) => {
    const say = sayBeside();
    setIsBusy(true);
    try {
      if (await (target === 'overwrite' ? overwrite(answer) : make())) onClose();
    } catch (error) {
      say.danger(saveProblem(error));
    }
    setIsBusy(false);
  };
  return { submit, isBusy, clash, keepEditing: () => setClash(null) };
}

/** Saves over the dashboard, as a copy of it, or begins a new one. */
export function SaveAsModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const title = useDashboard((state) => state.title);
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const [target, setTarget] = useState<Target>('copy');
  const [name, setName] = useState(t('{{title}} [copy]', { title: title || t('[ untitled dashboard ]') }));
  const [copiesCharts, setCopiesCharts] = useState(false);
  const { submit, isBusy, clash, keepEditing } = useSaveAs({ target, name, copiesCharts }, onClose);
  if (clash) return <ConflictModal clash={clash} onClose={keepEditing} onAnswer={(answer) => void submit(answer)} />;
  return (
    <Modal
      title={t('Save dashboard')}
      onClose={onClose}
      isSticky
      onSubmit={() => void submit()}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={target !== 'overwrite' && !name.trim()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <DialogFields>
        <RadioGroup
          name="save-target"
          isColumn
          label={t('Save dashboard')}
          value={target}
          onChange={setTarget}
          choices={[
            {
              value: 'overwrite',
              label: t('Overwrite Dashboard [{{title}}]', { title: title || t('[ untitled dashboard ]') }),
              isDisabled: !isEditable,
            },
            { value: 'copy', label: t('Save as:') },
            { value: 'new', label: t('New dashboard') },
          ]}
        />
        {target === 'overwrite' ? null : (
          <Field label={t('Dashboard name')}>
            {(ids) => <TextInput {...ids} value={name} maxLength={500} onChange={setName} />}
          </Field>
        )}
        {target === 'copy' ? <CopyChoice isChecked={copiesCharts} onChange={setCopiesCharts} /> : null}
      </DialogFields>
    </Modal>
  );
}

function CopyChoice(props: { readonly isChecked: boolean; readonly onChange: (isChecked: boolean) => void }) {
  const t = useT();
  return <Checkbox {...props}>{t('also copy (duplicate) charts')}</Checkbox>;
}
