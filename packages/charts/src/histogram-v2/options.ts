import { type DrawContext, defaultTranslate, msg, numberFormatter } from '@powerset/chart-kit';
import { type Axis, numberAxis, plainGrid, titledAxis } from '../shared/bare-axes.ts';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { layoutLegend } from '../shared/legends.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import { estimateTextWidth } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { BinGroup, Bins } from './bins.ts';
import type { HistogramForm } from './form.ts';

type Context = DrawContext<HistogramForm>;
type Format = (value: number | null) => string;

interface Formats {
  readonly edge: Format;
  readonly value: Format;
  readonly axis: Format;
}

const dimmed = 0.25;
/** What a value needs that stands upright on its bar. */
const lineOfText = 12;

export function toOptions(model: Bins, context: Context): EChartOptions {
  const { theme, width, height, form } = context;
  const colors = model.groups.map(({ name }, index) => context.colorOf(name, index));
  const entries = model.groups.map(({ name }, index) => ({ name, color: colors[index] ?? theme.accent }));
  const legend = layoutLegend(entries, {
    form: { ...legendForm, show_legend: form.show_legend },
    theme,
    width,
    height,
  });
  const formats = formatsOf(model, context);
  return {
    marks: model.groups.length * Math.max(0, model.edges.length - 1),
    statement: () => statementOf(model, formats, context),
    option: {
      ...baseOption(theme),
      color: colors,
      grid: plainGrid({
        ...legend.space,
        top: Math.max(10, legend.space.top),
        right: 14,
        bottom: 4,
      }),
      xAxis: edgeAxes(model, formats, context),
      yAxis: valueAxis(model, formats, context),
      legend: legend.option,
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow', shadowStyle: { color: theme.band } },
        formatter: tooltipOf(model, colors, { formats, context }),
      },
      series: model.groups.map((group, index) => layerOf(group, { model, index, colors, formats, context })),
    },
  };
}

const legendForm = { legendType: 'scroll', legendOrientation: 'top', legendMargin: null } as const;

interface EdgeWords {
  readonly form: HistogramForm;
  readonly locale?: string | undefined;
}

/** How the edges of bins are written. */
export function edgeFormat({ edges }: Bins, given: EdgeWords): Format {
  const { form, locale } = given;
  return tellingLabels(edges, numberFormatter(form.x_axis_format, null, locale), locale);
}

function formatsOf(model: Bins, { form, locale }: Context): Formats {
  const isAdaptiveShare = model.isShare && form.y_axis_format === 'SMART_NUMBER';
  const value = numberFormatter(isAdaptiveShare ? '.1%' : form.y_axis_format, null, locale);
  const isCoarse = isAdaptiveShare && model.groups.some(({ values }) => values.some((share) => share >= 0.1));
  return {
    edge: edgeFormat(model, { form, locale }),
    value,
    axis: isCoarse ? numberFormatter('.0%', null, locale) : value,
  };
}

const measureOf = ({ isShare, isCumulative }: Bins, { width, height, form, translate = defaultTranslate }: Context) => {
  if (form.y_axis_title !== '') return form.y_axis_title;
  if (width < 320 || height < 200) return '';
  if (isShare) return translate(isCumulative ? msg('Share up to here') : msg('Share of all values'));
  return translate(isCumulative ? msg('Values up to here') : msg('Values'));
};

/** Bars stand on categories, and the axis that is seen is one of numbers, with a label at the edges of bins. */
function edgeAxes(model: Bins, { edge }: Formats, context: Context): readonly Axis[] {
  const { theme, form, width, height } = context;
  const bins = Math.max(1, model.edges.length - 1);
  const perBin = Math.max(20, width - 70) / bins;
  const widest = Math.max(8, ...model.edges.map((value) => estimateTextWidth(edge(value), 11)));
  const every = Math.max(1, Math.ceil((widest + 12) / perBin));
  const shown = model.edges.filter((_, at) => at % every === 0);
  const title = form.x_axis_title || (height >= 180 ? model.column : '');
  const hidden = {
    type: 'category',
    data: Array.from({ length: bins }, (_, at) => String(at)),
    axisLabel: { show: false },
    axisTick: { show: false },
    axisLine: { show: true, lineStyle: { color: theme.axis } },
  };
  const [low = 0, high = 1] = [model.edges[0], model.edges.at(-1)];
  const seen = {
    type: 'value',
    position: 'bottom',
    min: low,
    max: high > low ? high : low + 1,
    splitLine: { show: false },
    axisLine: { show: false },
    axisTick: { show: true, length: 4, lineStyle: { color: theme.axis }, customValues: shown },
    axisLabel: {
      show: width >= 100 && height >= 60,
      color: theme.label,
      fontSize: 11,
      customValues: shown,
      formatter: (value: number) => edge(value),
    },
    axisPointer: { show: false },
  };
  return [hidden, titledAxis(seen, { text: title, margin: 0 }, context)];
}

function valueAxis(model: Bins, { axis: format }: Formats, context: Context): Axis {
  const { theme, height } = context;
  const axis = numberAxis({ theme, format, length: height - 60, isUpright: true });
  const most = model.groups.reduce((high, { values }) => Math.max(high, ...values), 0);
  // There is no more than all.
  const shares = most > 0.8 ? { max: 1, interval: height < 160 ? 0.5 : 0.25 } : {};
  const whole = model.isShare ? shares : { minInterval: 1 };
  return titledAxis(
    { ...axis, ...whole },
    { text: measureOf(model, context), margin: 0, isUpright: true, isTop: true },
    context,
  );
}

interface LayerGiven {
  readonly model: Bins;
  readonly index: number;
  readonly colors: readonly string[];
  readonly formats: Formats;
  readonly context: Context;
}

function layerOf(group: BinGroup, { model, index, colors, formats, context }: LayerGiven) {
  const { form, theme, width, selectedLabels } = context;
  const bins = Math.max(1, model.edges.length - 1);
  const perBar = (Math.max(20, width - 70) / bins / model.groups.length) * 0.96;
  const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(group.name);
  const widest = Math.max(0, ...group.values.map((value) => estimateTextWidth(formats.value(value), 11)));
  const isNarrow = widest > perBar + (model.groups.length > 1 ? -1 : 4);
  return {
    id: `group:${index}`,
    name: group.name,
    type: 'bar',
    xAxisIndex: 0,
    barGap: '0%',
    barCategoryGap: model.groups.length > 1 ? '12%' : '2%',
    itemStyle: { color: colors[index], opacity: isDimmed ? dimmed : 1 },
    emphasis: { disabled: true },
    label: {
      show: form.show_value && (!isNarrow || perBar >= lineOfText),
      position: 'top',
      distance: isNarrow ? 6 : 3,
      ...(isNarrow ? { rotate: 90, align: 'left', verticalAlign: 'middle' } : {}),
      color: theme.textSecondary,
      fontSize: 11,
      // An empty bin says so by having no bar.
      formatter: ({ value }: { readonly value: number }) => (value === 0 ? '' : formats.value(value)),
    },
    labelLayout: { hideOverlap: true },
    data: [...group.values],
  };
}

const mostRows = 12;

interface TipGiven {
  readonly formats: Formats;
  readonly context: Context;
}

function tooltipOf(model: Bins, colors: readonly string[], { formats, context }: TipGiven): (hits: unknown) => string {
  return (hits) => {
    // All groups stand in one bin; only which one it is is used.
    const [hit] = [hits].flat() as readonly { readonly dataIndex: number }[];
    const at = hit?.dataIndex ?? 0;
    const { translate = defaultTranslate, theme } = context;
    const rows = model.groups.slice(0, mostRows).map(({ name, values }, index) => ({
      color: colors[index] ?? theme.accent,
      label: model.dimensions.length === 0 ? measureName(model, translate) : name,
      value: formats.value(values[at] ?? 0),
    }));
    const more = model.groups.length - rows.length;
    return tooltipHtml(
      {
        title: binName(model, at, formats),
        rows,
        ...(more > 0 ? { more: translate(msg('{{count}} more'), { count: more }) } : {}),
      },
      theme,
    );
  };
}

const measureName = ({ isShare }: Bins, translate: (text: string) => string) =>
  translate(isShare ? msg('Share of all values') : msg('Values'));

const binName = ({ edges, column }: Bins, at: number, { edge }: Formats) =>
  `${column}: ${edge(edges[at] ?? null)} – ${edge(edges[at + 1] ?? null)}`;

function statementOf(model: Bins, formats: Formats, { translate = defaultTranslate }: Context): string {
  const sums = model.edges
    .slice(1)
    .map((_, at) => model.groups.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const own = model.isCumulative ? sums.map((sum, at) => sum - (sums[at - 1] ?? 0)) : sums;
  if (own.length === 0) return '';
  const at = own.reduce((best, value, index) => (value > (own[best] ?? 0) ? index : best), 0);
  return translate(msg('Most values lie from {{low}} to {{high}}: {{count}}.'), {
    low: formats.edge(model.edges[at] ?? null),
    high: formats.edge(model.edges[at + 1] ?? null),
    count: formats.value(own[at] ?? 0),
  });
}
