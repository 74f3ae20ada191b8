import { type DrawContext, defaultTranslate, labelOfCell, msg } from '@powerset/chart-kit';
import { titledAxis } from '../shared/bare-axes.ts';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { orderLegend } from '../shared/legend-order.ts';
import { hiddenLegend, layoutLegend } from '../shared/legends.ts';
import { hasSliderRoom } from '../shared/small-space.ts';
import { estimateTextWidth } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { laneAxis, timeAxis, timeRangeOf } from './axes.ts';
import { drawBar, drawGround } from './bars.ts';
import type { GanttForm } from './form.ts';
import { groupBy, type LaidTask, layLanes } from './lanes.ts';
import { labelOfTask, type Task, type Tasks } from './tasks.ts';
import { tooltipOf, type When, whenOf } from './words.ts';

export interface GanttOptions extends EChartOptions {
  readonly laid: readonly LaidTask[];
  readonly when: When;
  /** In which it was drawn, for views that draw again with a changed form. */
  readonly context: DrawContext<GanttForm>;
}

const seriesOf = ({ series }: Task) => (series === undefined ? '' : labelOfCell(series));

/** Thinner lanes are not read; what does not fit is scrolled to. */
const [leastLane, broadestLane] = [11, 34];
const sliderRoom = 24;

export function toOptions(model: Tasks, context: DrawContext<GanttForm>): GanttOptions {
  const { form, theme, width, height } = context;
  const lanes = layLanes(model, form.subcategories && form.series !== null);
  const names = [...new Set(model.tasks.map(seriesOf))];
  const colors = new Map(names.map((name, at) => [name, context.colorOf(name || model.categoryColumn, at)]));
  const entries = names.map((name) => ({ name, color: colors.get(name) ?? theme.accent }));
  const legend =
    form.series === null
      ? hiddenLegend
      : layoutLegend(orderLegend(entries, form.legendSort), { form, theme, width, height });
  const slider = form.zoomable && hasSliderRoom(context) ? sliderRoom : 0;
  const plotHeight = Math.max(1, height - legend.space.top - legend.space.bottom - 30 - slider);
  const shown = Math.min(lanes.count, Math.max(1, Math.floor(plotHeight / leastLane)));
  const isScrolled = shown < lanes.count;
  const laneHeight = plotHeight / Math.max(1, shown);
  const room = nameRoom(
    lanes.blocks.map(({ label }) => label),
    width,
  );
  const when = whenOf(context);
  const bars = groupBy(
    lanes.laid.map((one, at) => ({ at, ...one })),
    ({ task }) => seriesOf(task),
  );
  const drawing = { lanes, context, range: timeRangeOf(lanes, context) };
  return {
    ...{ laid: lanes.laid, when, context },
    marks: lanes.laid.length,
    statement: () => statementOf(model, when, context),
    option: {
      ...baseOption(theme),
      legend: legend.option,
      grid: {
        left: legend.space.left,
        right: legend.space.right + 8 + (isScrolled ? 16 : 0),
        top: Math.max(8, legend.space.top),
        bottom: legend.space.bottom + 4 + slider,
        outerBoundsMode: 'same',
        outerBoundsContain: 'all',
      },
      xAxis: titledAxis(
        timeAxis(drawing.range, context, width - room - 24),
        { text: form.x_axis_title, margin: form.x_axis_title_margin },
        context,
      ),
      yAxis: titledAxis(
        laneAxis(lanes, { context, laneHeight, room }),
        { text: form.y_axis_title, margin: Math.max(form.y_axis_title_margin, room + 16), isUpright: true },
        context,
      ),
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: barTooltip(lanes.laid, model, { colors, when, context }),
      },
      ...(form.zoomable || isScrolled ? { dataZoom: zooms(context, isScrolled ? shown : null) } : {}),
      series: [
        { ...ground, data: lanes.blocks.map(({ from, to }) => [from, to]), renderItem: drawGround(drawing) },
        ...entries.map(({ name, color }) => ({
          id: `tasks:${name}`,
          name,
          type: 'custom',
          clip: true,
          color,
          itemStyle: { color },
          encode: { x: [1, 2], y: 3 },
          cursor: 'pointer',
          data: bars.get(name)?.map(({ at, task, until, lane }) => [at, task.start, until, lane + 0.5]) ?? [],
          renderItem: drawBar({ ...drawing, color, broadest: broadestLane }),
        })),
      ],
    },
  };
}

const ground = {
  id: 'ground',
  type: 'custom',
  silent: true,
  clip: true,
  z: 0,
  tooltip: { show: false },
  encode: { y: [0, 1] },
};

function nameRoom(names: readonly string[], width: number): number {
  const widest = names.slice(0, 200).reduce((most, name) => Math.max(most, estimateTextWidth(name, 11)), 20);
  return Math.min(widest + 4, width * 0.34, 180);
}

/** Along the times where the form has it; along the lanes where they do not all fit. */
function zooms(
  { form, theme, height }: DrawContext<GanttForm>,
  shown: number | null,
): readonly Record<string, unknown>[] {
  const slider = {
    type: 'slider',
    filterMode: 'none',
    brushSelect: false,
    showDetail: false,
    showDataShadow: false,
    borderColor: theme.border,
    fillerColor: theme.band,
    handleStyle: { color: theme.card, borderColor: theme.pointer },
    moveHandleSize: 0,
  };
  const alongTime = [
    { type: 'inside', xAxisIndex: 0, filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false },
    ...(hasSliderRoom({ height }) ? [{ ...slider, xAxisIndex: 0, bottom: 2, height: 16 }] : []),
  ];
  const shownLanes = { startValue: 0, endValue: shown };
  const alongLanes = [
    {
      type: 'inside',
      yAxisIndex: 0,
      filterMode: 'none',
      zoomOnMouseWheel: false,
      moveOnMouseWheel: true,
      ...shownLanes,
    },
    { ...slider, yAxisIndex: 0, right: 0, width: 10, ...shownLanes, zoomLock: true },
  ];
  return [...(form.zoomable ? alongTime : []), ...(shown === null ? [] : alongLanes)];
}

interface TooltipGiven {
  readonly colors: ReadonlyMap<string, string>;
  readonly when: When;
  readonly context: DrawContext<GanttForm>;
}

function barTooltip(laid: readonly LaidTask[], model: Tasks, { colors, when, context }: TooltipGiven) {
  return (hit: unknown): string => {
    // ECharts hands over the item that is pointed at; its first value is the task.
    const { value } = (Array.isArray(hit) ? hit[0] : hit) as { readonly value?: readonly number[] };
    const task = laid[value?.[0] ?? 0]?.task;
    if (!task) return '';
    const color = colors.get(task.series === undefined ? '' : labelOfCell(task.series)) ?? context.theme.accent;
    return tooltipHtml(
      { title: labelOfTask(task), rows: tooltipOf(task, model, { when, color, context }) },
      context.theme,
    );
  };
}

/** How much there is, and from when to when. */
function statementOf(
  { tasks, rows }: Tasks,
  when: When,
  { translate = defaultTranslate }: DrawContext<GanttForm>,
): string {
  if (tasks.length === 0) return '';
  const first = tasks.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = tasks.reduce((most, { start, end }) => Math.max(most, end ?? start), Number.NEGATIVE_INFINITY);
  const categories = new Set(tasks.map(({ category }) => labelOfCell(category))).size;
  const values = { count: tasks.length, rows, categories, from: when.moment(first), to: when.moment(last) };
  return translate(msg('{{count}} bars in {{categories}} rows, from {{from}} to {{to}}.'), values);
}
