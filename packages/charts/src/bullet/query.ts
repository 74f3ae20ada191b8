import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { BulletForm } from './form.ts';

/** One row: the metric over everything that the filters let through. */
export function toQueries(form: BulletForm): readonly QueryObject[] {
  return [{ ...baseQuery(form), columns: [], metrics: form.metric === null ? [] : [form.metric], orderby: [] }];
}
