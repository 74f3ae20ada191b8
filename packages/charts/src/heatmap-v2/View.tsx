import { HeatmapChart } from 'echarts/charts';
import { VisualMapContinuousComponent, VisualMapPiecewiseComponent } from 'echarts/components';
import { useCallback } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { HeatmapForm } from './form.ts';
import type { Matrix } from './matrix.ts';
import { labelOfCells } from './options.ts';

const parts = [HeatmapChart, VisualMapContinuousComponent, VisualMapPiecewiseComponent];

/** A cell stands for the values of both dimensions; a time is cut, so that only the other one is a value of its column. */
function selectionOfCell(model: Matrix, { dataIndex }: MarkEvent) {
  const cell = model.cells[dataIndex];
  if (!cell) return null;
  const [x, y] = [model.xs[cell.x], model.ys[cell.y]];
  const pairs = [
    ...(x && !model.isTimeAxis ? [[model.xColumn, x.key] as const] : []),
    ...(y ? [[model.yColumn, y.key] as const] : []),
  ];
  return toSelection(pairs, labelOfCells(x?.name, y?.name));
}

export function View(props: ChartViewProps<Matrix, EChartOptions, HeatmapForm>) {
  const { model } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfCell(model, event), [model]);
  const cells = useCallback(
    () => [
      [model.yLabel, model.xLabel, model.metric],
      ...model.cells.map(({ x, y, value }) => [model.ys[y]?.name ?? '', model.xs[x]?.name ?? '', value]),
    ],
    [model],
  );
  return <PictureView {...props} parts={parts} cells={cells} selectionOf={selectionOf} />;
}
