import type { ModelContext } from '@powerset/chart-kit';
import { columnLabel, type QueryObject, type ResultTable } from '@powerset/contract';
import { readShapes, type Shapes } from '../shared/maps/geojson.ts';
import { placeQuery } from '../shared/maps/map-query.ts';
import type { GeojsonForm } from './form.ts';

export interface Features extends Shapes {
  readonly table: ResultTable;
  readonly column: string;
  readonly limitReached: number | null;
}

/** One row per shape, or per collection of shapes. */
export function toQueries(form: GeojsonForm): readonly QueryObject[] {
  return [placeQuery(form, { places: form.geojson === null ? [] : [form.geojson] })];
}

/** Rows to shapes; what cannot be read is counted and left out. */
export function toModel(results: readonly ResultTable[], { form, answers }: ModelContext<GeojsonForm>): Features {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const column = form.geojson === null ? '' : columnLabel(form.geojson);
  return { ...readShapes(table, column), table, column, limitReached: answers?.[0]?.limitReached ?? null };
}
