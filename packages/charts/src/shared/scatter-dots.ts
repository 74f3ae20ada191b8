import type { DrawContext } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import { markerSizeOf, type Plot, type PlotSeries } from './series-plot.ts';

type Layer = Record<string, unknown>;

/** Above so many dots they are painted at once, without a shape for each. */
const largeAbove = 5000;
/** The share of the picture that all dots together may cover before they are made smaller. */
const mostInk = 0.25;
const leastSize = 2;

/** What dots have that lines do not: a size by how many there are, and paint that shows where they lie on each other. */
export function dotFields(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): Layer {
  const size = dotSize(plot, context);
  const count = series.values.length;
  const isCrowded = size < usualSize;
  return {
    symbolSize: size,
    itemStyle: {
      color: series.color,
      opacity: (series.isDimmed ? 0.32 : 1) * (isCrowded ? 0.55 : 0.8),
      borderWidth: 0,
    },
    ...(count > largeAbove ? { large: true, largeThreshold: largeAbove, progressive: 0 } : {}),
  };
}

const usualSize = 6;

/** As the form has it; else the usual size, and less where that would cover the picture. */
function dotSize(plot: Plot, { form, width, height }: DrawContext<SeriesForm>): number {
  if (form.markerEnabled) return markerSizeOf(form);
  const dots = plot.series.length * plot.xs.length;
  const room = Math.sqrt((width * height * mostInk) / Math.max(1, dots));
  return Math.max(leastSize, Math.min(usualSize, Math.floor(room * 2) / 2));
}
