import { baseQuery, distinctColumns, findColumn, type ModelContext, type Spatial } from '@powerset/chart-kit';
import type { QueryObject, ResultTable } from '@powerset/contract';
import type { ClusterForm } from './cluster-form.ts';
import { numbersAt, type PlaceModel, toPlaceModel } from './place-model.ts';

/** Places, what clusters are labelled with, and how large single points are. */
export interface ClusterModel extends PlaceModel {
  readonly label: string | null;
  /** Of each place; null where the label is a text or the number of places. */
  readonly labelValues: Float64Array | null;
  readonly radii: Float64Array | null;
}

const spatialOf = ({ all_columns_x: lonCol, all_columns_y: latCol }: ClusterForm): Spatial | null =>
  lonCol === null || latCol === null ? null : { type: 'latlong', lonCol, latCol };

const labelOf = ({ mapbox_label: [first] }: ClusterForm) =>
  first === undefined || first === 'count' ? null : String(first);
const radiusColumn = ({ point_radius: radius }: ClusterForm) =>
  radius === null || radius === 'Auto' ? null : String(radius);

/** One row per point. */
export function toQueries(form: ClusterForm): readonly QueryObject[] {
  const columns = [form.all_columns_x, form.all_columns_y, labelOf(form), radiusColumn(form), ...form.groupby];
  return [{ ...baseQuery(form), columns: distinctColumns(columns.filter((one) => one !== null)), metrics: [] }];
}

/** Rows to points. */
export function toModel(results: readonly ResultTable[], context: ModelContext<ClusterForm>): ClusterModel {
  const { form } = context;
  const model = toPlaceModel(results, context, { spatial: spatialOf(form), metric: null });
  const [label, radius] = [labelOf(form), radiusColumn(form)];
  const isNumber = label !== null && findColumn(model.table, label)?.type === 'number';
  return {
    ...model,
    label,
    labelValues: isNumber ? numbersAt(model.table, label, model.places.rows) : null,
    radii: radius === null ? null : numbersAt(model.table, radius, model.places.rows),
  };
}
