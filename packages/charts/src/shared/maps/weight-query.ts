import type { FieldsOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { sizeControl, spatialControl } from './map-form.ts';
import { type PlaceForm, placeQuery } from './map-query.ts';
import { columnsOfSpatial } from './places.ts';

export type WeightForm = PlaceForm & FieldsOf<typeof spatialControl | typeof sizeControl>;

/** One row per place with its weight, the heaviest first. */
export function weightQueries(form: WeightForm): readonly QueryObject[] {
  return [placeQuery(form, { places: columnsOfSpatial(form.spatial), metrics: [form.size], orderBy: form.size })];
}
