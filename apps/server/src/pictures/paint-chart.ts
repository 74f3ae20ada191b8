import {
  type ChartDefinition,
  type ChartForm,
  type ChartTheme,
  columnsOf,
  completeForm,
  isRecord,
  metricsOf,
  panelColumnOf,
  withOwnLabels,
} from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import {
  drawModel,
  findUndrawn,
  layoutPanels,
  type MapPicture,
  panelForm,
  panelNames,
  splitPanels,
  toDrawContext,
  toModelContext,
} from '@powerset/charts/drawing';
import { modernForm } from '@powerset/charts/older-types';
import { columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import type * as echarts from 'echarts';
import { unpackTable } from '../packed/index.ts';
import { cellsOfResult, cellsOfRows, cellsOfTable, paintCells } from './paint-cells.ts';
import { paintFigure, readFigure } from './paint-figure.ts';
import { type PaintedLegend, paintLegend } from './paint-legend.ts';
import { paintMap } from './paint-map.ts';
import type { DrawnChart, PicturedChart, PictureTask, Summary } from './picture-task.ts';
import { sentencesOf, type Translate } from './picture-words.ts';
import { readMaps } from './read-maps.ts';
import { joinSummaries, recordSummary } from './summaries.ts';
import { drawOption, type Pen } from './surface.ts';
import { wrapText } from './words.ts';

export interface ChartSpace extends Pick<PictureTask, 'scale' | 'now' | 'locale' | 'hasSummaries'> {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  readonly translate: Translate;
}

/** A chart at the pen's origin, as its definition draws it; what stands in its way is said in its place. */
export function paintChart(pen: Pen, chart: PicturedChart, space: ChartSpace): DrawnChart {
  const form = modernForm(chart.form);
  const results = chart.tables.map(unpackTable);
  if (chart.isPlugin && chart.failure === null) {
    return paintRows(pen, results, space);
  }
  const definition = findChartDefinition(form.viz_type);
  if (chart.failure !== null || !definition) {
    paintMessage(pen, whyNot(chart.failure, form.viz_type, space), space);
    return nothingDrawn;
  }
  const drawing = { definition, chart, form, results };
  if (panelColumnOf(form) === null || !drawing.results[0]) return paintOne(pen, drawing, space);
  return { isDrawn: true, summary: paintPanels(pen, drawing, space) };
}

const nothingDrawn: DrawnChart = { isDrawn: false, summary: null };

function whyNot(failure: string | null, type: string, { translate, locale }: ChartSpace): string {
  if (failure !== null) return sentencesOf(locale)(failure);
  return translate('This chart type cannot be drawn: {{type}}', { type });
}

function paintRows(pen: Pen, [table]: readonly ResultTable[], space: ChartSpace): DrawnChart {
  const hasRows = table !== undefined && table.rowCount > 0;
  if (hasRows) paintCells(pen, cellsOfResult(table), space);
  else paintMessage(pen, space.translate('No data'), space);
  return { isDrawn: hasRows, summary: null };
}

interface Drawing {
  readonly definition: ChartDefinition;
  readonly chart: PicturedChart;
  readonly form: ChartForm;
  readonly results: readonly ResultTable[];
}

const headPx = 18;
const gapPx = 12;
/** More of them are too small to be read. */
const mostPanels = 24;

/** One chart for each value of a column; what they say is said one after the other. */
function paintPanels(pen: Pen, { form, results, ...drawing }: Drawing, space: ChartSpace): Summary | null {
  const [first, ...others] = withOwnLabels(results, form);
  if (!first) return null;
  const read = {
    metrics: metricsOf(form, 'metrics').map(metricLabel),
    groups: columnsOf(form, 'groupby').map(columnLabel),
  };
  const names = panelNames(form, read);
  const panels = splitPanels(first, names);
  const shown = panels.slice(0, mostPanels);
  const grid = layoutPanels(shown.length, space);
  const own = panelForm(form, panels, names);
  const drawn = shown.map((panel, at) => {
    const [column, row] = [at % grid.columns, Math.floor(at / grid.columns)];
    pen.save();
    pen.translate(column * (grid.width + gapPx), row * (grid.height + gapPx));
    pen.font = `500 11px ${space.theme.font}`;
    pen.fillStyle = space.theme.textSecondary;
    pen.textBaseline = 'top';
    pen.fillText(panel.name, 0, 0);
    pen.translate(0, headPx);
    const size = { ...space, width: grid.width, height: grid.height - headPx };
    const { summary } = paintOne(pen, { ...drawing, form: own, results: [panel.table, ...others] }, size);
    pen.restore();
    return { name: panel.name, summary };
  });
  return space.hasSummaries ? joinSummaries(drawn, panels.length) : null;
}

function paintOne(pen: Pen, { definition, chart, form, results }: Drawing, space: ChartSpace): DrawnChart {
  const { theme, width, height, now, locale, translate } = space;
  const { timeBounds, answers, names } = chart;
  const maps = readMaps(definition, completeForm(definition, form));
  const typeOf = findChartDefinition;
  const known = { answers, now, locale, translate, maps, typeOf, ...names };
  const given = { form, results, ...known, ...(timeBounds ? { timeBounds } : {}) };
  const context = toModelContext(definition, given, theme);
  const model = definition.toModel(results, context);
  const nothing = whyNothing(definition, model, { context, results, translate });
  if (nothing !== null) {
    paintMessage(pen, nothing, space);
    return nothingDrawn;
  }
  const drawn = { context, space: { theme, width, height, translate } };
  const options = drawModel(definition, model, drawn);
  const figure = readFigure(model, options);
  if (isRecord(options) && isRecord(options.option)) {
    // The chart's own drawing, which ECharts takes as it is.
    drawOption(pen, options.option as echarts.EChartsCoreOption, space);
  } else if (isRecord(options) && isRecord(options.picture)) {
    // Only maps hand a picture of marks to their view.
    const picture = options.picture as unknown as MapPicture;
    paintMap(pen, picture, space);
    paintLegend(pen, legendOfMap(picture, options.entries), space);
  } else if (figure) paintFigure(pen, figure, space);
  else {
    const own = cellsOfTable(options);
    const rows = own ? undefined : definition.toCells?.(model, toDrawContext(context, drawn.space));
    paintCells(pen, own ?? (rows ? cellsOfRows(rows) : cellsOfResult(results[0])), space);
  }
  return { isDrawn: true, summary: space.hasSummaries ? recordSummary(definition, model, drawn) : null };
}

/** A map's own legend, or those of its layers, the topmost first. */
function legendOfMap({ legend }: MapPicture, entries: unknown): PaintedLegend {
  if (!Array.isArray(entries)) return { place: legend?.place ?? 'tr', parts: [{ name: '', legend }] };
  // Only maps made of several charts have entries, one for each of these.
  return { place: 'tr', parts: (entries as PaintedLegend['parts']).toReversed() };
}

function whyNothing(
  definition: ChartDefinition,
  model: unknown,
  given: Parameters<typeof findUndrawn>[2] & { readonly translate: Translate },
): string | null {
  const undrawn = findUndrawn(definition, model, given);
  if (undrawn?.isAll) return given.translate(undrawn.title.text, undrawn.title.values);
  return definition.isEmpty?.(model) ? given.translate('No data') : null;
}

function paintMessage(pen: Pen, text: string, { theme, width, height }: ChartSpace): void {
  pen.font = `400 12px ${theme.font}`;
  pen.fillStyle = theme.textTertiary;
  pen.textBaseline = 'middle';
  const lines = wrapText(pen, text, { width: width - 16, lines: 4 });
  for (const [at, line] of lines.entries()) {
    const y = height / 2 + (at - (lines.length - 1) / 2) * 18;
    pen.fillText(line, (width - pen.measureText(line).width) / 2, y);
  }
}
