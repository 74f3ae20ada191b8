import { checkbox, control, isShown, pairChoices } from '@powerset/chart-kit';

const showLegendControl = checkbox('show_legend', 'Show legend', { default: true });

/** In which order a legend names its entries; by themselves as they are drawn. */
export const legendSortControl = control({
  name: 'legendSort',
  type: 'select',
  label: 'Sort legend',
  default: null,
  isClearable: true,
  choices: pairChoices([
    ['asc', 'Label ascending'],
    ['desc', 'Label descending'],
    [null, 'Sort by data'],
  ]),
  changes: 'drawing',
  isVisible: isShown(showLegendControl),
});

/** The entries of a legend in the order of their names, where one is asked for. */
export function orderLegend<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
  order: string | null,
): readonly Entry[] {
  if (order !== 'asc' && order !== 'desc') return entries;
  const sign = order === 'asc' ? 1 : -1;
  return [...entries].sort((a, b) => sign * a.name.localeCompare(b.name, 'en', { numeric: true }));
}
