import { type DrawContext, defaultTranslate, formatNumber, msg, numberFormatter } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { estimateTextWidth, fitNames, fitText } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { scaleLegend } from '../shared/value-legend.ts';
import { extentOf, type ValueScale, valueScale } from '../shared/value-scale.ts';
import type { ParallelForm } from './form.ts';
import type { ProfileLine, Profiles } from './lines.ts';

type Context = DrawContext<ParallelForm>;
type Format = (value: number | null) => string;

/** What the table below the lines takes of the height. */
export const tableShare = 0.4;

export interface ParallelOptions extends EChartOptions {
  readonly format: (metric: string, value: number | null) => string;
}

export function toOptions(model: Profiles, given: Context): ParallelOptions {
  const context = given.form.show_datatable ? { ...given, height: given.height * (1 - tableShare) } : given;
  const { theme, width, height, form } = context;
  const scale = scaleOf(model, context);
  const format = (metric: string, value: number | null) => formatOf(metric, context)(value);
  const legend = scaleLegend(scale, {
    theme,
    width,
    isShown: width >= 260 && height >= 150 && model.lines.length > 1,
    isPiecewise: false,
    format: (value) => format(model.colored, value),
    title: model.colored,
    // Each line brings the value of its colour behind those of its axes.
    dimension: model.axes.length + (model.hasSeriesAxis ? 1 : 0),
  });
  const names = model.hasSeriesAxis ? [...new Set(model.lines.map(({ name }) => name))] : [];
  return {
    marks: model.lines.length * model.axes.length,
    format,
    statement: () => statementOf(model, context),
    option: {
      ...baseOption(theme),
      visualMap: legend.option,
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(model, { context, scale }) },
      parallel: {
        left: model.hasSeriesAxis ? Math.min(width * 0.3, nameRoom(names) + 14) : Math.min(36, width * 0.1),
        right: Math.min(46, width * 0.12),
        top: legend.height + (height >= 100 ? 26 : 6),
        bottom: height >= 100 ? 14 : 4,
        axisExpandable: false,
      },
      parallelAxis: axesOf(model, names, context),
      series: [
        {
          id: 'lines',
          type: 'parallel',
          smooth: false,
          progressive: 500,
          lineStyle: { width: 1.2, opacity: opacityOf(model.lines.length) },
          emphasis: { lineStyle: { width: 2.5, opacity: 1 } },
          inactiveOpacity: 0.04,
          activeOpacity: Math.max(0.5, opacityOf(model.lines.length)),
          data: model.lines.map((line) => itemOf(line, { model, form, context, scale })),
        },
      ],
    },
  };
}

const nameRoom = (names: readonly string[]) =>
  names.slice(0, 200).reduce((most, name) => Math.max(most, estimateTextWidth(name, 11)), 0);

/** Of many lines each is faint, so that where they run together is seen. */
function opacityOf(count: number): number {
  if (count <= 40) return 0.8;
  return Math.max(0.08, 0.8 * Math.sqrt(40 / count));
}

function scaleOf({ lines }: Profiles, { form, theme }: Context): ValueScale {
  const [low, high] = extentOf(lines.map(({ measure }) => measure)) ?? [0, 1];
  return valueScale({ scheme: form.linear_color_scheme, theme, low, high, skipped: 2 });
}

/** Of two axes, in pixels, so that figures can stand between them. */
const leastBetween = 30;

function axesOf(model: Profiles, names: readonly string[], context: Context) {
  const { theme, width, height } = context;
  const count = model.axes.length + (model.hasSeriesAxis ? 1 : 0);
  const room = Math.max(24, (width * 0.86) / Math.max(1, count - 1) - 10);
  const titles = fitNames(
    model.axes,
    model.axes.map(() => room),
    11,
  );
  const shared = {
    nameLocation: 'end',
    nameGap: 10,
    nameTextStyle: { color: theme.text, fontSize: 11, fontWeight: 600 },
    axisLine: { lineStyle: { color: theme.axis, width: 1 } },
    axisTick: { show: false },
    splitLine: { show: false },
    areaSelectStyle: { width: 14, borderWidth: 1, borderColor: theme.accent, color: theme.accent, opacity: 0.2 },
    minorTick: { show: false },
  };
  // Between axes that stand nearer the figures of one would run into the next.
  const isRead = width >= 200 && height >= 100 && room >= leastBetween;
  // ECharts shows the labels of parallel axes whatever `show` says: empty ones are none.
  const label = { color: theme.label, fontSize: 10 };
  const isNamed = height >= 100 && width >= 160;
  const series = {
    ...shared,
    dim: 0,
    type: 'category',
    data: names.map((_, at) => String(at)),
    name: isNamed ? fitText(model.series ?? '', room, 11) : '',
    axisLabel: {
      ...label,
      // On the side that no line crosses.
      align: 'right',
      margin: -6,
      interval: Math.max(0, Math.ceil((names.length * 13) / Math.max(20, height - 50)) - 1),
      formatter: (value: string) =>
        isRead ? fitText(names[Number(value)] ?? '', Math.min(width * 0.3, 150) - 8, 10) : '',
    },
  };
  const metrics = model.axes.map((axis, at) => {
    const format = formatOf(axis, context);
    return {
      ...shared,
      dim: at + (model.hasSeriesAxis ? 1 : 0),
      type: 'value',
      scale: true,
      splitNumber: height >= 200 ? 4 : 2,
      name: isNamed ? (titles[at] ?? '') : '',
      axisLabel: {
        ...label,
        formatter: (value: number) => (isRead ? format(value) : ''),
        textBorderColor: theme.card,
        textBorderWidth: 2,
      },
    };
  });
  return model.hasSeriesAxis ? [series, ...metrics] : metrics;
}

function formatOf(metric: string, { columnFormats, currencies, locale }: Context): Format {
  return numberFormatter(columnFormats[metric] ?? 'SMART_NUMBER', currencies?.[metric] ?? null, locale);
}

interface ItemGiven {
  readonly model: Profiles;
  readonly form: ParallelForm;
  readonly context: Context;
  readonly scale: ValueScale;
}

const missing = '-';

function itemOf(line: ProfileLine, { model, context, scale }: ItemGiven) {
  const { selectedLabels } = context;
  const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(line.name);
  const values = line.values.map((value) => value ?? missing);
  return {
    name: line.name,
    value: [...(model.hasSeriesAxis ? [seriesPlace(model, line)] : []), ...values, line.measure ?? scale.low],
    ...(isDimmed ? { lineStyle: { opacity: 0.05 } } : {}),
  };
}

const places = new WeakMap<Profiles, ReadonlyMap<string, string>>();

/** The place of a line's name on the axis of names. */
function seriesPlace(model: Profiles, { name }: ProfileLine): string {
  const known =
    places.get(model) ?? new Map([...new Set(model.lines.map((line) => line.name))].map((one, at) => [one, `${at}`]));
  places.set(model, known);
  return known.get(name) ?? '0';
}

interface TipGiven {
  readonly context: Context;
  readonly scale: ValueScale;
}

const mostRows = 14;

function tooltipOf(model: Profiles, { context, scale }: TipGiven): (hit: unknown) => string {
  return (hit) => {
    // ECharts passes the line under the pointer; only its position is used.
    const line = model.lines[(hit as { readonly dataIndex: number }).dataIndex];
    if (!line) return '';
    const { theme, translate = defaultTranslate } = context;
    const color = line.measure === null ? theme.dataOther : scale.colorOf(line.measure);
    const rows = model.axes.slice(0, mostRows).map((axis, at) => ({
      color,
      label: axis,
      value: formatOf(axis, context)(line.values[at] ?? null) || translate(msg('no value')),
    }));
    const isApart = !model.axes.includes(model.colored);
    const foot = { label: model.colored, value: formatOf(model.colored, context)(line.measure) };
    return tooltipHtml({ title: line.name, rows, ...(isApart ? { foot } : {}) }, theme);
  };
}

function statementOf(model: Profiles, { translate = defaultTranslate, locale }: Context): string {
  if (model.lines.length === 0) return '';
  return translate(msg('{{count}} lines across {{axes}}.'), {
    count: formatNumber(',d', model.lines.length, locale),
    axes: model.axes.join(', '),
  });
}
