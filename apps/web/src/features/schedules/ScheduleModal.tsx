import type { WireSchedule } from '@powerset/contract';
import { useState } from 'react';
import { resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import { OutputField, type Times, TimesFields } from '../../schedule-times/index.ts';

interface ScheduleModalProps {
  readonly schedule: WireSchedule;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** When a query runs. */
export function ScheduleModal({ schedule, onClose, onSaved }: ScheduleModalProps) {
  const t = useT();
  const [times, setTimes] = useState<Times>({ cron: schedule.cron, timezone: schedule.timezone });
  const [table, setTable] = useState(schedule.output_table ?? '');
  const save = async () => {
    await updateItem(resources.schedules, schedule.id, {
      ...times,
      output_table: table.trim() || null,
      last_modified_time: schedule.last_modified_time,
    });
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={t('Times of {{name}}', { name: schedule.label })}
      isNew={false}
      isComplete={times.cron.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TimesFields value={times} onChange={setTimes} errors={errors} />
          <OutputField value={table} onChange={setTable} error={errors.output_table} />
        </>
      )}
    </FormModal>
  );
}
