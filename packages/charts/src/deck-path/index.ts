/**
 * PATH MAP. Lines along the points that rows hold.
 * In: one row per line, as JSON or polyline. Out: a map picture of lines; a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { toLineModel, undrawnOfLines } from '../shared/maps/line-model.ts';
import { placeQuery } from '../shared/maps/map-query.ts';
import { hasNoRows } from '../shared/maps/place-model.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries: (own) => [placeQuery(own, { places: own.line_column === null ? [] : [own.line_column] })],
  toModel: (results, context) =>
    toLineModel(results, context, {
      column: context.form.line_column,
      encoding: context.form.line_type ?? 'json',
      isReversed: context.form.reverse_long_lat,
    }),
  toOptions,
  isEmpty: hasNoRows,
  undrawnOf: undrawnOfLines,
});
