import { baseQuery } from '@powerset/chart-kit';
import { columnLabel, type QueryObject } from '@powerset/contract';
import type { WordCloudForm } from './form.ts';

type Order = NonNullable<QueryObject['orderby']>;

/** One row per word, in the order of the words, or by the metric where that is asked for. */
export function toQueries(form: WordCloudForm): readonly QueryObject[] {
  const { series, metric, sort_by_metric: isSorted } = form;
  const byMetric: Order = isSorted && metric !== null ? [[metric, false]] : [];
  const byWord: Order = series === null ? [] : [[columnLabel(series), true]];
  return [
    {
      ...baseQuery(form),
      columns: series === null ? [] : [series],
      metrics: metric === null ? [] : [metric],
      orderby: [...byMetric, ...byWord],
    },
  ];
}
