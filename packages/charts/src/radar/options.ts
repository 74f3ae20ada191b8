import { type DrawContext, defaultTranslate, msg, withAlpha } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { orderLegend } from '../shared/legend-order.ts';
import { type LegendLayout, layoutLegend } from '../shared/legends.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { strengthOf } from '../shared/single-pick.ts';
import { fitNames } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { RadarForm } from './form.ts';
import type { Profile, Profiles, Spoke } from './profiles.ts';

type Write = (value: number | null) => string;

interface Picture {
  readonly model: Profiles;
  readonly context: DrawContext<RadarForm>;
  readonly colors: readonly string[];
  /** How each spoke writes its values. */
  readonly writers: readonly Write[];
}

export function toOptions(model: Profiles, context: DrawContext<RadarForm>): EChartOptions {
  const { form, theme } = context;
  const colors = model.profiles.map(({ name }, at) => context.colorOf(name, at));
  const writers = model.spokes.map(({ metric }) => metricFormat(metric, context.form, context));
  const picture: Picture = { model, context, colors, writers };
  const entries = model.profiles.map(({ name }, at) => ({ name, color: colors[at] ?? theme.dataOther }));
  const legend = layoutLegend(orderLegend(entries, form.legendSort), { ...context });
  const circle = circleOf(context, legend.space, model.spokes.length);
  return {
    marks: model.profiles.length * model.spokes.length,
    statement: () => statementOf(picture),
    option: {
      ...baseOption(theme),
      color: colors,
      legend: legend.option,
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(picture) },
      // A radar without spokes cannot be drawn.
      ...(model.spokes.length > 0 ? { radar: axesOf(picture, circle), series: [profilesOf(picture, circle)] } : {}),
      ...(model.hasOwnScales && circle.hasRanges ? { graphic: [scaleNote(context, legend.space)] } : {}),
    },
  };
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** The room of each spoke's name. */
  readonly rooms: readonly number[];
  readonly hasNames: boolean;
  readonly hasRanges: boolean;
  /** Whether the range of a spoke stands behind its name, as it does where the picture is low. */
  readonly isInline: (at: number) => boolean;
}

const noteHeight = 16;
const nameGap = 8;
const roomyHeight = 280;
/** Spokes that go nearly straight up or down. */
const steep = 0.2;

/** The circle with room for the names around it. */
function circleOf({ width, height }: DrawContext<RadarForm>, space: LegendLayout['space'], count: number): Circle {
  const box = { width: width - space.left - space.right, height: height - space.top - space.bottom };
  const hasNames = box.width >= 120 && box.height >= 90;
  const hasRanges = box.width >= 240 && box.height >= 190;
  const free = box.height - (hasRanges ? noteHeight : 0);
  const isLow = free < roomyHeight;
  const block = (hasNames ? 15 : 0) + (hasRanges ? 13 : 0);
  // In little room the range of a spoke at the top or at the bottom stands behind its name.
  const atPole = hasNames ? (isLow ? 15 : block) + nameGap : 3;
  const isOdd = count % 2 === 1;
  // Names beside a spoke begin at its end.
  const atFoot = isOdd && hasNames ? block - 6 : atPole;
  // An odd number of spokes leaves room below the middle.
  const below = isOdd ? Math.cos(Math.PI / count) : 1;
  const radius = Math.max(
    6,
    Math.min((free - atPole - atFoot) / (1 + below), box.width / 2 - (hasNames ? Math.min(70, box.width * 0.2) : 2)),
  );
  const acrossOf = (at: number) => Math.abs(Math.sin((2 * Math.PI * at) / count));
  const rooms = Array.from({ length: count }, (_, at) => {
    const across = acrossOf(at);
    return across < steep ? box.width * 0.6 : box.width / 2 - radius * across - 10;
  });
  return {
    x: space.left + box.width / 2,
    y: space.top + atPole + radius + Math.max(0, free - atPole - atFoot - radius * (1 + below)) / 2,
    radius,
    rooms,
    hasNames,
    hasRanges,
    isInline: (at) => isLow && acrossOf(at) < steep,
  };
}

/** Braces would be read as the marks of rich text. */
const asPlain = (text: string) => text.replaceAll('{', '(').replaceAll('}', ')');

function axesOf({ model, context, writers }: Picture, circle: Circle): Record<string, unknown> {
  const { form, theme } = context;
  const names = fitNames(
    model.spokes.map(({ name }) => name),
    circle.rooms,
    12,
  );
  const rangeOf = ({ low, high }: Spoke, at: number) => `${writers[at]?.(low)} – ${writers[at]?.(high)}`;
  return {
    center: [circle.x, circle.y],
    radius: circle.radius,
    shape: form.is_circle ? 'circle' : 'polygon',
    splitNumber: 4,
    indicator: model.spokes.map((spoke, at) => ({ name: String(at), min: spoke.low, max: spoke.high })),
    axisNameGap: nameGap,
    axisName: {
      show: circle.hasNames,
      formatter: (index: string) => {
        const at = Number(index);
        const spoke = model.spokes[at];
        const name = `{name|${asPlain(names[at] ?? '')}}`;
        const gap = circle.isInline(at) ? '{gap|}' : '\n';
        return spoke && circle.hasRanges ? `${name}${gap}{range|${asPlain(rangeOf(spoke, at))}}` : name;
      },
      rich: {
        name: { color: theme.textSecondary, fontSize: 12, fontFamily: theme.font, lineHeight: 15 },
        gap: { width: 6 },
        range: { color: theme.label, fontSize: 10, fontFamily: theme.font, lineHeight: 13 },
      },
    },
    axisLine: { lineStyle: { color: theme.axis } },
    splitLine: { lineStyle: { color: theme.grid } },
    splitArea: { show: false },
  };
}

function profilesOf(picture: Picture, circle: Circle): Record<string, unknown> {
  const { model, context } = picture;
  const { form, theme } = context;
  const showsLabels = form.show_labels && circle.radius >= 80;
  return {
    id: 'profiles',
    type: 'radar',
    symbol: 'circle',
    symbolSize: circle.radius >= 60 ? 5 : 3,
    labelLayout: { hideOverlap: true },
    emphasis: { focus: 'self' },
    label: { show: showsLabels, position: form.label_position, fontSize: 11, color: theme.textSecondary },
    data: model.profiles.map((profile, at) => drawProfile(profile, at, picture)),
  };
}

/** Areas of a few groups can lie over each other. */
const mostAreas = 4;

function drawProfile(
  profile: Profile,
  at: number,
  { model, context, colors, writers }: Picture,
): Record<string, unknown> {
  const color = colors[at] ?? context.theme.dataOther;
  const opacity = strengthOf(profile.name, context.selectedLabels);
  const hasArea = model.profiles.length <= mostAreas;
  const isNamed = context.form.label_type === 'key_value';
  return {
    name: profile.name,
    value: profile.values.map((value, spoke) => withinSpoke(value, model.spokes[spoke])),
    itemStyle: { color, opacity },
    lineStyle: { color, width: 1.5, opacity },
    areaStyle: { color: withAlpha(color, hasArea ? 0.12 : 0), opacity },
    label: {
      formatter: ({ dimensionIndex: spoke = 0 }: { readonly dimensionIndex?: number }) => {
        const text = writers[spoke]?.(profile.values[spoke] ?? null) ?? '';
        return isNamed && text !== '' ? `${model.spokes[spoke]?.name}: ${text}` : text;
      },
    },
  };
}

/** ECharts would draw what lies beyond the rim over the names. */
function withinSpoke(value: number | null, spoke: Spoke | undefined): number | '-' {
  if (value === null || !spoke) return '-';
  return Math.max(spoke.low, Math.min(spoke.high, value));
}

function scaleNote(
  { theme, height, translate = defaultTranslate }: DrawContext<RadarForm>,
  space: LegendLayout['space'],
) {
  return {
    type: 'text',
    x: space.left + 2,
    y: height - space.bottom - noteHeight + 2,
    silent: true,
    style: {
      text: translate(msg('Each axis has a scale of its own.')),
      fontSize: 11,
      fontFamily: theme.font,
      fill: theme.textTertiary,
    },
  };
}

function tooltipOf({ model, context, colors, writers }: Picture) {
  return (hit: unknown): string => {
    // ECharts passes the hit group; only its position is used.
    const { dataIndex } = hit as { readonly dataIndex: number };
    const profile = model.profiles[dataIndex];
    if (!profile) return '';
    const color = colors[dataIndex] ?? context.theme.dataOther;
    const rows = model.spokes.map(({ name }, at) => ({
      color,
      label: name,
      value: writers[at]?.(profile.values[at] ?? null) || '–',
    }));
    return tooltipHtml({ title: profile.name, rows }, context.theme);
  };
}

/** Which group is largest in most metrics. */
function statementOf({ model, context }: Picture): string {
  const { profiles, spokes } = model;
  const { translate = defaultTranslate } = context;
  const leadsOf = profiles.map(
    (profile) =>
      spokes.filter((_, at) =>
        profiles.every(
          ({ values }) => (values[at] ?? Number.NEGATIVE_INFINITY) <= (profile.values[at] ?? Number.NEGATIVE_INFINITY),
        ),
      ).length,
  );
  const best = leadsOf.indexOf(Math.max(...leadsOf));
  const values = { groups: profiles.length, metrics: spokes.length, label: profiles[best]?.name, count: leadsOf[best] };
  if (profiles.length < 2) return translate(msg('The profile of {{label}} over {{metrics}} metrics.'), values);
  return translate(msg('{{label}} is the largest of {{groups}} in {{count}} of {{metrics}} metrics.'), values);
}
