import { Button, ErrorBox, Field, Modal, RadioGroup, Select, sayBeside, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText, resources, useList } from '../../../api/index.ts';
import { ClashBox, SaveClash, SaveConflict } from '../../../conflicts/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useUserId } from '../../../shell/index.ts';
import type { Explore } from '../explore-context.tsx';
import type { ExploreStore } from '../model/explore-store.ts';
import { proposedName } from '../model/proposed-name.ts';
import type { ExploreRights } from '../model/rights.ts';
import { type ChartAnswer, ChartClash, type SavedChart, saveChart } from '../save-chart.ts';
import type { ExploreStart } from '../use-explore-start.ts';

export interface SaveModalProps {
  readonly start: ExploreStart;
  readonly store: ExploreStore;
  readonly explore: Explore;
  readonly rights: ExploreRights;
  readonly onClose: () => void;
}

type SaveAction = 'overwrite' | 'saveas';

const recentKey = 'save_chart_recent_dashboard';

/** Saves the chart as new or over the old one, and onto a dashboard if wanted. */
export function SaveModal({ start, store, explore, rights, onClose }: SaveModalProps) {
  const t = useT();
  const navigate = useNavigate();
  const { canOverwrite } = rights;
  const [action, setAction] = useState<SaveAction>(canOverwrite ? 'overwrite' : 'saveas');
  const [proposal] = useState(() => (start.slice ? '' : proposedName(explore.form, explore.dataset, t)));
  const [name, setName] = useState(store.getState().chartName || proposal);
  const [dashboard, setDashboard] = useState<number | string | undefined>(() => readRecent());
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<SaveClash | ChartClash | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (goesToDashboard: boolean, answer?: ChartAnswer) => {
    const say = sayBeside();
    setIsBusy(true);
    setError(null);
    setConflict(null);
    try {
      const { savedForm: opened } = store.getState();
      const request = { start, explore, name: name.trim(), action, dashboard, opened };
      const saved = await saveChart({ ...request, ...(answer ? { answer } : {}) });
      store.getState().markSaved(explore.form, name.trim());
      say.success(savedText(saved.name, saved, t));
      if (saved.dashboard) sessionStorage.setItem(recentKey, String(saved.dashboard.id));
      onClose();
      if (goesToDashboard && saved.dashboard) await navigate(`/superset/dashboard/${saved.dashboard.id}/`);
      else await navigate(`/explore/?slice_id=${saved.chartId}&save_action=${action}`);
    } catch (failure) {
      if (failure instanceof SaveClash || failure instanceof ChartClash) setConflict(failure);
      else setError(errorText(failure));
      setIsBusy(false);
    }
  };
  const canSave = name.trim() !== '' && !isBusy;
  return (
    <Modal
      title={t('Save chart')}
      onClose={onClose}
      isSticky
      onSubmit={() => canSave && void save(false)}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button isDisabled={!canSave || dashboard === undefined} onClick={() => void save(true)}>
            {t('Save & go to dashboard')}
          </Button>
          <Button kind="primary" type="submit" isDisabled={!canSave} isBusy={isBusy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      {error ? <ErrorBox title={t('Failed to save slice')} text={error} /> : null}
      {conflict ? (
        <Conflict
          conflict={conflict}
          onSave={(answer) => void save(false, answer)}
          onTakeTheirs={() => {
            onClose();
            void navigate(`/explore/?slice_id=${start.slice?.slice_id}`);
          }}
        />
      ) : null}
      <RadioGroup<SaveAction>
        name="save-action"
        label={t('Save chart')}
        value={action}
        onChange={setAction}
        choices={[
          { value: 'overwrite', label: t('Save (Overwrite)'), isDisabled: !canOverwrite },
          { value: 'saveas', label: t('Save as...') },
        ]}
      />
      <NameField value={name} proposal={proposal} onChange={setName} />
      <DashboardField value={dashboard} onChange={setDashboard} />
    </Modal>
  );
}

interface NameFieldProps {
  readonly value: string;
  readonly proposal: string;
  readonly onChange: (name: string) => void;
}

function NameField({ value, proposal, onChange }: NameFieldProps) {
  const t = useT();
  const [wasTyped, setWasTyped] = useState(false);
  return (
    <Field label={t('Chart name')} error={wasTyped && value.trim() === '' ? t('This is a required field') : null}>
      {(ids) => (
        <TextInput
          {...ids}
          value={value}
          maxLength={250}
          autoFocus
          // What was proposed goes with the first letter that is typed.
          onFocus={({ currentTarget }) => value === proposal && currentTarget.select()}
          onChange={(typed) => {
            setWasTyped(true);
            onChange(typed);
          }}
        />
      )}
    </Field>
  );
}

interface ConflictProps {
  readonly conflict: SaveClash | ChartClash;
  readonly onSave: (answer: ChartAnswer) => void;
  readonly onTakeTheirs: () => void;
}

function Conflict({ conflict, onSave, onTakeTheirs }: ConflictProps) {
  if (conflict instanceof SaveClash)
    return (
      <SaveConflict
        conflict={conflict}
        onOverwrite={() => onSave({ seen: conflict.savedAt })}
        onTakeTheirs={onTakeTheirs}
      />
    );
  return (
    <ClashBox
      key={conflict.savedAt}
      title={conflict.message}
      clashes={conflict.clashes}
      onSave={(choices) => onSave({ seen: conflict.savedAt, choices })}
    />
  );
}

function savedText(name: string, { dashboard }: SavedChart, t: ReturnType<typeof useT>): string {
  return dashboard
    ? t('Chart [{{name}}] was added to dashboard [{{dashboard}}]', { name, dashboard: dashboard.title })
    : t('Chart [{{name}}] has been saved', { name });
}

function readRecent(): number | undefined {
  const id = Number(sessionStorage.getItem(recentKey));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

interface DashboardFieldProps {
  readonly value: number | string | undefined;
  readonly onChange: (value: number | string | undefined) => void;
}

function DashboardField({ value, onChange }: DashboardFieldProps) {
  const t = useT();
  const userId = useUserId();
  const [text, setText] = useState('');
  const list = useList(
    resources.dashboards,
    {
      filters: [
        ...(text ? [{ col: 'dashboard_title', opr: 'ct', value: text }] : []),
        ...(userId === null ? [] : [{ col: 'owners', opr: 'rel_m_m', value: userId }]),
      ],
      orderColumn: 'dashboard_title',
      orderDirection: 'asc',
      pageSize: 100,
    },
    { showsFailure: true },
  );
  const choices: { value: number | string; label: string }[] = list.collection.map((row) => ({
    value: row.id,
    label: row.dashboard_title,
  }));
  const typed = text.trim();
  const isNew = typed !== '' && !choices.some((choice) => choice.label === typed);
  if (isNew) choices.push({ value: typed, label: t('Create {{name}}', { name: typed }) });
  if (typeof value === 'string' && value !== typed) choices.push({ value, label: value });
  return (
    <>
      <Field label={t('Add to dashboard')} note={t('Optional')}>
        {(ids) => (
          <Select<number | string>
            {...ids}
            label={t('Add to dashboard')}
            placeholder={t('Select a dashboard OR create a new one')}
            isClearable
            isLoading={list.loading}
            notFound={list.loading ? undefined : t('Type a name to create a dashboard')}
            value={value !== undefined && choices.some((choice) => choice.value === value) ? value : undefined}
            choices={choices}
            onSearch={setText}
            onChange={onChange}
          />
        )}
      </Field>
      {list.error && !list.loading ? (
        <LoadFailure
          title={t('An error occurred while loading dashboard information.')}
          error={list.error}
          onRetry={list.refresh}
        />
      ) : null}
    </>
  );
}
