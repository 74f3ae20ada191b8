import { chartOfMask, type DataMask, describeCrossMask } from '../filters/index.ts';
import type { DashboardState } from '../state/index.ts';

/** The friendly name of the column that a selection is about. */
export function columnNameOf(
  { charts, datasets }: Pick<DashboardState, 'charts' | 'datasets'>,
  mask: DataMask,
): string {
  const { column } = describeCrossMask(mask);
  const { datasource } = charts[chartOfMask(mask.id)]?.form_data ?? {};
  const datasetId = typeof datasource === 'string' ? Number.parseInt(datasource, 10) : -1;
  return datasets[datasetId]?.verbose_map[column] ?? column;
}
