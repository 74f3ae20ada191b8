import { scheduleEndpoints } from '@powerset/contract';
import { Button, Field, Modal, sayBeside, TextInput, textRoles } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { ApiError, api, errorText, resources, updateItem, useInvalidate, useList } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { OutputField, startTimes, type Times, TimesFields } from '../../../schedule-times/index.ts';
import { editorMessages } from '../messages.ts';
import parts from '../parts.module.css';
import { placeOf } from '../runs/execute-body.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { loadSavedQuery, toTabFields } from './save-query.ts';

export interface ScheduleTimesModalProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/** Asks when the tab's query runs; what is not saved yet is saved with it. */
export function ScheduleTimesModal({ tab, session, onClose }: ScheduleTimesModalProps) {
  const t = useT();
  const [label, setLabel] = useState(tab.name);
  const { existing, isKnown } = useExisting(tab.remoteId);
  const [chosen, setChosen] = useState<Times | null>(null);
  const times = chosen ?? existing ?? startTimes();
  const [typedTable, setTable] = useState<string | null>(null);
  const table = typedTable ?? existing?.output_table ?? '';
  const { errors, isBusy, schedule } = useScheduling({ tab, session, onClose });
  const isNew = tab.remoteId === null;
  const isReady = isKnown && times.cron.trim() !== '' && (!isNew || label.trim() !== '');
  return (
    <Modal
      title={t('Schedule query')}
      isSticky
      onClose={onClose}
      onSubmit={() =>
        isReady &&
        void schedule({ times, table: table.trim() || null, label: label.trim(), existingId: existing?.id ?? null })
      }
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady} isBusy={isBusy}>
            {t('Schedule', { context: 'verb' })}
          </Button>
        </>
      }
    >
      <div className={parts.form}>
        {isNew ? (
          <Field label={t('Name')} error={errors.label}>
            {(ids) => <TextInput {...ids} value={label} maxLength={256} onChange={setLabel} />}
          </Field>
        ) : (
          <p className={textRoles.secondary}>{savedNote(t, tab)}</p>
        )}
        {isKnown ? (
          <Suspense fallback={null}>
            <TimesFields value={times} onChange={setChosen} errors={errors} />
            <OutputField value={table} onChange={setTable} error={errors.output_table} />
          </Suspense>
        ) : null}
        <p className={textRoles.secondary}>
          {t('It runs on the server as you, with your rights at that time. Schedules shows how it went.')}
        </p>
      </div>
    </Modal>
  );
}

/** What runs is what is saved, which may be another text than the one in sight. */
function savedNote(t: ReturnType<typeof useT>, tab: EditorTab): string {
  if (tab.sql === tab.savedSql) return t('The saved query {{name}} is run.', { name: tab.name });
  return t('The saved text of {{name}} is run: save your changes, so that they are in it.', { name: tab.name });
}

/** The schedule that the tab's saved query has already. */
function useExisting(savedQueryId: number | null) {
  const filters = [{ col: 'saved_query_id', opr: 'eq', value: savedQueryId }];
  const list = useList(resources.schedules, { filters, pageSize: 1 }, { isEnabled: savedQueryId !== null });
  return { existing: list.collection[0], isKnown: savedQueryId === null || !list.isFirstLoad };
}

interface Scheduling {
  readonly times: Times;
  /** Null keeps no result. */
  readonly table: string | null;
  readonly label: string;
  readonly existingId: number | null;
}

function useScheduling({ tab, session, onClose }: ScheduleTimesModalProps) {
  const t = useT();
  const invalidate = useInvalidate();
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const schedule = async ({ times: { cron, timezone }, table, label, existingId }: Scheduling) => {
    const say = sayBeside();
    setIsBusy(true);
    setErrors({});
    try {
      if (existingId !== null)
        await updateItem(resources.schedules, existingId, { cron, timezone, output_table: table, is_active: true });
      else await create(session, { tab, cron, timezone, table, label });
      say.success(editorMessages.scheduled());
      void invalidate(resources.schedules);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      setErrors(Object.fromEntries(fields.map(([name, texts]) => [name, texts.map((text) => t(text)).join(' ')])));
      say.danger(editorMessages.scheduleFailed(), { details: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return { errors, isBusy, schedule };
}

interface NewSchedule extends Times {
  readonly tab: EditorTab;
  readonly label: string;
  readonly table: string | null;
}

async function create(session: EditorSession, { tab, cron, timezone, table, label }: NewSchedule): Promise<void> {
  if (tab.remoteId !== null) {
    const body = { saved_query_id: tab.remoteId, cron, timezone, output_table: table };
    await api.callEndpoint(scheduleEndpoints.create, { body });
    return;
  }
  if (tab.dbId === null) return;
  const { sql, templateParams } = tab;
  const query = { label, db_id: tab.dbId, ...placeOf(tab), sql, template_parameters: templateParams };
  const { result } = await api.callEndpoint(scheduleEndpoints.create, {
    body: { query, cron, timezone, output_table: table },
  });
  // From now on the tab belongs to what was saved with the schedule.
  const saved = await loadSavedQuery(result.saved_query_id);
  session.change(tab.id, { ...toTabFields(saved), remoteId: saved.id });
}
