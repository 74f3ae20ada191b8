import { type DrawContext, dayAndMonth, formatTime, monthAndYear, monthName } from '@powerset/chart-kit';
import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import type { Calendar } from './calendar.ts';
import type { DrawnMetric } from './drawn-metric.ts';
import type { CalendarForm } from './form.ts';
import { type CalendarLayout, hasHead, type PlacedBlock } from './layout.ts';

type Context = DrawContext<CalendarForm>;
type Shape = Readonly<Record<string, unknown>>;

interface TextsGiven {
  readonly layout: CalendarLayout;
  readonly metrics: readonly DrawnMetric[];
  readonly context: Context;
}

/** All that is written around the cells: names of metrics with their colours, of blocks and of weekdays. */
export function calendarTexts(model: Calendar, given: TextsGiven): readonly Shape[] {
  return given.metrics.flatMap((metric) => [
    ...headOf(metric, given),
    ...blockNames(model, metric, given),
    ...(given.layout.hasRowNames ? rowNames(model, metric, given) : []),
  ]);
}

interface TextStyle {
  readonly font: string;
  readonly size?: number;
  readonly color: string;
  readonly weight?: number;
  readonly align?: 'left' | 'right';
}

function textAt(text: string, [x, y]: readonly [number, number], style: TextStyle): Shape {
  const { size = 11, color, weight = 400, align = 'left' } = style;
  const font = { fontSize: size, fontFamily: style.font, fontWeight: weight };
  return {
    type: 'text',
    silent: true,
    x,
    y,
    style: { text, ...font, fill: color, align, verticalAlign: 'middle' },
  };
}

const swatch = 10;

/** The metric's name at the left, its colours with both ends at the right. */
function headOf({ name, top, scale, format }: DrawnMetric, { context }: TextsGiven): readonly Shape[] {
  const { form, theme, width } = context;
  const { font } = theme;
  const y = top + 9;
  const [low, high] = [format(scale.low), format(scale.high)];
  const size = Math.min(swatch, (width * 0.4) / scale.colors.length);
  const bar = scale.colors.length * size;
  const lowWidth = estimateTextWidth(low, 11);
  const legendWidth = lowWidth + bar + estimateTextWidth(high, 11) + 16;
  const isRoomy = hasHead(context);
  const nameRoom = width - (form.show_legend ? legendWidth : 0) - 16;
  const shapes: Shape[] = [];
  if (form.show_metric_name && isRoomy && nameRoom > 40)
    shapes.push(textAt(fitText(name, nameRoom, 12), [4, y], { font, size: 12, color: theme.text, weight: 600 }));
  if (!form.show_legend || !isRoomy) return shapes;
  const left = width - legendWidth;
  shapes.push(textAt(low, [left, y], { font, color: theme.textSecondary }));
  scale.colors.forEach((fill, at) => {
    const shape = { x: left + lowWidth + 6 + at * size, y: y - 5, width: size - 0.5, height: 10 };
    shapes.push({ type: 'rect', silent: true, shape, style: { fill } });
  });
  shapes.push(textAt(high, [left + lowWidth + bar + 12, y], { font, color: theme.textSecondary }));
  return shapes;
}

/** Each block's name above it, the year in bold where one begins; names that have no room are left out. */
function blockNames(model: Calendar, { top }: DrawnMetric, { layout, context }: TextsGiven): readonly Shape[] {
  const shapes: Shape[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let before: PlacedBlock | null = null;
  for (const placed of layout.blocks) {
    if (before?.line !== placed.line) end = Number.NEGATIVE_INFINITY;
    const { text, isStrong } = blockName(placed.block.start, before?.block.start ?? null, { model, context });
    const x = layout.left + placed.x;
    before = placed;
    if (x < end || layout.labelHeight === 0) continue;
    const y = top + layout.headHeight + placed.y + layout.labelHeight / 2 - 1;
    const style = { color: isStrong ? context.theme.text : context.theme.textSecondary, weight: isStrong ? 600 : 500 };
    shapes.push(textAt(text, [x, y], { ...style, font: context.theme.font }));
    end = x + estimateTextWidth(text, 11) + 6;
  }
  return shapes;
}

interface NameGiven {
  readonly model: Calendar;
  readonly context: Context;
}

function blockName(start: number, before: number | null, { model, context }: NameGiven) {
  const { locale } = context;
  const year = new Date(start).getUTCFullYear();
  const isNewYear = before === null || new Date(before).getUTCFullYear() !== year;
  if (model.domain === 'year') return { text: String(year), isStrong: true };
  if (model.domain === 'month')
    return {
      text: isNewYear ? monthAndYear(start, 'short', locale) : monthName(start, 'short', locale),
      isStrong: isNewYear,
    };
  if (model.domain === 'hour') {
    const isMidnight = start % 86_400_000 === 0 || before === null;
    const clock = new Date(start).toISOString().slice(11, 16);
    return {
      text: isMidnight ? formatTime('smart_date', start, { grain: 'P1D', locale }) : clock,
      isStrong: isMidnight,
    };
  }
  const date = new Date(start);
  const isNewMonth = before === null || new Date(before).getUTCMonth() !== date.getUTCMonth();
  const day = String(date.getUTCDate());
  return { text: isNewMonth ? dayAndMonth(start, locale) : day, isStrong: isNewMonth };
}

/** 2024-01-01 was a Monday. */
const someMonday = Date.UTC(2024, 0, 1);

function rowNames({ subdomain }: Calendar, { top }: DrawnMetric, { layout, context }: TextsGiven): readonly Shape[] {
  const lines = [...new Map(layout.blocks.map((placed) => [placed.line, placed])).values()];
  const isByHour = subdomain === 'hour';
  const days = layout.step >= 13 ? [0, 1, 2, 3, 4, 5, 6] : [0, 2, 4];
  const rows = isByHour ? [0, 6, 12, 18] : days;
  if (layout.step < (isByHour ? 3 : 6)) return [];
  return lines.flatMap(({ y }) =>
    rows.map((row) => {
      const day = formatTime('%a', someMonday + row * 86_400_000, { locale: context.locale });
      const text = isByHour ? `${row}:00` : day;
      const middle = top + layout.headHeight + y + layout.labelHeight + row * layout.step + layout.cell / 2;
      return textAt(text, [layout.left - 6, middle], {
        font: context.theme.font,
        size: 10,
        color: context.theme.label,
        align: 'right',
      });
    }),
  );
}
