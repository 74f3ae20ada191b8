/**
 * ARC MAP. Two places of each row, joined by an arc.
 * In: one row per pair of places. Out: a map picture of arcs; a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { hasNoRows, undrawnPlaces } from '../shared/maps/place-model.ts';
import { toModel } from './arcs.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: (model) => undrawnPlaces(model, model.rows.length === 0),
});
