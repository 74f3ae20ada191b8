import { baseQuery, distinctColumns, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { BubbleForm } from './form.ts';

/** One row per bubble. */
export function toQueries(form: BubbleForm): readonly QueryObject[] {
  const { entity, series, x, y, size, orderby } = form;
  const columns = [entity, series].filter((column) => column !== null);
  const metrics = [x, y, size].filter((metric) => metric !== null);
  return [
    {
      ...baseQuery(form),
      columns: distinctColumns(columns),
      metrics: distinctMetrics(metrics),
      orderby: orderby === null ? [] : [[orderby, !form.order_desc]],
    },
  ];
}
