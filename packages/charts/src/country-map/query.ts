import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { CountryMapForm } from './form.ts';

const mostParts = 50_000;

/** One row for each part of the country. */
export function toQueries(form: CountryMapForm): readonly QueryObject[] {
  const { entity, metric } = form;
  return [
    {
      ...baseQuery(form),
      columns: entity === null ? [] : [entity],
      metrics: metric === null ? [] : [metric],
      row_limit: form.row_limit ?? mostParts,
    },
  ];
}
