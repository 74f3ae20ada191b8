import { baseQuery, distinctColumns, xAxisColumn } from '@powerset/chart-kit';
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric, type QueryObject } from '@powerset/contract';
import type { HeatmapForm } from './form.ts';

/** One row per cell, and its rank among those that it is compared with. */
export function toQueries(form: HeatmapForm): readonly QueryObject[] {
  const { groupby, metric, x_axis: xColumn } = form;
  const axis = xAxisColumn(form);
  const columns = distinctColumns([...(axis ? [axis] : []), ...(groupby === null ? [] : [groupby])]);
  const among = { heatmap: null, x: xColumn, y: groupby }[form.normalize_across ?? 'heatmap'];
  return [
    {
      ...baseQuery(form),
      columns,
      metrics: metric === null ? [] : [metric],
      orderby: orderOf(form),
      post_processing:
        metric === null
          ? []
          : [
              {
                operation: 'rank',
                options: { metric: metricLabel(metric), ...(among === null ? {} : { group_by: columnLabel(among) }) },
              },
            ],
    },
  ];
}

/** Which cells a row limit leaves: as the axes are sorted, where they are. */
function orderOf(form: HeatmapForm): [QueryMetric, boolean][] {
  const { x_axis: xColumn, groupby, metric } = form;
  const one = (sort: string | null, column: QueryColumn | null): [QueryMetric, boolean][] => {
    const label = column === null ? null : columnLabel(column);
    const target = sort?.startsWith('value') ? metric : label;
    return sort === null || target === null ? [] : [[target, sort.endsWith('asc')]];
  };
  const order = [...one(form.sort_x_axis, xColumn), ...one(form.sort_y_axis, groupby)];
  return order.filter(([target], at) => order.findIndex(([other]) => other === target) === at);
}
