import { msg } from '../../../i18n/index.ts';
import { type NativeFilter, needsColumn } from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';

export const missingColumnText = msg('The column “{{column}}” is no longer in the dataset “{{dataset}}”.');

/** The column that a filter is about, where its dataset has lost or renamed it. */
export function useMissingColumn(
  filter: NativeFilter,
): { readonly column: string; readonly dataset: string } | undefined {
  const [target] = filter.targets;
  const dataset = useDashboard((state) => state.datasets[target?.datasetId ?? -1]);
  const column = target?.column?.name;
  // Of a dataset that no chart here reads nothing is known, and its server says so itself.
  if (!needsColumn(filter) || !dataset || !column) return undefined;
  if (dataset.columns.some(({ column_name: name }) => name === column)) return undefined;
  return { column, dataset: dataset.table_name };
}
