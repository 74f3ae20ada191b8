import { findColumn, labelOfCell, type ModelContext } from '@powerset/chart-kit';
import { columnLabel, type ResultTable } from '@powerset/contract';
import { type PlaceModel, toPlaceModel } from '../shared/maps/place-model.ts';
import type { ScatterForm } from './form.ts';
import { sizeMetric } from './query.ts';

export interface Points extends PlaceModel {
  /** The column of the categories; null where points have none. */
  readonly dimension: string | null;
  /** The categories in the order in which they come up. */
  readonly categories: readonly string[];
  /** The category of each place, by its number. */
  readonly categoryOf: Uint32Array;
}

/** Rows to points; a place without coordinates is counted and left out. */
export function toModel(results: readonly ResultTable[], context: ModelContext<ScatterForm>): Points {
  const { form } = context;
  const model = toPlaceModel(results, context, { spatial: form.spatial, metric: sizeMetric(form) });
  const isByCategory = form.dimension !== null && form.color_scheme_type === 'categorical_palette';
  const dimension = isByCategory && form.dimension ? columnLabel(form.dimension) : null;
  const column = dimension === null ? undefined : findColumn(model.table, dimension);
  const numbers = new Map<string, number>();
  const categoryOf = Uint32Array.from(model.places.rows, (row) => {
    if (dimension === null) return 0;
    const name = labelOfCell(column?.values[row], column);
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  });
  return { ...model, dimension, categories: [...numbers.keys()], categoryOf };
}
