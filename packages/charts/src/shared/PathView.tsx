import type { CrossFilterSelection } from '@powerset/chart-kit';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from './base-options.ts';
import type { EChartProps, MarkEvent } from './EChart.tsx';
import { MarkView } from './MarkView.tsx';
import { PathTable } from './PathTable.tsx';
import { selectionOfPath } from './path-picking.ts';
import type { PathTree } from './path-tree.ts';
import type { ChartViewProps } from './view-props.ts';

export interface PathViewProps extends ChartViewProps<PathTree, EChartOptions> {
  readonly parts: EChartProps['parts'];
}

/** A chart of the parts of a whole: a click on one filters by all columns of its path, and once more takes that back. */
export function PathView({ parts, ...props }: PathViewProps) {
  const { model, onSelect, selectedLabels, translate } = props;
  const selectionOf = useCallback((mark: MarkEvent) => selectionOfPath(model, mark), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => <PathTable tree={model} translate={translate} />, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
