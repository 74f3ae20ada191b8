import { timeSeriesQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { type PlainForm, plainSeriesForm } from '../shared/plain-series-form.ts';
import { plainAxisFields } from '../shared/plotted-axes.ts';
import type { CompareForm } from './form.ts';

/** Choices are lengths of time; a date may be typed. */
const isDuration = /^\d+ \w+$/;

const known = new WeakMap<CompareForm, PlainForm>();

/** The form as a chart of lines would have it. */
export function plainOf(form: CompareForm): PlainForm {
  const before = known.get(form);
  if (before) return before;
  const plain = plainSeriesForm.read({
    ...form,
    ...plainAxisFields(form),
    x_axis: null,
    time_compare: form.time_compare.map((shift) => (isDuration.test(shift) ? `${shift} ago` : shift)),
    comparison_type: form.comparison_type === 'absolute' ? 'difference' : form.comparison_type,
    contributionMode: form.contribution ? 'row' : null,
  });
  known.set(form, plain);
  return plain;
}

/** The series over the time column, by their groups. */
export const toQueries = (form: CompareForm): readonly QueryObject[] => [timeSeriesQuery(plainOf(form))];
