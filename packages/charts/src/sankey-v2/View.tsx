import { SankeyChart } from 'echarts/charts';
import type { EChartOptions } from '../shared/base-options.ts';
import { FlowView } from '../shared/FlowView.tsx';
import type { Flows } from '../shared/flows.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { SankeyForm } from './form.ts';

const parts = [SankeyChart];

export function View(props: ChartViewProps<Flows, EChartOptions, SankeyForm>) {
  return <FlowView {...props} parts={parts} />;
}
