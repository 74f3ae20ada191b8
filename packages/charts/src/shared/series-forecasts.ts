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

/** The line of a forecast and the band in which it may lie. */
export function forecastLayers(series: PlotSeries, plot: Plot): readonly Layer[] {
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
