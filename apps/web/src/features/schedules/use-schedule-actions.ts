import { scheduleEndpoints, type WireSchedule } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useMemo } from 'react';
import { api, errorText, resources, useInvalidate } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';

/** What can be done with a schedule at once; what fails is said. */
export function useScheduleActions() {
  const invalidate = useInvalidate();
  // The same functions at each drawing, so that the list's definition stays.
  return useMemo(() => {
    const act = async (work: () => Promise<unknown>, done: string) => {
      const say = sayBeside();
      try {
        await work();
        say.success(done);
      } catch (error) {
        say.danger(errorText(error));
      }
      await invalidate(resources.schedules);
    };
    const paramsOf = ({ id }: WireSchedule) => ({ params: { id } });
    return {
      runNow: (row: WireSchedule) =>
        void act(
          () => api.callEndpoint(scheduleEndpoints.run, paramsOf(row)),
          t('{{name}} was started', { name: row.label }),
        ),
      stop: (row: WireSchedule) =>
        void act(
          () => api.callEndpoint(scheduleEndpoints.stop, paramsOf(row)),
          t('{{name}} was stopped', { name: row.label }),
        ),
      setActive: (row: WireSchedule, isActive: boolean) =>
        void act(
          () => api.callEndpoint(scheduleEndpoints.update, { ...paramsOf(row), body: { is_active: isActive } }),
          isActive
            ? t('{{name}} runs by its times again', { name: row.label })
            : t('{{name}} is paused', { name: row.label }),
        ),
    };
  }, [invalidate]);
}
