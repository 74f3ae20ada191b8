import type { QueryObject } from '@powerset/contract';
import { readQueryForm } from './define.ts';
import type { ChartForm } from './definitions.ts';
import { baseQuery } from './queries.ts';

/**
 * A query under the conditions of a form besides its own: filters, texts of SQL and a time range, which takes the place of
 * the query's. For charts whose queries are known while nobody at hand can plan them anew.
 */
export function narrowQuery(query: QueryObject, conditions: ChartForm): QueryObject {
  const { filters = [], extras = {}, time_range: range } = baseQuery(readQueryForm(conditions));
  const own = (query.filters ?? []).map((filter) =>
    range && filter.op === 'TEMPORAL_RANGE' ? { ...filter, val: range } : filter,
  );
  const where = joined(query.extras?.where, extras.where);
  const having = joined(query.extras?.having, extras.having);
  return {
    ...query,
    filters: [...own, ...filters],
    extras: { ...query.extras, ...(where ? { where } : {}), ...(having ? { having } : {}) },
    ...(range && query.granularity ? { time_range: range } : {}),
  };
}

function joined(own: string | undefined, added: string | undefined): string | undefined {
  if (!own?.trim() || !added?.trim()) return own?.trim() ? own : added;
  return `(${own}) AND (${added})`;
}
