import { isMetric } from '@powerset/chart-kit';
import type { QueryMetric, QueryObject } from '@powerset/contract';
import { placeQuery } from '../shared/maps/map-query.ts';
import { columnsOfSpatial } from '../shared/maps/places.ts';
import type { ScatterForm } from './form.ts';

/** The metric that sizes follow; null where they are fixed. */
export function sizeMetric({ point_radius_fixed: size }: ScatterForm): QueryMetric | null {
  return size.type === 'metric' && isMetric(size.value) ? size.value : null;
}

/** One row per place and category, the largest first. */
export function toQueries(form: ScatterForm): readonly QueryObject[] {
  const metric = sizeMetric(form);
  return [
    placeQuery(form, {
      places: columnsOfSpatial(form.spatial),
      columns: [form.dimension],
      metrics: [metric],
      orderBy: metric,
    }),
  ];
}
