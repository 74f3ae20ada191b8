import type { DrawContext } from '@powerset/chart-kit';
import { toCellOptions } from '../shared/maps/cell-picture.ts';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import type { GridForm } from './form.ts';

export function toOptions(model: PlaceModel, context: DrawContext<GridForm>) {
  return toCellOptions(model, { shape: 'square', by: 'sum', legend: context.form.legend_position }, context);
}
