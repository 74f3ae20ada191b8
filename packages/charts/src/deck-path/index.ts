/**
 * PATH MAP. Lines along the points that rows hold.
 * In: one row per line, as JSON or polyline. Out: a map picture of lines; a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { undrawnOfLines } from '../shared/maps/line-model.ts';
import { hasNoRows } from '../shared/maps/place-model.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toModel, toQueries } from './routes.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: undrawnOfLines,
});
