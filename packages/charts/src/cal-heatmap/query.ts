import { baseQuery, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { withTimeColumn } from '../shared/time-column.ts';
import type { CalendarForm } from './form.ts';

export const grainOfCell = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M' } as const;

/** One row per cell. */
export function toQueries(form: CalendarForm): readonly QueryObject[] {
  const base = baseQuery(withTimeColumn(form));
  return [
    {
      ...base,
      extras: { ...base.extras, time_grain_sqla: grainOfCell[form.subdomain_granularity] },
      is_timeseries: true,
      metrics: distinctMetrics(form.metrics),
      row_limit: 50_000,
      // Where a limit cuts, the latest stay.
      orderby: [['__timestamp', false]],
    },
  ];
}
