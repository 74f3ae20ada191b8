import { reportEndpoints, type WireReport } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useMemo } from 'react';
import { api, errorText, resources, updateItem, useInvalidate } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';

/** What can be done with a report at once; what fails is said. */
export function useReportActions() {
  const invalidate = useInvalidate();
  // The same functions at each drawing, so that the list's definition stays.
  return useMemo(() => {
    const act = async (work: () => Promise<unknown>, done: string, failed?: string) => {
      const say = sayBeside();
      try {
        await work();
        say.success(done);
      } catch (error) {
        if (failed === undefined) say.danger(errorText(error));
        else say.danger(failed, { details: errorText(error) });
      }
      await invalidate(resources.reports);
    };
    const run = (row: WireReport, isTest: boolean) =>
      api.callEndpoint(reportEndpoints.run, { params: { id: row.id }, body: { is_test: isTest } });
    return {
      runNow: (row: WireReport) => void act(() => run(row, false), t('{{name}} was started', { name: row.name })),
      sendTest: (row: WireReport) =>
        void act(() => run(row, true), t('A test of {{name}} is sent to you', { name: row.name })),
      stop: (row: WireReport) =>
        void act(
          () => api.callEndpoint(reportEndpoints.stop, { params: { id: row.id } }),
          t('{{name}} was stopped', { name: row.name }),
        ),
      setActive: (row: WireReport, active: boolean) =>
        void act(
          () => updateItem(resources.reports, row.id, { active }),
          t('Report updated'),
          t('We were unable to active or deactivate this report.'),
        ),
    };
  }, [invalidate]);
}
