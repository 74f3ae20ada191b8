/**
 * BIG NUMBER. One metric as one figure, with a line of text below it.
 * In: one row. Out: text, sizes and colour; drawn in plain HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { isEmpty, toModel, undrawnOf } from './figure.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  key: 'big_number_total',
  name: 'Big Number',
  description: 'Shows one measure as one large figure. Good for what people should see first.',
  category: 'KPI',
  tags: ['Additive', 'Business', 'Percentages', 'Popular', 'Report', 'Description'],
  behaviors: ['DRILL_TO_DETAIL'],
  isText: true,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty,
  undrawnOf,
});
