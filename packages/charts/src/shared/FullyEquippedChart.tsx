import { DataZoomComponent, GraphicComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { EChart, type EChartProps } from './EChart.tsx';

/**
 * A drawing that was begun with zooms, own shapes, and marks that are lines or areas: ECharts takes them into what was
 * begun after they were there alone.
 */
export function FullyEquippedChart(props: EChartProps) {
  use([DataZoomComponent, GraphicComponent, MarkAreaComponent, MarkLineComponent]);
  return <EChart {...props} />;
}
