import {
  type DrawContext,
  defaultTranslate,
  formatTime,
  formatTimeTitle,
  legibleTextOn,
  msg,
  numberFormatter,
} from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import { estimateTextWidth } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { extentOf, valueScale } from '../shared/value-scale.ts';
import type { Calendar, MetricCells } from './calendar.ts';
import type { DrawnMetric } from './drawn-metric.ts';
import type { CalendarForm } from './form.ts';
import { type CalendarLayout, layCalendar } from './layout.ts';
import { grainOfCell } from './query.ts';
import { calendarTexts } from './texts.ts';

type Context = DrawContext<CalendarForm>;

export interface DrawnCell {
  readonly metric: number;
  readonly time: number;
  readonly value: number | null;
  readonly x: number;
  readonly y: number;
}

export interface CalendarOptions extends EChartOptions {
  readonly cells: readonly DrawnCell[];
  readonly nameOf: (time: number) => string;
}

export function toOptions(model: Calendar, context: Context): CalendarOptions {
  const { theme } = context;
  const layout = layCalendar(model, context);
  const metrics = model.metrics.map((metric, at) => drawnMetric(metric, at * layout.metricHeight, context));
  const cells = metrics.flatMap(({ top }, metric) => cellsOf(model, { layout, metric, top }));
  return {
    marks: cells.length,
    cells,
    nameOf: (time) => cellName(time, model, context),
    statement: () => statementOf(model, metrics, context),
    option: {
      ...baseOption(theme),
      graphic: calendarTexts(model, { layout, metrics, context }),
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf({ model, cells, metrics, context }) },
      series: [
        {
          id: 'cells',
          type: 'custom',
          coordinateSystem: 'none',
          data: cells.map(({ value }) => [value ?? 0]),
          renderItem: cellPainter({ model, cells, metrics, context }, layout),
        },
      ],
    },
  };
}

function drawnMetric({ name, values }: MetricCells, top: number, context: Context): DrawnMetric {
  const { form, theme, columnFormats, currencies, locale } = context;
  const all = [...values.values()];
  const [low, high] = extentOf(all) ?? [0, 1];
  const saved = form.y_axis_format === 'SMART_NUMBER' ? columnFormats[name] : undefined;
  const format = numberFormatter(saved ?? form.y_axis_format, currencies?.[name] ?? null, locale);
  const scale = valueScale({ scheme: form.linear_color_scheme, theme, low, high, steps: form.steps ?? 10 });
  return { name, top, scale, format, say: tellingLabels(all, format, locale) };
}

interface CellsGiven {
  readonly layout: CalendarLayout;
  readonly metric: number;
  readonly top: number;
}

function cellsOf({ metrics }: Calendar, { layout, metric, top }: CellsGiven): readonly DrawnCell[] {
  const values = metrics[metric]?.values ?? new Map<number, number>();
  return layout.blocks.flatMap(({ block, x, y }) =>
    block.cells.map(({ time, row, column }) => ({
      metric,
      time,
      value: values.get(time) ?? null,
      x: layout.left + x + column * layout.step,
      y: top + layout.headHeight + y + layout.labelHeight + row * layout.step,
    })),
  );
}

interface Drawing {
  readonly model: Calendar;
  readonly cells: readonly DrawnCell[];
  readonly metrics: readonly DrawnMetric[];
  readonly context: Context;
}

const dimmed = 0.25;

/** A cell without a value is an empty place, not one of the least colour. */
function cellPainter({ model, cells, metrics, context }: Drawing, { cell: size, radius }: CalendarLayout) {
  const { theme, form, selectedLabels } = context;
  return ({ dataIndex }: { readonly dataIndex: number }) => {
    const cell = cells[dataIndex];
    const metric = metrics[cell?.metric ?? -1];
    if (!cell || !metric) return null;
    const isEmpty = cell.value === null;
    const fill = cell.value === null ? 'transparent' : metric.scale.colorOf(cell.value);
    const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(cellName(cell.time, model, context));
    const text = form.show_values && cell.value !== null ? metric.say(cell.value) : '';
    const isSaid = text !== '' && size >= 12 && estimateTextWidth(text, 10) + 2 <= size;
    return {
      type: 'rect',
      silent: isEmpty,
      shape: { x: cell.x, y: cell.y, width: size, height: size, r: radius },
      style: { fill, opacity: isDimmed ? dimmed : 1, ...(isEmpty ? { stroke: theme.grid, lineWidth: 1 } : {}) },
      emphasis: { style: { stroke: theme.text, lineWidth: 1 } },
      ...(isSaid
        ? {
            textContent: {
              type: 'text',
              style: { text, fontSize: 10, fontFamily: theme.font, fill: legibleTextOn(fill) },
            },
            textConfig: { position: 'inside' },
          }
        : {}),
    };
  };
}

/** The time of a cell as its form or the reader writes it; also how a chosen cell is called. */
export function cellName(time: number, { subdomain }: Calendar, { form, locale, translate }: Context): string {
  const grain = grainOfCell[subdomain];
  if (form.x_axis_time_format !== 'smart_date') return formatTime(form.x_axis_time_format, time, { grain, locale });
  return formatTimeTitle(time, grain, { locale, ...(translate ? { translate } : {}) });
}

function tooltipOf({ model, cells, metrics, context }: Drawing): (hit: unknown) => string {
  return (hit) => {
    // ECharts passes the cell under the pointer; only its position is used.
    const cell = cells[(hit as { readonly dataIndex: number }).dataIndex];
    if (!cell) return '';
    const rows = metrics.flatMap(({ name, scale, format }, at) => {
      const value = model.metrics[at]?.values.get(cell.time);
      return value === undefined ? [] : [{ color: scale.colorOf(value), label: name, value: format(value) }];
    });
    return tooltipHtml({ title: cellName(cell.time, model, context), rows }, context.theme);
  };
}

function statementOf(model: Calendar, metrics: readonly DrawnMetric[], context: Context): string {
  const { translate = defaultTranslate } = context;
  const [first] = model.metrics;
  if (!first) return '';
  const most = [...first.values].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  return translate(msg('{{metric}} is highest for {{period}}: {{value}}.'), {
    metric: first.name,
    period: cellName(most[0], model, context),
    value: metrics[0]?.format(most[1]) ?? '',
  });
}
