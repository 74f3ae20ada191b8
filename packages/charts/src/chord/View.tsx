import { ChordChart } from 'echarts/charts';
import type { EChartOptions } from '../shared/base-options.ts';
import { FlowView } from '../shared/FlowView.tsx';
import type { Flows } from '../shared/flows.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { ChordForm } from './form.ts';

const parts = [ChordChart];

export function View(props: ChartViewProps<Flows, EChartOptions, ChordForm>) {
  return <FlowView {...props} parts={parts} />;
}
