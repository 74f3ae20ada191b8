/**
 * POLYGON MAP. The areas that rows hold, filled by a measure.
 * In: one row per area, as JSON, polyline or geohash. Out: a map picture of areas; a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { undrawnOfLines } from '../shared/maps/line-model.ts';
import { hasNoRows } from '../shared/maps/place-model.ts';
import { toModel, toQueries } from './areas.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: undrawnOfLines,
});
