import type { DrawContext } from '@powerset/chart-kit';
import { toCellMap } from '../shared/maps/cell-selection.ts';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import type { HexForm } from './form.ts';

export function toOptions(model: PlaceModel, context: DrawContext<HexForm>) {
  return toCellMap(model, { shape: 'hexagon', by: context.form.js_agg_function ?? 'sum', legend: 'tr' }, context);
}
