/**
 * SCATTERPLOT MAP. A point for each row: its size a measure, its colour a category or a range of values.
 * In: one row per place. Out: a map picture of points; a click on a point is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { hasNoRows, undrawnOfPlaces } from '../shared/maps/place-model.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toModel } from './points.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: undrawnOfPlaces,
});
