import { GraphChart } from 'echarts/charts';
import type { EChartOptions } from '../shared/base-options.ts';
import { FlowView } from '../shared/FlowView.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { GraphForm } from './form.ts';
import type { Network } from './network.ts';

const parts = [GraphChart];

export function View(props: ChartViewProps<Network, EChartOptions, GraphForm>) {
  return <FlowView {...props} parts={parts} selecting={props.form.selectedMode} />;
}
