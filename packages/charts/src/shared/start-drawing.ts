import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkPointComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, setPlatformAPI, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { measureText } from './text-measure.ts';

/** Charts and components of ECharts that few chart types need; their views bring them along. */
export type DrawingParts = Parameters<typeof use>[0];

let isRegistered = false;

/** Only the parts that are drawn, and only when first drawn. */
function registerParts(): void {
  if (isRegistered) return;
  setPlatformAPI({ measureText });
  use([
    LineChart,
    BarChart,
    PieChart,
    ScatterChart,
    GridComponent,
    LegendComponent,
    TooltipComponent,
    MarkPointComponent,
    LabelLayout,
    CanvasRenderer,
  ]);
  isRegistered = true;
}

interface StartOptions {
  readonly width: number;
  readonly height: number;
  readonly parts: DrawingParts | undefined;
}

/**
 * An empty chart, outside of the page: ECharts asks for places and styles while it draws, and each such question would
 * have the browser lay out the whole page anew.
 */
export function startDrawing({ width, height, parts }: StartOptions): EChartsType {
  registerParts();
  if (parts) use(parts);
  const surface = document.createElement('div');
  surface.style.cssText = 'position:relative;width:100%;height:100%';
  // The tooltip asks at each drawing where the surface is placed: this is where it looks first, and needs no styles of the page.
  Object.assign(surface, { currentStyle: surface.style });
  return init(surface, null, { renderer: 'canvas', width: Math.max(1, width), height: Math.max(1, height) });
}
