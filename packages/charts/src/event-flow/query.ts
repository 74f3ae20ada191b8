import { baseQuery, distinctColumns } from '@powerset/chart-kit';
import { columnLabel, type QueryObject } from '@powerset/contract';
import type { EventFlowForm } from './form.ts';

/** Every event as it is: when, what, whose, and what else is known of it. */
export function toQueries(form: EventFlowForm): readonly QueryObject[] {
  const { entity, all_columns_x: event, all_columns: metadata } = form;
  const columns = distinctColumns([...(event ? [event] : []), ...(entity ? [entity] : []), ...metadata]);
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: null,
      is_timeseries: true,
      orderby: entity && form.order_by_entity ? [[columnLabel(entity), true]] : [],
    },
  ];
}
