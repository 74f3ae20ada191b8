import type { ModelContext } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { type PlaceModel, toPlaceModel } from './place-model.ts';
import type { WeightForm } from './weight-query.ts';

/** Rows to places with their weights. */
export function toWeightModel(results: readonly ResultTable[], context: ModelContext<WeightForm>): PlaceModel {
  const { spatial, size: metric } = context.form;
  return toPlaceModel(results, context, { spatial, metric });
}
