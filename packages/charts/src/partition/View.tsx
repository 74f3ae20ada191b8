import type { CrossFilterSelection } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { PathTable } from '../shared/PathTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { PartitionForm } from './form.ts';
import type { Partitions } from './partitions.ts';
import { selectionOfBox } from './picking.ts';

const parts = [CustomChart];

export function View(props: ChartViewProps<Partitions, EChartOptions, PartitionForm>) {
  const { model, onSelect, selectedLabels, translate } = props;
  const selectionOf = useCallback((mark: MarkEvent) => selectionOfBox(model, mark), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const table = useMemo(
    () => model.trees.map((tree) => <PathTable key={tree.metric} tree={tree} translate={translate} />),
    [model, translate],
  );
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
