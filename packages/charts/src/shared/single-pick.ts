import type { CrossFilterSelection } from '@powerset/chart-kit';

/** What a press on a mark chooses where one is chosen at a time: the mark, or nothing if it was the chosen one. */
export function singlePick(
  clicked: CrossFilterSelection,
  selectedLabels: readonly string[],
): CrossFilterSelection | null {
  return selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked;
}

/** How strongly a mark shows beside what was chosen. */
export function strengthOf(label: string, selectedLabels: readonly string[]): number {
  return selectedLabels.length > 0 && !selectedLabels.includes(label) ? dimmed : 1;
}

const dimmed = 0.32;
