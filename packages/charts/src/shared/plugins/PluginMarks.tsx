import { type CrossFilterSelection, isRecord } from '@powerset/chart-kit';
import { useCallback, useMemo } from 'react';
import { MarkView } from '../MarkView.tsx';
import type { MarkEvent } from '../mark-event.ts';
import type { ChartViewProps } from '../view-props.ts';
import type { FramedPicture } from './PluginFrame.tsx';
import { isSelection } from './plugin-reports.ts';
import { readOptions } from './read-options.ts';

/** The view of a plugin whose options are those of ECharts: a mark's filter is its data item's own `selection`. */
export function View(props: ChartViewProps<unknown, FramedPicture>) {
  const { onSelect, selectedLabels } = props;
  const { picture } = props.options;
  const options = useMemo(() => readOptions(picture), [picture]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  return <MarkView {...props} options={options} table={null} selectionOf={selectionOf} onPick={pick} />;
}

function selectionOf({ data }: MarkEvent): CrossFilterSelection | null {
  const selection = isRecord(data) ? data.selection : undefined;
  return isSelection(selection) ? selection : null;
}
