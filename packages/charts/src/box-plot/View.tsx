import { defaultTranslate } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Boxes } from './boxes.ts';
import { cellsOf } from './cells.ts';
import type { BoxPlotForm } from './form.ts';

const parts = [CustomChart];

/** What a box or a point beyond it stands for as a filter: its group. */
function selectionOfGroup(model: Boxes, { data }: MarkEvent) {
  // Both layers begin their items with the position of the group.
  const { value } = (data ?? {}) as { readonly value?: readonly number[] };
  const group = model.groups[value?.[0] ?? -1];
  if (!group || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, at) => [name, group.keys[at] ?? null]),
    group.name,
  );
}

export function View(props: ChartViewProps<Boxes, EChartOptions, BoxPlotForm>) {
  const { model, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfGroup(model, event), [model]);
  const cells = useCallback(() => cellsOf(model, translate), [model, translate]);
  return <PictureView {...props} parts={parts} cells={cells} selectionOf={selectionOf} />;
}
