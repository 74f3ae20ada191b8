import {
  type DrawContext,
  defaultTranslate,
  formatMoney,
  formatTime,
  mixColors,
  msg,
  type TimeSeriesColumn,
  toNumber,
} from '@powerset/chart-kit';
import { drawSpark, type SparkDrawing } from '../shared/spark-path.ts';
import type { TimeTableForm } from './form.ts';
import { type Measure, measureOf } from './measures.ts';
import { safeAddress } from './row-address.ts';
import type { SeriesRow, TimeTable } from './series-rows.ts';

export interface SparkCell {
  readonly width: number;
  readonly height: number;
  readonly drawing: SparkDrawing;
  readonly points: readonly (number | null)[];
  /** Moment and value of a point. */
  readonly textOf: (index: number) => string;
  /** Texts of the scale's ends, where they are shown. */
  readonly ends: readonly [string, string] | null;
}

export interface TimeCell {
  readonly text: string;
  readonly value: number | null;
  readonly color?: string | undefined;
  readonly hint?: string;
  readonly spark?: SparkCell | null;
}

export interface TimeRow {
  readonly row: SeriesRow;
  readonly address: string | null;
  readonly cells: readonly TimeCell[];
}

export interface TimeTableOptions {
  readonly columns: readonly { readonly label: string; readonly hint: string; readonly isSpark: boolean }[];
  readonly rows: readonly TimeRow[];
  readonly rowHeight: number;
  readonly color: string;
  readonly statement: string;
}

const plainRowHeight = 29;
const usualWidth = 160;
const usualHeight = 32;
const none = '–';

export function toOptions(table: TimeTable, context: DrawContext<TimeTableForm>): TimeTableOptions {
  const columns = context.form.column_collection;
  const heights = columns.map((column) => (column.colType === 'spark' ? sizeOf(column).height + 8 : 0));
  return {
    columns: columns.map(({ label, tooltip, colType }) => ({ label, hint: tooltip, isSpark: colType === 'spark' })),
    rows: table.rows.map((row) => ({
      row,
      address: safeAddress(context.form.url, row.name),
      cells: columns.map((column) => cellOf(column, { row, table, context })),
    })),
    rowHeight: Math.max(plainRowHeight, ...heights),
    color: context.theme.categorical[0] ?? context.theme.accent,
    statement: statementOf(table, context),
  };
}

interface CellParts {
  readonly row: SeriesRow;
  readonly table: TimeTable;
  readonly context: DrawContext<TimeTableForm>;
}

function cellOf(column: TimeSeriesColumn, parts: CellParts): TimeCell {
  const { row, table, context } = parts;
  const measure = measureOf(column, row, table);
  const format = formatOf(column, row.metric, context);
  const text = measure.value === null ? none : format(measure.value);
  if (measure.isTooShort) return { text: none, value: null, hint: tooShort(column, parts) };
  if (column.colType === 'spark')
    return { text, value: measure.value, spark: sparkOf(column, measure, { ...parts, format }) };
  return { text, value: measure.value, color: boundColor(column.bounds, measure.value, context) };
}

function tooShort({ timeLag, timeRatio }: TimeSeriesColumn, { table, context }: CellParts): string {
  const { translate = defaultTranslate } = context;
  return translate(msg('The time lag of {{lag}} is longer than the {{count}} steps of the data.'), {
    lag: timeLag || timeRatio,
    count: table.times.length,
  });
}

/** Shares are percentages and the metric's own figures have its own format, unless the column says otherwise. */
function formatOf(column: TimeSeriesColumn, metric: string, context: DrawContext<TimeTableForm>) {
  const { colType, comparisonType, timeRatio } = column;
  const isShare =
    colType === 'contrib' ||
    (colType === 'time' && comparisonType.startsWith('perc')) ||
    (colType === 'spark' && Number(timeRatio) > 0);
  const code = column.d3format || (isShare ? '.1%' : (context.columnFormats[metric] ?? 'SMART_NUMBER'));
  const currency = isShare ? null : (context.currencies?.[metric] ?? null);
  return (value: number) => formatMoney(code, value, { currency, locale: context.locale });
}

const largestSize = 1000;
/** Of the chart's width a line takes no more, so that figures stand beside it. */
const mostOfWidth = 0.3;
const narrowestLine = 48;

function sizeOf(column: TimeSeriesColumn) {
  const bounded = (text: string, usual: number) => {
    const size = toNumber(text);
    return size === null || size <= 0 ? usual : Math.min(largestSize, Math.max(8, size));
  };
  return { width: bounded(column.width, usualWidth), height: bounded(column.height, usualHeight) };
}

function sparkOf(
  column: TimeSeriesColumn,
  { points = [] }: Measure,
  { table, context, format }: CellParts & { readonly format: (value: number) => string },
): SparkCell | null {
  const { width, height } = sizeOf(column);
  const size = { width: Math.min(width, Math.max(narrowestLine, context.width * mostOfWidth)), height };
  const bounds = column.showYAxis ? column.yAxisBounds : ([null, null] as const);
  const drawing = drawSpark(points, { ...size, bounds });
  if (!drawing) return null;
  const skipped = table.times.length - points.length;
  const moment = (index: number) =>
    formatTime(column.dateFormat || 'smart_date', table.times[index + skipped] ?? 0, {
      grain: context.form.time_grain_sqla,
      locale: context.locale,
    });
  return {
    ...size,
    drawing,
    points,
    textOf: (index) => {
      const value = points[index] ?? null;
      return `${moment(index)}: ${value === null ? none : format(value)}`;
    },
    ends: column.showYAxis ? [format(drawing.low), format(drawing.high)] : null,
  };
}

/** Red below and blue above, a mixture between; with one bound, the one or the other. */
export function boundColor(
  [low, high]: TimeSeriesColumn['bounds'],
  value: number | null,
  { theme }: Pick<DrawContext, 'theme'>,
): string | undefined {
  if (value === null || (low === null && high === null)) return undefined;
  const [red, blue] = [theme.danger, theme.categorical[0] ?? theme.accent];
  if (low === null || high === null) return value >= (low ?? high ?? 0) ? blue : red;
  const share = high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return share < 0.5 ? mixColors(red, theme.text, share * 2) : mixColors(theme.text, blue, share * 2 - 1);
}

function statementOf({ rows, times }: TimeTable, context: DrawContext<TimeTableForm>): string {
  const { translate = defaultTranslate, columnFormats, locale, form } = context;
  const [first] = rows;
  const value = first?.values.at(-1) ?? null;
  const time = times.at(-1);
  if (!first || value === null || time === undefined)
    return translate(msg('{{rows}} rows, {{columns}} columns.'), {
      rows: rows.length,
      columns: form.column_collection.length,
    });
  return translate(msg('{{name}}: {{value}} at {{time}}.'), {
    name: first.name,
    value: formatMoney(columnFormats[first.metric] ?? 'SMART_NUMBER', value, { locale }),
    time: formatTime('smart_date', time, { grain: form.time_grain_sqla, locale }),
  });
}
