/**
 * EVENT FLOW. What happens after what: the paths of many through their events, as a tree of those that begin alike.
 * In: events with their time and entity. Out: bars by step, as high as their share; drawn by ECharts.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { isEmpty, toModel, undrawnOf } from './paths.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty,
  undrawnOf,
});
