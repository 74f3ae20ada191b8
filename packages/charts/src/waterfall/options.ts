import { cssOfSavedColor, type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import type { CustomSeriesRenderItem } from 'echarts';
import { nameAxis, numberAxis, plainGrid, titledAxis } from '../shared/bare-axes.ts';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { layoutLegend } from '../shared/legends.ts';
import { estimateTextWidth } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { WaterfallForm } from './form.ts';
import { labelOfStep, type Step, type Steps } from './steps.ts';
import { statementOf, type Words, wordsOf } from './words.ts';

type Context = DrawContext<WaterfallForm>;
type Kind = Step['kind'];

export interface WaterfallOptions extends EChartOptions {
  /** The steps that are drawn, in their order. */
  readonly steps: readonly Step[];
  readonly words: Words;
}

const kindsInOrder: readonly Kind[] = ['increase', 'decrease', 'total'];
const dimmed = 0.32;

/** Model to drawing options: bars that begin where the one before ended, with a thread between them. */
export function toOptions(model: Steps, context: Context): WaterfallOptions {
  const { form, theme, width, height } = context;
  const steps = form.show_total ? model.steps : model.steps.filter(({ kind }) => kind !== 'total');
  const words = wordsOf(model, context);
  const kinds = kindsInOrder.filter((kind) => steps.some((step) => step.kind === kind));
  const colors = colorsOf(form);
  const legend = layoutLegend(
    kinds.map((kind) => ({ name: words.kinds[kind], color: colors[kind] })),
    {
      form: { show_legend: form.show_legend, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
      ...{ theme, width, height },
    },
  );
  const names = nameAxis(steps.map(words.nameOf), { theme, layout: form.x_ticks_layout, width: width - 56, height });
  const values = numberAxis({ theme, format: axisFormat(words), length: height, isUpright: true });
  const title = form.y_axis_label || (width >= 320 && height >= 200 ? model.metric : '');
  return {
    steps,
    words,
    marks: steps.length,
    statement: () => statementOf(model, words, context),
    option: {
      ...baseOption(theme),
      legend: legend.option,
      grid: plainGrid({
        ...legend.space,
        top: Math.max(8, legend.space.top) + (form.show_value ? 14 : 0),
        right: 8,
        bottom: 4,
      }),
      xAxis: titledAxis(names, { text: form.x_axis_label, margin: 0 }, context),
      yAxis: titledAxis(
        { ...values, ...(form.show_value ? { boundaryGap: [steps.some(isBelow) ? '6%' : 0, '6%'] } : {}) },
        { text: title, margin: 0, isUpright: true, isTop: form.y_axis_label === '' },
        context,
      ),
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(steps, { words, colors, context }) },
      series: kinds.map((kind) => seriesOf(kind, { steps, words, colors, context })),
    },
  };
}

const isBelow = ({ from, to }: Step) => Math.min(from, to) < 0;

const axisFormat = (words: Words) => (value: number) => (value === 0 ? '0' : words.format(value));

function colorsOf(form: WaterfallForm): Readonly<Record<Kind, string>> {
  return {
    increase: cssOfSavedColor(form.increase_color) ?? 'rgb(90,193,137)',
    decrease: cssOfSavedColor(form.decrease_color) ?? 'rgb(224,67,85)',
    total: cssOfSavedColor(form.total_color) ?? 'rgb(102,102,102)',
  };
}

interface Drawing {
  readonly steps: readonly Step[];
  readonly words: Words;
  readonly colors: Readonly<Record<Kind, string>>;
  readonly context: Context;
}

function seriesOf(kind: Kind, drawing: Drawing): Record<string, unknown> {
  const { steps, words, colors } = drawing;
  return {
    id: kind,
    name: words.kinds[kind],
    type: 'custom',
    color: colors[kind],
    itemStyle: { color: colors[kind] },
    encode: { x: 0, y: [1, 2] },
    data: steps.flatMap((step, at) => (step.kind === kind ? [[at, step.from, step.to]] : [])),
    renderItem: drawStep(drawing),
    cursor: 'pointer',
  };
}

const broadest = 56;

/** One bar, the thread that leads to the next, and its value where there is room for it. */
function drawStep({ steps, words, colors, context }: Drawing): CustomSeriesRenderItem {
  const { form, theme, selectedLabels } = context;
  return (_, api) => {
    const at = Number(api.value(0));
    const step = steps[at];
    if (!step) return null;
    const [x = 0, from = 0] = api.coord([at, step.from]);
    const [, to = 0] = api.coord([at, step.to]);
    // The size of one band; ECharts answers a pair for a pair.
    const band = (api.size?.([1, 0]) as readonly number[] | undefined)?.[0] ?? 0;
    const breadth = Math.max(1, Math.min(broadest, band * 0.66));
    const label = labelOfStep(step);
    const isPicked = selectedLabels.length === 0 || (label !== null && selectedLabels.includes(label));
    const isUp = step.to >= step.from;
    const text = form.show_value && step.value !== null ? words.valueOf(step) : '';
    const hasRoom = text !== '' && estimateTextWidth(text, 11) <= band + 2;
    const height = Math.max(1, Math.abs(to - from));
    return {
      type: 'group',
      children: [
        ...(at < steps.length - 1
          ? [
              {
                type: 'line' as const,
                silent: true,
                shape: { x1: x + breadth / 2, y1: to, x2: x + band - breadth / 2, y2: to },
                style: { stroke: theme.axis, lineWidth: 1 },
              },
            ]
          : []),
        ...(step.value === null
          ? []
          : [
              {
                type: 'rect' as const,
                shape: { x: x - breadth / 2, y: Math.min(from, to), width: breadth, height, r: 1 },
                style: { fill: colors[step.kind], opacity: isPicked ? 1 : dimmed },
              },
            ]),
        ...(hasRoom
          ? [
              {
                type: 'text' as const,
                silent: true,
                style: {
                  text,
                  x,
                  y: isUp ? Math.min(from, to) - 4 : Math.max(from, to) + 4,
                  align: 'center' as const,
                  verticalAlign: isUp ? ('bottom' as const) : ('top' as const),
                  fill: theme.text,
                  fontSize: 11,
                  fontFamily: theme.font,
                },
              },
            ]
          : []),
      ],
    };
  };
}

function tooltipOf(steps: readonly Step[], { words, colors, context }: Omit<Drawing, 'steps'>) {
  const translate = context.translate ?? defaultTranslate;
  return (hit: unknown): string => {
    // ECharts hands over the item that is pointed at; its first value is the step.
    const { value } = (Array.isArray(hit) ? hit[0] : hit) as { readonly value?: readonly number[] };
    const step = steps[value?.[0] ?? 0];
    if (!step) return '';
    const rows = [{ color: colors[step.kind], label: words.kinds[step.kind], value: words.valueOf(step) }];
    const foot = { label: translate(msg('Running total')), value: words.format(step.to) };
    return tooltipHtml({ title: words.titleOf(step), rows, ...(step.kind === 'total' ? {} : { foot }) }, context.theme);
  };
}
