/**
 * GRID MAP. Places gathered in squares of one size, coloured by what they come to.
 * In: one row per place with its weight. Out: a map picture of areas; a click on a square filters its places.
 */
import { defineChart } from '@powerset/chart-kit';
import { hasNoRows, undrawnOfPlaces } from '../shared/maps/place-model.ts';
import { toWeightModel } from '../shared/maps/weight-model.ts';
import { weightQueries } from '../shared/maps/weight-query.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries: weightQueries,
  toModel: toWeightModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: undrawnOfPlaces,
});
