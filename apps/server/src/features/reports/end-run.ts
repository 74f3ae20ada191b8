import type { Services } from '../../services.ts';
import type { RunEnd } from './run.ts';
import type { Report, ReportRun } from './store.ts';

interface EndedRun {
  readonly report: Report;
  readonly run: ReportRun;
  readonly end: RunEnd;
}

const dayMs = 86_400_000;

/** Notes how a run ended, and forgets runs that are older than the report keeps them. A test leaves the report as it was. */
export async function endRun(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { report, run, end }: EndedRun,
): Promise<void> {
  const time = now().toISOString();
  await store.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('report_runs')
      .set({ state: end.state, error_message: end.error, end_dttm: time, worker: null, lease_until: null })
      .where('id', '=', run.id)
      .where('state', '=', 'Working')
      .returning(['value', 'value_row_json'])
      .executeTakeFirst();
    if (!ended) return;
    if (run.test_user_fk === null)
      await transaction
        .updateTable('reports')
        .set({
          last_state: end.state,
          last_eval_dttm: time,
          ...(report.type === 'Alert' && end.state !== 'Error'
            ? { last_value: ended.value, last_value_row_json: ended.value_row_json }
            : {}),
        })
        .where('id', '=', report.id)
        .execute();
    if (report.log_retention === 0) return;
    await transaction
      .deleteFrom('report_runs')
      .where('report_id', '=', report.id)
      .where('end_dttm', '<', new Date(now().getTime() - report.log_retention * dayMs).toISOString())
      .execute();
  });
}
