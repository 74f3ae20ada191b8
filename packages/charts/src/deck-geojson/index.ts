/**
 * GEOJSON MAP. The points, lines and areas that rows hold as GeoJSON.
 * In: one row per shape or collection. Out: a map picture; a click on a shape is a filter for its row.
 */
import { defineChart } from '@powerset/chart-kit';
import { hasNoRows, undrawnPlaces } from '../shared/maps/place-model.ts';
import { facts } from './facts.ts';
import { toModel, toQueries } from './features.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: (model) => undrawnPlaces(model, model.features.length === 0),
});
