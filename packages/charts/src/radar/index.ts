/**
 * RADAR CHART. The profiles of a few groups over several metrics, each on an axis of its own.
 * In: one row per group. Out: ECharts options; a click on a profile is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toModel, undrawnOf } from './profiles.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.profiles.length === 0,
  undrawnOf,
});
