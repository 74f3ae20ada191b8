import { isMetric, type ModelContext } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric, type QueryObject, type ResultTable } from '@powerset/contract';
import { type LineModel, toLineModel } from '../shared/maps/line-model.ts';
import { placeQuery } from '../shared/maps/map-query.ts';
import { numbersAt } from '../shared/maps/place-model.ts';
import type { PolygonForm } from './form.ts';

export interface Areas extends LineModel {
  readonly metric: string;
  /** Of each area; NaN where it has none. Null without a metric. */
  readonly values: Float64Array | null;
  /** What heights follow; null where they are fixed. */
  readonly heights: Float64Array | null;
}

const heightMetric = ({ point_radius_fixed: size }: PolygonForm): QueryMetric | null =>
  size.type === 'metric' && isMetric(size.value) ? size.value : null;

/** One row per area with its measures. */
export function toQueries(form: PolygonForm): readonly QueryObject[] {
  const places = form.line_column === null ? [] : [form.line_column];
  return [placeQuery(form, { places, metrics: [form.metric, heightMetric(form)] })];
}

/** Rows to areas; what cannot be read is counted and left out. */
export function toModel(results: readonly ResultTable[], context: ModelContext<PolygonForm>): Areas {
  const { form } = context;
  const model = toLineModel(results, context, {
    column: form.line_column,
    encoding: form.line_type ?? 'json',
    isReversed: form.reverse_long_lat,
  });
  const height = heightMetric(form);
  const label = form.metric === null ? '' : metricLabel(form.metric);
  return {
    ...model,
    metric: label,
    values: form.metric === null ? null : numbersAt(model.table, label, model.rows),
    heights: height === null ? null : numbersAt(model.table, metricLabel(height), model.rows),
  };
}
