import { SunburstChart } from 'echarts/charts';
import type { EChartOptions } from '../shared/base-options.ts';
import { PathView } from '../shared/PathView.tsx';
import type { PathTree } from '../shared/path-tree.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { SunburstForm } from './form.ts';

const parts = [SunburstChart];

export function View(props: ChartViewProps<PathTree, EChartOptions, SunburstForm>) {
  return <PathView {...props} parts={parts} />;
}
