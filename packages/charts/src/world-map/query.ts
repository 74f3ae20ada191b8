import { baseQuery, distinctMetrics } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { WorldMapForm } from './form.ts';

/** One row for each country. */
export function toQueries(form: WorldMapForm): readonly QueryObject[] {
  const { entity, metric, secondary_metric: size, sort_by_metric: isSorted } = form;
  const metrics = distinctMetrics([metric, size].filter((one) => one !== null));
  return [
    {
      ...baseQuery(form),
      columns: entity === null ? [] : [entity],
      metrics,
      orderby: isSorted && metric !== null ? [[metric, false]] : [],
    },
  ];
}
