import { type CrossFilterSelection, isRecord } from '@powerset/chart-kit';
import { useCallback } from 'react';
import type { EChartOptions } from './base-options.ts';
import { MarkView } from './MarkView.tsx';
import type { MarkEvent } from './mark-event.ts';
import type { ChartViewProps } from './view-props.ts';

/** The view of a plugin whose options are those of ECharts: a mark's filter is its data item's own `selection`. */
export function View(props: ChartViewProps<unknown, EChartOptions>) {
  const { onSelect, selectedLabels } = props;
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  return <MarkView {...props} table={null} selectionOf={selectionOf} onPick={pick} />;
}

function selectionOf({ data }: MarkEvent): CrossFilterSelection | null {
  const selection = isRecord(data) ? data.selection : undefined;
  // Said by the plugin's own options, in the words that its author's types know.
  return isRecord(selection) ? (selection as unknown as CrossFilterSelection) : null;
}
