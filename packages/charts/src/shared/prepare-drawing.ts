import type { ChartTheme } from '@powerset/chart-kit';
import type { EChartsCoreOption } from 'echarts/core';
import { baseOption } from './base-options.ts';
import { startDrawing } from './start-drawing.ts';

const size = { width: 240, height: 160 };
const days = [0, 1, 2].map((day) => Date.UTC(2026, 0, 1 + day));
const label = { fontSize: 11, fontWeight: 500, hideOverlap: true };
const grid = { left: 8, right: 8, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

const lines: EChartsCoreOption = {
  grid,
  tooltip: { trigger: 'axis' },
  xAxis: { type: 'time', axisLabel: label },
  yAxis: { type: 'value', axisLabel: label },
  series: [
    { type: 'line', showSymbol: false, areaStyle: { opacity: 0.1 }, data: days.map((day, at) => [day, at + 1]) },
  ],
};

const bars: EChartsCoreOption = {
  grid,
  tooltip: { trigger: 'axis' },
  xAxis: { type: 'category', data: ['a', 'b', 'c'], axisLabel: label },
  yAxis: { type: 'value', axisLabel: label },
  series: [{ type: 'bar', label: { show: true, position: 'top' }, data: [3, 2, 1] }],
};

const slices: EChartsCoreOption = {
  tooltip: { trigger: 'item' },
  series: [{ type: 'pie', label, data: [3, 2, 1].map((value) => ({ name: String(value), value })) }],
};

const drawn = new Set<EChartsCoreOption>();

/**
 * Draws a small chart that nobody sees. What the first drawing of a page takes many times as long for as the second, the
 * reading of ECharts' code above all, is then done while rows are on the way.
 */
function drawAside(option: EChartsCoreOption, theme: ChartTheme): void {
  if (drawn.has(option)) return;
  drawn.add(option);
  const chart = startDrawing(size);
  // In the charts' own font: the browser takes a while to make each one ready.
  chart.setOption({ ...baseOption(theme), ...option, animation: false });
  chart.dispose();
}

export function prepareSeries(theme: ChartTheme): void {
  drawAside(lines, theme);
  drawAside(bars, theme);
}

export function preparePie(theme: ChartTheme): void {
  drawAside(slices, theme);
}
