import type { DrawContext } from '@powerset/chart-kit';
import { toCellOptions } from '../shared/maps/cell-picture.ts';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import type { HexForm } from './form.ts';

export function toOptions(model: PlaceModel, context: DrawContext<HexForm>) {
  return toCellOptions(model, { shape: 'hexagon', by: context.form.js_agg_function ?? 'sum', legend: 'tr' }, context);
}
