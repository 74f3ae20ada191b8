/**
 * CLUSTER MAP. Places that lie close together, gathered in circles which fall apart as the map is zoomed.
 * In: one row per place. Out: a map picture of circles for each zoom; a lone place is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { form } from '../shared/maps/cluster-form.ts';
import { toModel, toQueries } from '../shared/maps/cluster-model.ts';
import { toOptions } from '../shared/maps/cluster-options.ts';
import { hasNoRows, undrawnOfPlaces } from '../shared/maps/place-model.ts';
import { facts } from './facts.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: undrawnOfPlaces,
});
