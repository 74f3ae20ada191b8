import { type CrossFilterSelection, findColumn } from '@powerset/chart-kit';
import { placeText } from '../shared/maps/map-tooltips.ts';
import { toSelection } from '../shared/series-selection.ts';
import type { Points } from './points.ts';

/** What a chosen point is called: its category, else its place. */
export function labelOfPoint({ dimension, categories, categoryOf, places }: Points, index: number): string {
  if (dimension !== null) return categories[categoryOf[index]!] ?? '';
  return placeText(places.positions[index * 2]!, places.positions[index * 2 + 1]!);
}

/** What a point stands for as a filter: its category, else the columns of its place. */
export function selectionOfPoint(model: Points, index: number): CrossFilterSelection | null {
  const row = model.places.rows[index];
  if (row === undefined) return null;
  const columns = model.dimension === null ? model.placeColumns : [model.dimension];
  return toSelection(
    columns.map((name) => [name, findColumn(model.table, name)?.values[row] ?? null]),
    labelOfPoint(model, index),
  );
}
