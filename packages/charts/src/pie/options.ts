import {
  type DrawContext,
  defaultTranslate,
  formatNumber,
  msg,
  numberFormatter,
  textColorOn,
} from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { type LegendLayout, layoutLegend } from '../shared/legends.ts';
import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { PieForm } from './form.ts';
import type { Slice, Slices } from './slices.ts';

const dimmed = 0.32;
const percent = (share: number) => formatNumber('.1%', share);

export function toOptions(slices: Slices, context: DrawContext<PieForm>): EChartOptions {
  const { form, theme, width, height } = context;
  const model = withNamedRest(slices, context);
  const format = formatOf(model, context);
  const colors = model.slices.map((slice, index) =>
    slice.isRest ? theme.dataOther : context.colorOf(slice.name, index),
  );
  const entries = model.slices.map((slice, index) => ({ name: slice.name, color: colors[index] }));
  const legend = layoutLegend(entries, { form, theme, width, height });
  const labels = model.slices.map((slice) =>
    labelLines(slice, { type: form.label_type, format, hasShares: model.hasShares }),
  );
  const beside = labels.filter((_label, index) => (model.slices[index]?.share ?? 0) >= thresholdOf(form));
  const box = boxOf(context, { space: legend.space, hasLegend: legend.option.show !== false }, beside);
  const isRose = form.roseType === 'area' || form.roseType === 'radius';
  return {
    marks: model.slices.length,
    statement: () => statementOf(model, context, format),
    option: {
      ...baseOption(theme),
      color: colors,
      legend: legend.option,
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(model, colors, { context, format }) },
      ...(form.show_total && model.total !== null ? { graphic: totalMark(model, box, { context, format }) } : {}),
      series: [
        {
          id: 'slices',
          type: 'pie',
          center: [box.x, box.y],
          radius: [box.inner, box.outer],
          ...(isRose ? { roseType: form.roseType } : {}),
          startAngle: 90,
          avoidLabelOverlap: true,
          percentPrecision: 1,
          minShowLabelAngle: 2,
          // Between very many slices the lines would be all that is seen.
          itemStyle: { borderColor: theme.card, borderWidth: model.slices.length > 60 ? 0 : 1, borderRadius: 2 },
          emphasis: { scale: false, itemStyle: { opacity: 1 } },
          labelLine: {
            show: form.label_line && form.labels_outside,
            length: box.hasTwoLines ? twoLineLength : 8,
            length2: 6,
            lineStyle: { color: theme.axis },
          },
          labelLayout: { hideOverlap: true },
          data: model.slices.map((slice, index) =>
            drawSlice(slice, { color: colors[index] ?? theme.dataOther, label: labels[index] ?? [], box, context }),
          ),
        },
      ],
    },
  };
}

function statementOf(model: Slices, context: DrawContext<PieForm>, format: (value: number | null) => string): string {
  const [first, ...others] = model.slices.filter(({ isRest }) => !isRest);
  if (!first) return '';
  const { translate = defaultTranslate } = context;
  const most = others.reduce((best, slice) => (slice.value > best.value ? slice : best), first);
  const values = {
    label: most.name,
    count: model.slices.length,
    value: format(most.value),
    share: percent(most.share),
  };
  return model.hasShares
    ? translate(msg('{{label}} is the largest of {{count}}: {{value}}, {{share}} of all.'), values)
    : translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
}

/** Only drawing knows the reader's language. */
function withNamedRest(model: Slices, { translate = defaultTranslate }: DrawContext<PieForm>): Slices {
  const slices = model.slices.map((slice) => (slice.isRest ? { ...slice, name: translate('Others') } : slice));
  return { ...model, slices };
}

function formatOf(model: Slices, context: DrawContext<PieForm>): (value: number | null) => string {
  const code = context.form.number_format;
  const saved = code === 'SMART_NUMBER' ? context.columnFormats[model.metric] : undefined;
  return numberFormatter(saved ?? code, context.form.currency_format ?? context.currencies?.[model.metric] ?? null);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly inner: number;
  readonly outer: number;
  /** Space for a label beside the pie. */
  readonly side: number;
  /** A label's figures stand below its name. */
  readonly hasTwoLines: boolean;
}

/** The circle: as large as the form's share of the free space, less where labels stand around it. */
function boxOf(
  { form, width, height }: DrawContext<PieForm>,
  { space, hasLegend }: { readonly space: LegendLayout['space']; readonly hasLegend: boolean },
  labels: readonly Label[],
): Box {
  const free = { width: width - space.left - space.right, height: height - space.top - space.bottom };
  const share = form.outerRadius / 100;
  const hasLabels = showsLabels(form, width, height) && form.labels_outside;
  // 70, the usual radius, fills the space; larger ones may run over it, as asked for.
  const full = Math.min(
    free.width / 2 - (hasLabels ? besideRoom(free.width) : 2),
    free.height / 2 - (hasLabels ? 20 : 2),
  );
  const asked = Math.max(8, Math.min((full * share) / 0.7, Math.min(free.width, free.height) / 2));
  // A slice that is the whole has its label below, where a line has all the width.
  const isBeside = hasLabels && labels.length > 1;
  const { outer, hasTwoLines } = isBeside
    ? giveWay(asked, { width: free.width / 2, height: free.height / 2 }, { labels, hasLegend })
    : { outer: asked, hasTwoLines: false };
  const inner = form.donut ? Math.min(outer - 4, (outer * form.innerRadius) / 100 / share) : 0;
  return {
    x: space.left + free.width / 2,
    y: space.top + free.height / 2,
    inner: Math.max(0, inner),
    outer,
    side: labels.length > 1 ? free.width / 2 - outer - lineRoomOf(hasTwoLines) : free.width / 2,
    hasTwoLines,
  };
}

/** On a narrow card the circle gives way to its labels, as far as it stays the larger part. */
const besideRoom = (width: number) => Math.max(14, Math.min(labelRoom, width / 2 - smallestOuter));
const labelRoom = 64;
const smallestOuter = 56;
/** The line from a slice to its label, and the gap between them. */
const lineRoom = 18;
/** Two lines stand farther off: at the lower and upper end of the circle their corner would touch it. */
const twoLineLength = 14;
const lineRoomOf = (hasTwoLines: boolean): number => lineRoom + (hasTwoLines ? twoLineLength - 8 : 0);
/** Half of two lines, and the line to them. */
const twoLineHeight = 14 + twoLineLength;

/** Labels that are too long stand in two lines, the figures below the name; if that is not enough, the circle gets smaller. */
function giveWay(
  asked: number,
  half: { readonly width: number; readonly height: number },
  { labels, hasLegend }: { readonly labels: readonly Label[]; readonly hasLegend: boolean },
) {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => estimateTextWidth(text, 11)));
  if (asked + lineRoom + widest(labels.map(inOneLine)) <= half.width) return { outer: asked, hasTwoLines: false };
  const room = Math.min(half.width - lineRoomOf(true) - widest(labels.flat()), half.height - twoLineHeight);
  // A legend says the names in full: beside it they may be cut.
  const least = hasLegend ? Math.max(smallestOuter, asked * leastBesideLegend) : smallestOuter;
  return { outer: Math.min(asked, Math.max(least, room)), hasTwoLines: true };
}

const leastBesideLegend = 0.8;

/** A name and its figures, or one of them. */
type Label = readonly string[];
const inOneLine = (label: Label) => label.join(': ');

const thresholdOf = (form: PieForm) => form.show_labels_threshold / 100;

const showsLabels = (form: PieForm, width: number, height: number) => form.show_labels && width >= 160 && height >= 100;

interface SliceGiven {
  readonly color: string;
  readonly label: Label;
  readonly box: Box;
  readonly context: DrawContext<PieForm>;
}

function drawSlice(slice: Slice, { color, label, box, context }: SliceGiven): Record<string, unknown> {
  const { form, theme, selectedLabels } = context;
  const isOutside = form.labels_outside;
  const room = isOutside ? box.side : (box.outer - box.inner) * 0.8;
  const isShown = showsLabels(form, context.width, context.height) && slice.share >= thresholdOf(form) && room > 24;
  const lines = isOutside && box.hasTwoLines ? label : [inOneLine(label)];
  const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(slice.name);
  return {
    name: slice.name,
    value: slice.value,
    itemStyle: { color, opacity: isDimmed ? dimmed : 1 },
    label: {
      show: isShown && (isOutside || fitsInside(inOneLine(label), slice, box)),
      position: isOutside ? 'outside' : 'inside',
      distanceToLabelLine: 4,
      // The labels are cut to their room here; ECharts would keep ten more pixels free at the edge.
      bleedMargin: 0,
      formatter: () => lines.map((line) => fitText(line, Math.max(24, room))).join('\n'),
      fontSize: 11,
      lineHeight: 14,
      fontWeight: 500,
      color: isOutside ? theme.textSecondary : textColorOn(color),
    },
    labelLine: { show: isShown && isOutside && form.label_line },
  };
}

/** Inside, a label must fit the ring's width and the slice's breadth at its middle. */
function fitsInside(text: string, slice: Slice, box: Box): boolean {
  const needed = estimateTextWidth(text, 11);
  const breadth = 2 * Math.PI * ((box.outer + box.inner) / 2) * slice.share;
  return needed <= box.outer - box.inner && needed <= breadth * 1.1;
}

interface LabelGiven {
  readonly type: string;
  readonly format: (value: number | null) => string;
  readonly hasShares: boolean;
}

/** The parts of a label that its type asks for: the name, the figures. What has no share says its value instead. */
export function labelLines(slice: Slice, { type, format, hasShares }: LabelGiven): Label {
  const asksPercent = type.includes('percent');
  const hasValue = type.includes('value') || (asksPercent && !hasShares);
  const hasPercent = asksPercent && hasShares;
  const figures = [hasValue ? format(slice.value) : '', hasPercent ? percent(slice.share) : ''].filter(Boolean);
  const figure = figures.length === 2 ? `${figures[0]} (${figures[1]})` : (figures[0] ?? '');
  return [type.startsWith('key') ? slice.name : '', figure].filter(Boolean);
}

interface TextGiven {
  readonly context: DrawContext<PieForm>;
  readonly format: (value: number | null) => string;
}

function tooltipOf(
  model: Slices,
  colors: readonly string[],
  { context, format }: TextGiven,
): (params: unknown) => string {
  return (params) => {
    // ECharts passes the hit slice; only its position is used.
    const { dataIndex } = params as { readonly dataIndex: number };
    const slice = model.slices[dataIndex];
    if (!slice) return '';
    return tooltipHtml(
      {
        title: slice.name,
        rows: [{ color: colors[dataIndex] ?? '', label: model.metric, value: format(slice.value) }],
        ...(model.hasShares ? { foot: shareFoot(slice, context) } : {}),
      },
      context.theme,
    );
  };
}

const shareFoot = (slice: Slice, { translate = defaultTranslate }: DrawContext<PieForm>) => ({
  label: translate('Share', { context: 'part' }),
  value: percent(slice.share),
});

/** What all rows come to; of averages and the like the figure of all rows, which is the sum of none. */
function totalMark(model: Slices, box: Box, { context, format }: TextGiven): Record<string, unknown> {
  const { theme } = context;
  const translate = context.translate ?? defaultTranslate;
  const label = model.isAdditive ? translate('Total') : translate('Overall');
  const isInside = box.inner > 28;
  return {
    type: 'group',
    x: box.x,
    y: isInside ? box.y : box.y - box.outer,
    silent: true,
    z: 10,
    children: isInside
      ? [
          {
            type: 'text',
            y: -6,
            style: {
              text: format(model.total),
              fontSize: 16,
              fontWeight: 600,
              fontFamily: theme.font,
              fill: theme.text,
              align: 'center',
              verticalAlign: 'middle',
            },
          },
          {
            type: 'text',
            y: 12,
            style: {
              text: label,
              fontSize: 11,
              fontFamily: theme.font,
              fill: theme.textTertiary,
              align: 'center',
              verticalAlign: 'middle',
            },
          },
        ]
      : [
          {
            type: 'text',
            y: -10,
            style: {
              text: `${label}: ${format(model.total)}`,
              fontSize: 12,
              fontWeight: 500,
              fontFamily: theme.font,
              fill: theme.text,
              align: 'center',
              verticalAlign: 'middle',
            },
          },
        ],
  };
}
