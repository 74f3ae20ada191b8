import type { ModelContext } from '@powerset/chart-kit';
import type { QueryObject, ResultTable } from '@powerset/contract';
import { type LineModel, toLineModel } from '../shared/maps/line-model.ts';
import { placeQuery } from '../shared/maps/map-query.ts';
import type { PathForm } from './form.ts';

/** One row per line. */
export function toQueries(form: PathForm): readonly QueryObject[] {
  return [placeQuery(form, { places: form.line_column === null ? [] : [form.line_column] })];
}

/** Rows to lines; what cannot be read is counted and left out. */
export function toModel(results: readonly ResultTable[], context: ModelContext<PathForm>): LineModel {
  const { line_column: column, line_type: encoding, reverse_long_lat: isReversed } = context.form;
  return toLineModel(results, context, { column, encoding: encoding ?? 'json', isReversed });
}
