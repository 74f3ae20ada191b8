import {
  changeColor,
  type DrawContext,
  defaultTranslate,
  formatNumber,
  isRecord,
  msg,
  textOf,
} from '@powerset/chart-kit';
import { figureStatement } from '../shared/figure-statement.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { estimateFigureWidth, estimateTextWidth } from '../shared/text-widths.ts';
import type { Comparison } from './comparison.ts';
import type { PopKpiForm } from './form.ts';

export interface ComparedFigure {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  /** What stands before the figure: which way it went, or that it is the earlier one. */
  readonly icon: 'up' | 'down' | 'same' | 'number' | null;
  readonly color: string | undefined;
  readonly hint: string;
}

export interface ComparisonSizes {
  readonly figure: number;
  readonly subtitle: number;
  readonly metricName: number;
  readonly compared: number;
  readonly names: number;
}

export interface ComparisonOptions {
  readonly sizes: ComparisonSizes;
  /** Blank where it is not shown. */
  readonly metricName: string;
  readonly figures: readonly ComparedFigure[];
  /** Figures stand below each other where they have no room in a row. */
  readonly isStacked: boolean;
  /** The names of the figures have room. */
  readonly hasNames: boolean;
  readonly statement: string;
  /** The comparison in one line, where pictures are made without a browser. */
  readonly comparison: { readonly direction: string; readonly change: string; readonly rest: string } | null;
}

export function toOptions(model: Comparison, context: DrawContext<PopKpiForm>): ComparisonOptions {
  const { form, width, height } = context;
  const all = figuresOf(model, context);
  const sizes = sizesOf(model, context);
  const isStacked = rowWidth(all, sizes) > width && height >= 60 + all.length * (sizes.compared + 6) && width < 260;
  const shown = isStacked ? all : fittingRow(all, sizes, width);
  const figures = height < leastCompared ? [] : shown;
  const row = rowWidth(figures, sizes);
  return {
    sizes: row > width && !isStacked ? { ...sizes, compared: shrunk(sizes.compared, width / row) } : sizes,
    metricName: form.show_metric_name ? model.label : '',
    figures,
    isStacked,
    hasNames: linesHeight(model, context, sizes) + 16 <= height,
    statement: statementOf(model, context),
    comparison: inOneLine(model, context, figures),
  };
}

function inOneLine(
  model: Comparison,
  context: DrawContext<PopKpiForm>,
  figures: readonly ComparedFigure[],
): ComparisonOptions['comparison'] {
  const change = figures.at(-1);
  if (!change || model.earlier === null) return null;
  const period = periodName(model, context.translate ?? defaultTranslate);
  const rest = change.key === 'Previous value' ? period : `${model.earlierText} · ${period}`;
  return { direction: directionOf(model.difference) ?? 'same', change: change.text, rest };
}

/** A lower chart has room for its figure alone. */
const leastCompared = 44;

/** Where not all have room the last remain: the change says most. */
function fittingRow(
  figures: readonly ComparedFigure[],
  sizes: ComparisonSizes,
  width: number,
): readonly ComparedFigure[] {
  const smallest = { ...sizes, compared: 10 };
  const from = figures.findIndex((_, at) => rowWidth(figures.slice(at), smallest) <= width);
  return from < 0 ? figures.slice(-1) : figures.slice(from);
}

/** What stands above each other besides the names of the figures. */
function linesHeight(
  { label }: Comparison,
  { form }: DrawContext<PopKpiForm>,
  { figure, subtitle, metricName, compared }: ComparisonSizes,
): number {
  const lines = [
    figure,
    compared,
    form.subtitle === '' ? 0 : subtitle,
    form.show_metric_name && label !== '' ? metricName : 0,
  ].filter((size) => size > 0);
  return lines.reduce((sum, size) => sum + size * lineHeight + lineGap, 0);
}

const lineHeight = 1.34;
const lineGap = 4;

const shrunk = (size: number, share: number) => Math.max(10, Math.floor(size * share));
const gap = 20;

function rowWidth(figures: readonly ComparedFigure[], { compared, names }: ComparisonSizes): number {
  const widths = figures.map(({ text, name, icon }) =>
    Math.max(
      estimateFigureWidth(text, compared) + (icon ? compared : 0),
      Math.min(estimateTextWidth(name, names), 110),
    ),
  );
  return widths.reduce((sum, one) => sum + one, 0) + gap * Math.max(0, figures.length - 1);
}

/** The steps of the reference in px on a chart of usual height; larger charts have larger type. */
function sizesOf({ text }: Comparison, { form, width, height }: DrawContext<PopKpiForm>): ComparisonSizes {
  const grown = Math.max(0.75, Math.min(2.2, height / 140));
  const widest = width / Math.max(1, estimateFigureWidth(text, 1));
  const wanted = (10 + 90 * (form.header_font_size ?? 0.2)) * grown;
  const line = (share: number | null, usual: number) =>
    Math.round(Math.max(11, Math.min((6 + 50 * (share ?? usual)) * grown, height * 0.28, 48)));
  return {
    figure: Math.round(Math.max(12, Math.min(wanted, widest, height * 0.5, 120))),
    subtitle: line(form.subtitle_font_size, 0.15),
    metricName: line(form.metric_name_font_size, 0.15),
    compared: line(form.subheader_font_size, 0.125),
    names: 11,
  };
}

const missing = '–';

function figuresOf(model: Comparison, context: DrawContext<PopKpiForm>): readonly ComparedFigure[] {
  if (model.offset === null) return [];
  const { form, theme } = context;
  const { difference } = model;
  const wanted: Readonly<Record<string, readonly string[]>> = {
    difference: ['Delta'],
    percentage: ['Percent change'],
    ratio: ['Ratio'],
  };
  const keys = wanted[form.comparison_type ?? 'values'] ?? ['Previous value', 'Delta', 'Percent change'];
  const color = difference === null ? undefined : changeColor(form, difference, theme);
  return keys.flatMap((key) => {
    const config = isRecord(form.column_config[key]) ? form.column_config[key] : {};
    if (config.visible === false) return [];
    const figure = figureOf(key, model, context);
    const icon = config.displayTypeIcon === false ? null : figure.icon;
    const name = textOf(config, 'customColumnName').trim() || figure.name;
    return [{ ...figure, key, name, icon, color: key === 'Previous value' ? undefined : color }];
  });
}

type OneFigure = Omit<ComparedFigure, 'key' | 'color'>;

function figureOf(wanted: string, model: Comparison, context: DrawContext<PopKpiForm>): OneFigure {
  const { translate = defaultTranslate, locale, form } = context;
  const { difference, change, value, earlier } = model;
  const direction = directionOf(difference);
  const format = metricFormat(model.metric, { ...form, number_format: form.y_axis_format }, context);
  if (wanted === 'Previous value') {
    const name = periodName(model, translate);
    return {
      name,
      text: model.earlierText || missing,
      icon: 'number',
      hint: translate(msg('The value of the earlier period')),
    };
  }
  if (wanted === 'Delta')
    return {
      name: translate(msg('Difference')),
      text: difference === null ? missing : signed(difference, format(difference)),
      icon: direction,
      hint: translate(msg('Value difference between the time periods')),
    };
  if (wanted === 'Ratio') {
    const ratio = value === null || earlier === null || earlier === 0 ? null : value / earlier;
    const text = ratio === null ? missing : `× ${formatNumber(',.2f', ratio, locale)}`;
    return {
      name: translate(msg('Ratio')),
      text,
      icon: direction,
      hint: translate(msg('The value as a multiple of the earlier one')),
    };
  }
  const code = form.percentDifferenceFormat === 'SMART_NUMBER' ? '.1%' : form.percentDifferenceFormat;
  return {
    name: translate(msg('% change')),
    text: change === null ? missing : signed(change, formatNumber(code, change, locale)),
    icon: change === null ? null : direction,
    hint: translate(msg('Percentage difference between the time periods')),
  };
}

function directionOf(difference: number | null): 'up' | 'down' | 'same' | null {
  if (difference === null) return null;
  if (difference === 0) return 'same';
  return difference > 0 ? 'up' : 'down';
}

const signed = (value: number, text: string) => (value > 0 && !text.startsWith('+') ? `+${text}` : text);

function periodName({ offset, days }: Comparison, translate: typeof defaultTranslate): string {
  if (days) return days.earlier;
  if (offset === 'inherit') return translate(msg('The period before'));
  if (offset !== null && /^\d{4}-/.test(offset)) return translate(msg('From {{date}}'), { date: offset });
  return offset === null ? '' : translate(offset);
}

function statementOf(model: Comparison, context: DrawContext<PopKpiForm>): string {
  const { label, text, change, earlierText, days, earlier } = model;
  const period = periodName(model, context.translate ?? defaultTranslate);
  const compared = earlier === null ? null : { period, text: earlierText, change, days };
  return figureStatement({ label, text, compared }, context);
}
