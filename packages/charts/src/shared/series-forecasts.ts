import { type DrawContext, defaultTranslate, msg, numberOfCell } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import { type Forecast, mapForecast } from './series-model.ts';
import type { Plot, PlotSeries } from './series-plot.ts';
import { pointsOf } from './series-points.ts';

type Layer = Record<string, unknown>;

/** What stands below a series of a stack where its forecast does: the forecasts of those below, of the same sign. */
function forecastBase(series: PlotSeries, { series: all }: Plot): readonly number[] {
  const below = all.slice(0, all.indexOf(series)).filter(({ stackId }) => stackId === series.stackId);
  return (series.source.forecast?.values ?? []).map((own, index) =>
    below
      .map(({ source, values }) => source.forecast?.values[index] ?? values[index] ?? 0)
      .filter((value) => value < 0 === (own ?? 0) < 0)
      .reduce((sum, value) => sum + value, 0),
  );
}

function onTopOf(base: readonly number[], forecast: Forecast): Forecast {
  return mapForecast(forecast, (values) =>
    values.map((value, index) => (value === null ? null : value + (base[index] ?? 0))),
  );
}

/** Shares of a whole and streams say nothing of what is to come. */
export function showsForecasts(stack: Plot['stack']): boolean {
  return stack !== 'Expand' && stack !== 'Stream';
}

/** Where what was observed ends: a line across the chart, said once. */
function futureMark(plot: Plot, { theme, translate = defaultTranslate }: DrawContext<SeriesForm>): Layer {
  const last = Math.max(...plot.series.map(({ values }) => values.findLastIndex((value) => value !== null)));
  if (last < 0 || last >= plot.xs.length - 1) return {};
  const at = plot.axisType === 'category' ? last : numberOfCell(plot.xs[last]);
  const label = translate(msg('Forecast'));
  return {
    markLine: {
      silent: true,
      animation: false,
      symbol: 'none',
      lineStyle: { color: theme.pointer, width: 1, type: 'dotted' },
      // By function, since braces would be read as placeholders of a template.
      label: {
        formatter: () => label,
        color: theme.textTertiary,
        fontSize: 11,
        position: 'insideEndTop',
        rotate: 0,
        align: 'left',
        verticalAlign: 'top',
        distance: 0,
        padding: [6, 0, 0, 14],
      },
      data: [plot.isHorizontal ? { yAxis: at } : { xAxis: at }],
    },
  };
}

/** The line of a forecast and the band in which it may lie. */
export function forecastLayers(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): readonly Layer[] {
  const { forecast: own } = series.source;
  if (!own || !showsForecasts(plot.stack)) return [];
  const forecast = plot.stack === null ? own : onTopOf(forecastBase(series, plot), own);
  const hidden = {
    symbol: 'none',
    silent: true,
    tooltip: { show: false },
    lineStyle: { opacity: 0 },
    name: series.name,
    type: 'line',
  };
  const spread = forecast.upper.map((upper, index) => {
    const lower = forecast.lower[index] ?? null;
    return upper === null || lower === null ? null : upper - lower;
  });
  return [
    {
      id: `${series.id}:forecast`,
      name: series.name,
      type: 'line',
      data: pointsOf(plot, forecast.values),
      symbol: 'none',
      lineStyle: { color: series.color, width: 1.5, type: 'dashed' },
      itemStyle: { color: series.color },
      ...(series === plot.series.find(({ source }) => source.forecast) ? futureMark(plot, context) : {}),
    },
    {
      ...hidden,
      id: `${series.id}:lower`,
      stack: `${series.id}:band`,
      stackStrategy: 'all',
      data: pointsOf(plot, forecast.lower),
    },
    {
      ...hidden,
      id: `${series.id}:upper`,
      stack: `${series.id}:band`,
      stackStrategy: 'all',
      data: pointsOf(plot, spread),
      areaStyle: { color: series.color, opacity: 0.12 },
    },
  ];
}
