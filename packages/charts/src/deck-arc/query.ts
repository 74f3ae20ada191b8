import type { QueryObject } from '@powerset/contract';
import { placeQuery } from '../shared/maps/map-query.ts';
import { columnsOfSpatial } from '../shared/maps/places.ts';
import type { ArcForm } from './form.ts';

/** One row per pair of places. */
export function toQueries(form: ArcForm): readonly QueryObject[] {
  const places = [...columnsOfSpatial(form.start_spatial), ...columnsOfSpatial(form.end_spatial)];
  return [placeQuery(form, { places, columns: [form.dimension] })];
}
