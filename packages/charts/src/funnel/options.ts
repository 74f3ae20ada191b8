import { type DrawContext, defaultTranslate, msg, withAlpha } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { orderLegend } from '../shared/legend-order.ts';
import { layoutLegend } from '../shared/legends.ts';
import { strengthOf } from '../shared/single-pick.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { FunnelForm } from './form.ts';
import { baseOf, labelOf, partsOf, type Writing, writingOf } from './labels.ts';
import { type FunnelLayout, layoutLying, layoutUpright, type PlacedStep, type PlacedText, textSize } from './layout.ts';
import type { Funnel, Step } from './steps.ts';

/** One series for each step, so that the legend can take steps out; its id says which step. */
export const seriesIdOf = (at: number): string => `step:${at}`;
export const stepOfSeries = (id: string): number => Number(id.slice('step:'.length));

export function toOptions(model: Funnel, context: DrawContext<FunnelForm>): EChartOptions {
  const { form, theme } = context;
  const writing = writingOf(model, context);
  const colors = model.steps.map(({ name }, at) => context.colorOf(name, at));
  const entries = model.steps.map(({ name }, at) => ({ name, color: colors[at] ?? theme.dataOther }));
  const legend = layoutLegend(orderLegend(entries, form.legendSort), {
    ...context,
    form: { ...form, legendType: 'scroll' },
  });
  const { steps, heading } = layoutOf(model, context, { writing, space: legend.space });
  return {
    marks: model.steps.length,
    statement: () => statementOf(model, context, writing),
    option: {
      ...baseOption(theme),
      color: colors,
      legend: legend.option,
      tooltip: {
        ...tooltipBox(theme),
        show: form.show_tooltip_labels,
        trigger: 'item',
        formatter: tooltipOf(model, context, { writing, colors }),
      },
      ...(heading ? { graphic: [textShape(heading, theme.font, theme.textTertiary)] } : {}),
      series: steps.map((step, at) => {
        const name = model.steps[at]?.name ?? '';
        return drawStep(step, at, { name, color: colors[at] ?? theme.dataOther, context });
      }),
    },
  };
}

interface LayoutParts {
  readonly writing: Writing;
  readonly space: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
}

/** Places by step, in the order of the process; the smallest first is drawn from its end. */
function layoutOf(model: Funnel, context: DrawContext<FunnelForm>, { writing, space }: LayoutParts): FunnelLayout {
  const { form, width, height } = context;
  const isTurned = form.funnel_sort === 'ascending';
  const drawn = isTurned ? [...model.steps].reverse() : model.steps;
  const isShown = form.show_labels && width >= 120 && height >= 60;
  const blank = { name: '', value: '', share: '' };
  const labels = drawn.map((step) => (isShown ? labelOf(step, form, writing) : blank));
  const inset = 2;
  const layout = (form.orientation === 'horizontal' ? layoutLying : layoutUpright)({
    values: drawn.map(({ value }) => value),
    labels,
    space: {
      x: space.left + inset,
      y: space.top + inset,
      width: Math.max(8, width - space.left - space.right - 2 * inset),
      height: Math.max(8, height - space.top - space.bottom - 2 * inset),
    },
    gap: form.gap / 100,
    heading: baseOf(context),
  });
  return isTurned ? { ...layout, steps: [...layout.steps].reverse() } : layout;
}

interface StepGiven {
  readonly name: string;
  readonly color: string;
  readonly context: DrawContext<FunnelForm>;
}

function drawStep(step: PlacedStep, at: number, { name, color, context }: StepGiven): Record<string, unknown> {
  const { theme, selectedLabels } = context;
  const opacity = strengthOf(name, selectedLabels);
  const { x, y, width, height } = step.bar;
  const children = [
    { type: 'polygon', shape: { points: step.join }, style: { fill: withAlpha(color, 0.2), opacity } },
    {
      type: 'rect',
      shape: { x, y, width, height, r: Math.min(2, width / 2, height / 2) },
      style: { fill: color, opacity },
    },
    ...step.texts.map((text) => textShape(text, theme.font, text.isFigure ? theme.text : theme.textSecondary)),
  ];
  return {
    id: seriesIdOf(at),
    name,
    type: 'custom',
    coordinateSystem: 'none',
    itemStyle: { color },
    data: [{ name, value: [0] }],
    renderItem: () => ({ type: 'group', children }),
  };
}

const textShape = ({ text, x, y, align, isFigure }: PlacedText, font: string, fill: string) => ({
  type: 'text',
  silent: true,
  style: {
    text,
    x,
    y,
    align,
    verticalAlign: 'middle',
    fill,
    fontSize: textSize,
    fontWeight: isFigure ? 600 : 400,
    fontFamily: font,
  },
});

interface TooltipGiven {
  readonly writing: Writing;
  readonly colors: readonly string[];
}

function tooltipOf(model: Funnel, context: DrawContext<FunnelForm>, { writing, colors }: TooltipGiven) {
  const { form, theme, verboseNames } = context;
  return (hit: unknown): string => {
    // ECharts passes the hit mark; its series says which step it is.
    const { seriesId } = hit as { readonly seriesId?: string };
    const at = seriesId ? stepOfSeries(seriesId) : 0;
    const step = model.steps[at];
    if (!step) return '';
    const { name, value, share } = partsOf(step, form.tooltip_label_type, writing);
    const color = colors[at] ?? theme.dataOther;
    const measured = { color, label: verboseNames[model.metric] ?? model.metric, value };
    const part = { color, label: baseOf(context), value: share };
    return tooltipHtml({ title: name, rows: [measured, part].filter((row) => row.value !== '') }, theme);
  };
}

function statementOf({ steps }: Funnel, context: DrawContext<FunnelForm>, { format, percent }: Writing): string {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return '';
  const { translate = defaultTranslate } = context;
  const worst = steps.slice(1).reduce<Step | null>((most, step) => (keptOf(step) < keptOf(most) ? step : most), null);
  if (!worst || first.value === 0) {
    const values = { label: first.name, count: steps.length, value: format(first.value) };
    return translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
  }
  return translate(
    msg('{{share}} of {{first}} are left at {{last}}. The largest drop is at {{step}}, where {{kept}} are left.'),
    {
      share: percent(last.value / first.value),
      first: first.name,
      last: last.name,
      step: worst.name,
      kept: percent(keptOf(worst)),
    },
  );
}

const keptOf = (step: Step | null) => step?.kept ?? Number.POSITIVE_INFINITY;
