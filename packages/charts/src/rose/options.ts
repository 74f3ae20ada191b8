import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { type LegendLayout, layoutLegend } from '../shared/legends.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { strengthOf } from '../shared/single-pick.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { RoseForm } from './form.ts';
import { type Circle, layoutCircle, rimSize } from './layout.ts';
import { labelOfMark } from './marks.ts';
import type { Sectors } from './sectors.ts';

type Write = (value: number | null) => string;

interface Picture {
  readonly model: Sectors;
  readonly context: DrawContext<RoseForm>;
  readonly circle: Circle;
  readonly colors: readonly string[];
  readonly write: Write;
}

const noteHeight = 16;

export function toOptions(model: Sectors, context: DrawContext<RoseForm>): EChartOptions {
  const { form, theme, width, height } = context;
  const colors = model.layers.map(({ colorLabel }, at) => context.colorOf(colorLabel, at));
  const legend = legendOf(model, context, colors);
  const { space } = legend;
  const isAreaTrue = form.rose_area_proportion;
  const hasNote = !isAreaTrue && width >= 200 && height >= 150;
  const box = {
    x: space.left,
    y: space.top,
    width: width - space.left - space.right,
    height: height - space.top - space.bottom - (hasNote ? noteHeight : 0),
  };
  const circle = layoutCircle({ model, box, isAreaTrue });
  const picture: Picture = { model, context, circle, colors, write: writerOf(model, context) };
  return {
    marks: model.sectors.length * model.layers.length,
    statement: () => statementOf(picture),
    option: {
      ...baseOption(theme),
      legend: legend.option,
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(picture) },
      graphic: [...ringsOf(picture), ...namesOf(picture), ...(hasNote ? [lengthNote(context)] : [])],
      series: [
        ...model.layers.map((_, at) => layerOf(at, picture)),
        ...model.earlier.map((_, at) => earlierOf(at, picture)),
      ],
    },
  };
}

/** Its entries cannot be switched off: sectors would stand on nothing. */
function legendOf(model: Sectors, context: DrawContext<RoseForm>, colors: readonly string[]): LegendLayout {
  const { theme } = context;
  const entries = [
    ...model.layers.map(({ name }, at) => ({ name, color: colors[at] ?? theme.dataOther })),
    ...model.earlier.map((name) => ({ name, color: theme.text })),
  ];
  const form = { show_legend: true, legendType: 'scroll', legendOrientation: 'top', legendMargin: null } as const;
  const { option, space } = layoutLegend(entries, { ...context, form });
  return { option: { ...option, selectedMode: false }, space };
}

function writerOf(model: Sectors, context: DrawContext<RoseForm>): Write {
  const { form } = context;
  const isShare = form.contribution || form.comparison_type === 'percentage';
  const code = isShare && form.number_format === 'SMART_NUMBER' ? '.1%' : form.number_format;
  return metricFormat(model.layers[0]?.metric ?? '', { ...form, number_format: code }, context);
}

function layerOf(layer: number, { model, context, circle, colors }: Picture): Record<string, unknown> {
  const { theme, selectedLabels } = context;
  const color = colors[layer] ?? theme.dataOther;
  return {
    id: `layer:${layer}`,
    name: model.layers[layer]?.name,
    type: 'custom',
    coordinateSystem: 'none',
    itemStyle: { color },
    data: model.sectors.map(({ name, values }, at) => ({ name, value: [values[layer] ?? 0], layer, at })),
    renderItem: ({ dataIndex: at }: { readonly dataIndex: number }) => {
      const sector = model.sectors[at];
      const value = sector?.values[layer] ?? 0;
      if (!sector || value <= 0) return null;
      const below = sector.values.slice(0, layer).reduce<number>((sum, one) => sum + Math.max(0, one ?? 0), 0);
      const [startAngle, endAngle] = circle.anglesOf(at);
      return {
        type: 'sector',
        shape: {
          ...{ cx: circle.x, cy: circle.y, startAngle, endAngle },
          r0: circle.radiusOf(below),
          r: circle.radiusOf(below + value),
        },
        style: {
          fill: color,
          stroke: theme.card,
          lineWidth: model.sectors.length > 40 ? 0.5 : 1,
          opacity: strengthOf(labelOfMark(model, layer, at), selectedLabels),
        },
      };
    },
  };
}

/** What all layers came to before, as a line across each sector. */
function earlierOf(period: number, { model, context, circle }: Picture): Record<string, unknown> {
  const { theme } = context;
  return {
    id: `earlier:${period}`,
    name: model.earlier[period],
    type: 'custom',
    coordinateSystem: 'none',
    itemStyle: { color: theme.text },
    z: 4,
    silent: true,
    data: model.sectors.map(({ name, earlier }) => ({ name, value: [earlier[period] ?? 0] })),
    renderItem: ({ dataIndex: at }: { readonly dataIndex: number }) => {
      const value = model.sectors[at]?.earlier[period] ?? null;
      if (value === null) return null;
      const [startAngle, endAngle] = circle.anglesOf(at);
      return {
        type: 'arc',
        shape: { cx: circle.x, cy: circle.y, r: circle.radiusOf(value), startAngle, endAngle },
        style: { stroke: theme.text, lineWidth: 1.5, fill: null, lineDash: period === 0 ? null : [4, 2 + period] },
      };
    },
  };
}

/** Circles of round values: what lies between them can be read without pointing. */
function ringsOf({ context, circle, write }: Picture): readonly Record<string, unknown>[] {
  const { theme } = context;
  return circle.rings.flatMap((value) => {
    const r = circle.radiusOf(value);
    return [
      {
        type: 'circle',
        z: -1,
        silent: true,
        shape: { cx: circle.x, cy: circle.y, r },
        style: { stroke: theme.grid, fill: 'transparent', lineWidth: 1 },
      },
      {
        type: 'text',
        z: 6,
        silent: true,
        x: circle.x,
        y: circle.y - r,
        style: {
          text: write(value),
          ...{ align: 'center', verticalAlign: 'middle', fontSize: 10, fontFamily: theme.font, fill: theme.text },
          ...{ stroke: theme.card, lineWidth: 3 },
        },
      },
    ];
  });
}

const namesOf = ({ context, circle }: Picture): readonly Record<string, unknown>[] =>
  circle.names.map(({ text, x, y, align }) => ({
    type: 'text',
    silent: true,
    x,
    y,
    style: {
      ...{ text, align, verticalAlign: 'middle', fontSize: rimSize },
      ...{ fontFamily: context.theme.font, fill: context.theme.label },
    },
  }));

function lengthNote({ theme, height, translate = defaultTranslate }: DrawContext<RoseForm>): Record<string, unknown> {
  return {
    type: 'text',
    silent: true,
    x: 2,
    y: height - 2,
    style: {
      text: translate(msg('Lengths show the values, not areas.')),
      ...{ verticalAlign: 'bottom', fontSize: 11, fontFamily: theme.font, fill: theme.textTertiary },
    },
  };
}

const mostTold = 14;

function tooltipOf({ model, context, colors, write }: Picture) {
  const { form, theme, translate = defaultTranslate } = context;
  return (hit: unknown): string => {
    // ECharts passes the hit item; its layer and position are those of the option's data.
    const { dataIndex, data } = hit as { readonly dataIndex: number; readonly data?: { readonly layer?: number } };
    const sector = model.sectors[dataIndex];
    if (!sector) return '';
    const hitLayer = data?.layer ?? 0;
    const all = model.layers
      .map(({ name }, at) => ({ color: colors[at] ?? '', label: name, at, value: sector.values[at] ?? null }))
      .filter(({ value, at }) => value !== null && (form.rich_tooltip || at === hitLayer))
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    const rows = all.slice(0, mostTold).map((row) => ({ ...row, value: write(row.value) }));
    const earlier = model.earlier.flatMap((label, at) =>
      form.rich_tooltip && sector.earlier[at] !== null
        ? [{ color: theme.text, label, value: write(sector.earlier[at] ?? null) }]
        : [],
    );
    const left = all.length - rows.length;
    return tooltipHtml(
      {
        title: sector.name,
        rows: [...rows, ...earlier],
        ...(left > 0 ? { more: translate(msg('{{count}} more'), { count: left }) } : {}),
        ...(all.length > 1 ? { foot: { label: translate('Total'), value: write(sector.total) } } : {}),
      },
      theme,
    );
  };
}

function statementOf({ model, context, write }: Picture): string {
  const [first, ...others] = model.sectors;
  if (!first) return '';
  const { translate = defaultTranslate } = context;
  const most = others.reduce((best, sector) => (sector.total > best.total ? sector : best), first);
  const values = { label: most.name, count: model.sectors.length, value: write(most.total) };
  return translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
}
