import type { DrawContext } from '@powerset/chart-kit';
import { toCellMap } from '../shared/maps/cell-selection.ts';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import type { GridForm } from './form.ts';

export function toOptions(model: PlaceModel, context: DrawContext<GridForm>) {
  return toCellMap(model, { shape: 'square', by: 'sum', legend: context.form.legend_position }, context);
}
