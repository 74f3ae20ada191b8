/**
 * WORD CLOUD. The words of a column around the middle, the larger the more.
 * In: one row per word. Out: ECharts options of texts at places of our own; a click on a word is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './words.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.words.length + model.sizeless === 0,
  undrawnOf,
});
