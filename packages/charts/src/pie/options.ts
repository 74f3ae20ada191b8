import {
  type DrawContext,
  defaultTranslate,
  formatNumber,
  legibleTextOn,
  msg,
  numberFormatter,
} from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { type LegendLayout, layoutLegend } from '../shared/legends.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import { estimateFigureWidth } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { PieForm } from './form.ts';
import { labelGap, labelHeight, labelSize, labelsInside, levelLength, placeLabels, type SliceLabel } from './labels.ts';
import type { Slice, Slices } from './slices.ts';

const dimmed = 0.32;
const percentIn = (locale: string) => (share: number) => formatNumber('.1%', share, locale);

export function toOptions(slices: Slices, context: DrawContext<PieForm>): EChartOptions {
  const { form, theme, width, height } = context;
  const model = withNamedRest(slices, context);
  const format = formatOf(model, context);
  const colors = model.slices.map((slice, index) =>
    slice.isRest ? theme.dataOther : context.colorOf(slice.name, index),
  );
  const entries = model.slices.map((slice, index) => ({ name: slice.name, color: colors[index] }));
  const legend = layoutLegend(entries, { form, theme, width, height });
  const labels = labelsOf(model, {
    type: form.label_type,
    format: sayOf(model, context, format),
    percent: percentIn(context.locale),
  });
  const box = boxOf(model, context, { space: legend.space, hasLegend: legend.option.show !== false, labels });
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
            length: box.lineLength,
            length2: levelLength,
            lineStyle: { color: theme.axis },
          },
          labelLayout: { hideOverlap: true },
          data: model.slices.map((slice, index) =>
            drawSlice(slice, { color: colors[index] ?? theme.dataOther, lines: box.labels[index] ?? [], context }),
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
    share: percentIn(context.locale)(most.share),
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
  return numberFormatter(
    saved ?? code,
    context.form.currency_format ?? context.currencies?.[model.metric] ?? null,
    context.locale,
  );
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly inner: number;
  readonly outer: number;
  /** How far from the circle the labels' lines end. */
  readonly lineLength: number;
  /** Of each slice; none where it has no label. */
  readonly labels: readonly (readonly string[])[];
}

interface BoxGiven {
  readonly space: LegendLayout['space'];
  readonly hasLegend: boolean;
  readonly labels: readonly SliceLabel[];
}

/** The circle: as large as the form's share of the free space, less where labels stand around it. */
function boxOf(model: Slices, context: DrawContext<PieForm>, { space, hasLegend, labels }: BoxGiven): Box {
  const { form, width, height } = context;
  const free = { width: width - space.left - space.right, height: height - space.top - space.bottom };
  const half = { width: free.width / 2, height: free.height / 2 };
  const share = form.outerRadius / 100;
  const isShown = showsLabels(form, width, height);
  // 70, the usual radius, fills the space; larger ones may run over it, as asked for.
  const full = Math.min(half.width, half.height) - (isShown && form.labels_outside ? 20 : 2);
  const asked = Math.max(8, Math.min((full * share) / 0.7, Math.min(half.width, half.height)));
  const labelled = labels.map((_label, index) => isShown && (model.slices[index]?.share ?? 0) >= thresholdOf(form));
  const shown = labels.filter((_label, index) => labelled[index]);
  const beside = form.labels_outside ? shown : [];
  const placed = placeLabels(beside, { asked, half, hasLegend });
  const outer = beside.length > 0 ? placed.outer : asked;
  const inner = form.donut ? Math.max(0, Math.min(outer - 4, (outer * form.innerRadius) / 100 / share)) : 0;
  const segments = model.slices
    .filter((_slice, index) => labelled[index])
    .map((slice) => ({ inner, outer, share: slice.share }));
  const lines = form.labels_outside ? placed.lines : labelsInside(shown, segments, hasLegend);
  return {
    x: space.left + half.width,
    y: space.top + half.height,
    inner,
    outer,
    lineLength: placed.lineLength,
    labels: labels.map((label) => lines[shown.indexOf(label)] ?? []),
  };
}

/** What each slice says, and where: slices stand clockwise from the top. */
function labelsOf(model: Slices, given: Omit<LabelGiven, 'hasShares'>): readonly SliceLabel[] {
  let before = 0;
  return model.slices.map((slice) => {
    const angle = 2 * Math.PI * (before + slice.share / 2);
    before += slice.share;
    return { ...labelParts(slice, { ...given, hasShares: model.hasShares }), angle };
  });
}

/** Beside its share a value need not tell slices apart. */
function sayOf(
  { slices, hasShares }: Slices,
  { form, locale }: DrawContext<PieForm>,
  format: (value: number | null) => string,
) {
  if (hasShares && form.label_type.includes('percent')) return format;
  return tellingLabels(
    slices.map(({ value }) => value),
    format,
    locale,
  );
}

const thresholdOf = (form: PieForm) => form.show_labels_threshold / 100;

const showsLabels = (form: PieForm, width: number, height: number) => form.show_labels && width >= 160 && height >= 100;

interface SliceGiven {
  readonly color: string;
  readonly lines: readonly string[];
  readonly context: DrawContext<PieForm>;
}

function drawSlice(slice: Slice, { color, lines, context }: SliceGiven): Record<string, unknown> {
  const { form, theme, selectedLabels } = context;
  const isOutside = form.labels_outside;
  const isShown = lines.length > 0;
  const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(slice.name);
  return {
    name: slice.name,
    value: slice.value,
    itemStyle: { color, opacity: isDimmed ? dimmed : 1 },
    label: {
      show: isShown,
      position: isOutside ? 'outside' : 'inside',
      distanceToLabelLine: labelGap,
      // The labels are cut to their room here; ECharts would keep ten more pixels free at the edge.
      bleedMargin: 0,
      formatter: () => lines.join('\n'),
      fontSize: labelSize,
      lineHeight: labelHeight,
      fontWeight: 500,
      color: isOutside ? theme.textSecondary : legibleTextOn(color),
    },
    labelLine: { show: isShown && isOutside && form.label_line },
  };
}

interface LabelGiven {
  readonly type: string;
  readonly format: (value: number | null) => string;
  readonly percent: (share: number) => string;
  readonly hasShares: boolean;
}

/** The parts of a label that its type asks for. What has no share says its value instead. */
export function labelParts(slice: Slice, { type, format, percent, hasShares }: LabelGiven): Omit<SliceLabel, 'angle'> {
  const asksPercent = type.includes('percent');
  const hasValue = type.includes('value') || (asksPercent && !hasShares);
  const hasPercent = asksPercent && hasShares;
  const figures = [hasValue ? format(slice.value) : '', hasPercent ? percent(slice.share) : ''].filter(Boolean);
  return { name: type.startsWith('key') ? slice.name : '', figures };
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

const shareFoot = (slice: Slice, { locale, translate = defaultTranslate }: DrawContext<PieForm>) => ({
  label: translate('Share', { context: 'part' }),
  value: percentIn(locale)(slice.share),
});

/** As large as the hole of the ring allows; the figure stands a little above its middle. */
const figureSize = (text: string, inner: number): number =>
  Math.min(16, Math.floor((16 * 1.8 * inner) / estimateFigureWidth(text, 16)));
const smallestFigure = 10;

/** What all rows come to; of averages and the like the figure of all rows, which is the sum of none. */
function totalMark(model: Slices, box: Box, { context, format }: TextGiven): Record<string, unknown> {
  const { theme } = context;
  const translate = context.translate ?? defaultTranslate;
  const label = model.isAdditive ? translate('Total') : translate('Overall');
  const text = format(model.total);
  const size = figureSize(text, box.inner);
  const isInside = box.inner > 28 && size >= smallestFigure;
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
              text,
              fontSize: size,
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
              text: `${label}: ${text}`,
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
