import { type DrawContext, defaultTranslate, msg, withAlpha } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { BulletForm } from './form.ts';
import { type BulletLayout, layoutBullet, type PlacedLabel } from './layout.ts';
import type { Measure } from './measure.ts';

interface Picture {
  readonly model: Measure;
  readonly context: DrawContext<BulletForm>;
  readonly layout: BulletLayout;
  readonly write: (value: number | null) => string;
  readonly color: string;
}

export function toOptions(model: Measure, context: DrawContext<BulletForm>): EChartOptions {
  const { theme, width, height } = context;
  const write = metricFormat(model.metric, context.form, context);
  const layout = layoutBullet({ model, width, height, write });
  const picture: Picture = { model, context, layout, write, color: context.colorOf(model.name, 0) };
  const isDrawn = model.value !== null;
  return {
    marks: model.ranges.length + model.markers.length + 1,
    statement: () => statementOf(picture),
    option: {
      ...baseOption(theme),
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(picture) },
      ...(isDrawn ? { graphic: textsOf(picture) } : {}),
      series: isDrawn ? [rangesOf(picture), measureOf(picture), markersOf(picture)] : [],
    },
  };
}

function custom(id: string, count: number, draw: (at: number) => Record<string, unknown>): Record<string, unknown> {
  return {
    id,
    type: 'custom',
    coordinateSystem: 'none',
    data: Array.from({ length: count }, (_, at) => ({ name: `${id} ${at}`, value: [at] })),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }) => draw(dataIndex),
  };
}

/** Greys from dark to light, as low ranges are worse; without ranges the scale itself. */
function rangesOf({ model, context, layout }: Picture): Record<string, unknown> {
  const { strip, xOf } = layout;
  const { theme } = context;
  const ranges = model.ranges.length > 0 ? model.ranges : [{ from: model.low, to: model.high, label: '' }];
  const [dark, light] = theme.isDark ? [0.34, 0.12] : [0.3, 0.08];
  return custom('ranges', ranges.length, (at) => {
    const { from, to } = ranges[at]!;
    const share = ranges.length === 1 ? 1 : at / (ranges.length - 1);
    const fill = withAlpha(theme.textTertiary, dark + (light - dark) * share);
    return {
      type: 'rect',
      shape: { x: xOf(from), y: strip.y, width: Math.max(0, xOf(to) - xOf(from)), height: strip.height },
      style: { fill },
    };
  });
}

/** The bar begins at zero, whatever the ranges do. */
function measureOf({ model, layout, color }: Picture): Record<string, unknown> {
  const { strip, xOf } = layout;
  const [from, to] = [xOf(Math.max(model.low, Math.min(model.high, 0))), xOf(model.value ?? 0)];
  const thick = strip.height * 0.36;
  return custom('measure', 1, () => ({
    type: 'rect',
    shape: {
      x: Math.min(from, to),
      y: strip.y + (strip.height - thick) / 2,
      width: Math.max(1, Math.abs(to - from)),
      height: thick,
    },
    style: { fill: color },
  }));
}

function markersOf({ model, context, layout }: Picture): Record<string, unknown> {
  const { strip, xOf } = layout;
  const { theme } = context;
  return custom('markers', model.markers.length, (at) => {
    const { value, isLine } = model.markers[at]!;
    const x = xOf(value);
    if (isLine) {
      const [y, height] = [strip.y + strip.height * 0.12, strip.height * 0.76];
      return { type: 'rect', shape: { x: x - 1, y, width: 2, height }, style: { fill: theme.text } };
    }
    const size = Math.max(4, Math.min(8, strip.height * 0.22));
    const points = [
      [x - size * 0.8, strip.y - 2],
      [x + size * 0.8, strip.y - 2],
      [x, strip.y + size * 1.2],
    ];
    return { type: 'polygon', shape: { points }, style: { fill: theme.text, stroke: theme.card, lineWidth: 1 } };
  });
}

function textsOf({ context, layout }: Picture): readonly Record<string, unknown>[] {
  const { theme } = context;
  const text = (label: PlacedLabel, style: Record<string, unknown>) => ({
    type: 'text',
    x: label.x,
    y: label.y,
    silent: true,
    z: 5,
    style: { text: label.text, align: label.align, verticalAlign: 'middle', fontFamily: theme.font, ...style },
  });
  const { name, value } = layout;
  return [
    ...(name ? [text(name, { fontSize: 13, fill: theme.textSecondary })] : []),
    ...(value ? [text(value, { fontSize: 13, fontWeight: 600, fill: theme.text })] : []),
    ...layout.ticks.map((label) => text(label, { fontSize: 11, fill: theme.label })),
    ...layout.ranges.map((label) => text(label, { fontSize: 11, fill: theme.textTertiary })),
    ...layout.markers.map((label) => text(label, { fontSize: 11, fill: theme.textSecondary })),
  ];
}

function tooltipOf({ model, context, write, color }: Picture) {
  const { theme, translate = defaultTranslate } = context;
  return (hit: unknown): string => {
    // ECharts passes the hit mark; its series and position say which it is.
    const { seriesId, dataIndex } = hit as { readonly seriesId?: string; readonly dataIndex: number };
    const own = { color, label: translate('Value'), value: write(model.value) };
    const range = seriesId === 'ranges' ? model.ranges[dataIndex] : undefined;
    const marker = seriesId === 'markers' ? model.markers[dataIndex] : undefined;
    const against = [
      ...(range
        ? [{ label: range.label || translate(msg('Range')), value: `${write(range.from)} – ${write(range.to)}` }]
        : []),
      ...(marker ? [{ label: marker.label || translate(msg('Marker')), value: write(marker.value) }] : []),
    ].map((row) => ({ ...row, color: marker ? theme.text : theme.textTertiary }));
    return tooltipHtml({ title: model.name, rows: [own, ...against] }, theme);
  };
}

function statementOf({ model, context, write }: Picture): string {
  const { value, markers, name } = model;
  if (value === null) return '';
  const { translate = defaultTranslate } = context;
  const range = model.ranges.find(({ to }) => value <= to)?.label;
  const reached = markers.filter((marker) => value >= marker.value).length;
  return [
    translate(msg('{{name}}: {{value}}.'), { name, value: write(value) }),
    ...(range ? [translate(msg('It lies in the range {{range}}.'), { range })] : []),
    ...(markers.length > 0
      ? [translate(msg('{{count}} of {{all}} markers are reached.'), { count: reached, all: markers.length })]
      : []),
  ].join(' ');
}
