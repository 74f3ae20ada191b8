import { baseQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { type PlainForm, plainSeriesForm } from '../shared/plain-series-form.ts';
import { plainAxisFields } from '../shared/plotted-axes.ts';
import type { PivotForm } from './form.ts';

const known = new WeakMap<PivotForm, PlainForm>();

/** The form as a chart of lines would have it. */
export function plainOf(form: PivotForm): PlainForm {
  const before = known.get(form);
  if (before) return before;
  const plain = plainSeriesForm.read({
    ...form,
    ...plainAxisFields(form),
    metrics: form.metric === null ? [] : [form.metric],
    groupby: [],
    x_axis: null,
  });
  known.set(form, plain);
  return plain;
}

/** One row for each step of time. */
export function toQueries(form: PivotForm): readonly QueryObject[] {
  const { metric } = form;
  return [
    {
      ...baseQuery(plainOf(form)),
      row_limit: form.row_limit ?? 50_000,
      is_timeseries: true,
      metrics: metric === null ? [] : [metric],
      orderby: metric === null ? [] : [[metric, true]],
    },
  ];
}
