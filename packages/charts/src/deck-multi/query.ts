import { baseQuery, mostMapLayers } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { MultiForm } from './form.ts';

/** The ids of the chosen charts, each once. */
export function layerIds({ deck_slices: chosen }: MultiForm): readonly number[] {
  return [...new Set(chosen.map(Number))].filter((id) => Number.isInteger(id) && id > 0);
}

/** One query that stands for those of all layers: each is asked what its own chart asks, under this one's conditions. */
export function toQueries(form: MultiForm): readonly QueryObject[] {
  return [{ ...baseQuery(form), annotation_layers: [], chart_layers: layerIds(form).slice(0, mostMapLayers) }];
}
