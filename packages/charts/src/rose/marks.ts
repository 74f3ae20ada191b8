import { type CrossFilterSelection, labelOfCell } from '@powerset/chart-kit';
import { toSelection } from '../shared/series-selection.ts';
import type { Sectors } from './sectors.ts';

/** Under which name a mark is chosen: its group, else its sector. */
export function labelOfMark(model: Sectors, layer: number, at: number): string {
  const groups = model.layers[layer]?.groups ?? [];
  if (groups.length > 0) return groups.map((name) => labelOfCell(name)).join(', ');
  return model.sectors[at]?.name ?? '';
}

/** What a mark stands for as a filter. A moment without groups stands for nothing. */
export function selectionOfMark(model: Sectors, layer: number, at: number): CrossFilterSelection | null {
  const groups = model.layers[layer]?.groups ?? [];
  const label = labelOfMark(model, layer, at);
  if (model.dimensions.length > 0)
    return toSelection(
      model.dimensions.map((name, index) => [name, groups[index] ?? null]),
      label,
    );
  const sector = model.sectors[at];
  return model.isTime || !sector ? null : toSelection([[model.axis, sector.key]], label);
}
