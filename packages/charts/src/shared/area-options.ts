/**
 * AREAS OF A MAP IN COLOURS. In: the shapes of a map and what the rows say of them. Out: an ECharts option of custom series
 * over hidden axes, so that zoom and pan are those of axes, and a drawing without a browser is the same.
 */
import { type DrawContext, defaultTranslate, mixColors, msg } from '@powerset/chart-kit';
import { areaLegend, legendRoom } from './area-legend.ts';
import type { AreaModel, AreaValue } from './area-model.ts';
import type { AreaScale } from './area-scale.ts';
import { baseOption, type EChartOptions, tooltipBox } from './base-options.ts';
import { type CustomApi, drawnPath, frameMap, type MapBox, originOf } from './map-frame.ts';
import type { AreaShape } from './map-shapes.ts';
import { type TooltipRow, tooltipHtml } from './tooltip-html.ts';

export interface AreaBubbles {
  readonly color: string;
  /** Radius of the greatest, in pixels. */
  readonly largest: number;
  readonly format: (value: number | null) => string;
}

export interface AreaDrawing {
  readonly shapes: readonly AreaShape[];
  readonly box: MapBox;
  /** Of values; null where the colour says who the area is. */
  readonly scale: AreaScale | null;
  readonly colorOf: (area: AreaValue, index: number) => string | null;
  readonly nameOf: (shape: { readonly code: string; readonly name: string }) => string;
  readonly format: (value: number | null) => string;
  readonly bubbles: AreaBubbles | null;
}

const dimmed = 0.3;
/** Areas of fewer square pixels get a mark that can be seen and hit. */
const smallestArea = 14;
const markRadius = 3.5;

type Context = DrawContext<unknown>;

/** Of areas without a value. */
const blankColor = ({ theme }: Context) => mixColors(theme.card, theme.textTertiary, theme.isDark ? 0.2 : 0.13);

const controlsWidth = 28;

/** Whether there is room for buttons beside the map. */
export const hasControls = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width >= 220 && height >= 140;

interface DrawnArea {
  readonly shape: AreaShape;
  readonly value: AreaValue | undefined;
  readonly fill: string;
  readonly opacity: number;
}

export function toAreaOptions(model: AreaModel, drawing: AreaDrawing, context: Context): EChartOptions {
  const { theme, width, height } = context;
  const areas = drawnAreas(model, drawing, context);
  const room = legendRoom(drawing.scale, context);
  const right = hasControls(context) ? 4 + controlsWidth : 4;
  const frame = frameMap(drawing.box, { width, height, inset: { top: 4, right, bottom: 4 + room, left: 4 } });
  const bubbles = bubblesOf(areas, drawing, context);
  const tooltip = tooltipOf(areas, bubbles, { model, drawing, context });
  return {
    marks: areas.length + bubbles.length,
    statement: () => statementOf(model, drawing, context),
    option: {
      ...baseOption(theme),
      ...frame.option,
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltip },
      graphic: areaLegend(model.metric, { scale: drawing.scale, format: drawing.format, context }),
      series: [
        {
          ...customSeries('areas'),
          data: areas.map(({ shape }) => ({ code: shape.code, value: shape.center })),
          renderItem: ({ dataIndex }: RenderParams, api: CustomApi) => drawArea(areas[dataIndex]!, api, context),
        },
        ...(bubbles.length > 0
          ? [
              {
                ...customSeries('bubbles'),
                z: 3,
                data: bubbles.map(({ area }) => ({ code: area.shape.code, value: area.shape.center })),
                renderItem: ({ dataIndex }: RenderParams, api: CustomApi) =>
                  drawBubble(bubbles[dataIndex]!, api, context),
              },
            ]
          : []),
      ],
    },
  };
}

interface RenderParams {
  readonly dataIndex: number;
}

const customSeries = (id: string) => ({
  id,
  type: 'custom',
  coordinateSystem: 'cartesian2d',
  clip: true,
  animation: false,
});

/** The areas in the order of the option's data; those without a value lie under the others. */
function drawnAreas(model: AreaModel, drawing: AreaDrawing, context: Context): readonly DrawnArea[] {
  const byCode = new Map(model.areas.map((area, index) => [area.code, { area, index }]));
  const { selectedLabels } = context;
  const areas = drawing.shapes.map((shape) => {
    const found = byCode.get(shape.code);
    const fill = found ? drawing.colorOf(found.area, found.index) : null;
    const isDimmed = found && selectedLabels.length > 0 && !selectedLabels.includes(found.area.label);
    return { shape, value: found?.area, fill: fill ?? blankColor(context), opacity: isDimmed ? dimmed : 1 };
  });
  return [...areas.filter(({ value }) => !value), ...areas.filter(({ value }) => value)];
}

function drawArea({ shape, value, fill, opacity }: DrawnArea, api: CustomApi, { theme }: Context) {
  const at = originOf(api);
  const line = { stroke: theme.card, lineWidth: 0.5 };
  const emphasis = { style: value ? { stroke: theme.text, lineWidth: 1.25 } : {} };
  const path = { ...drawnPath(shape.path, { fill, opacity, ...line }, at), emphasis };
  if (!value || shape.size * at.scale ** 2 >= smallestArea) return path;
  const [cx = 0, cy = 0] = api.coord(shape.center);
  const mark = {
    type: 'circle',
    shape: { cx, cy, r: markRadius },
    style: { fill, opacity, stroke: mixColors(theme.card, theme.text, 0.35), lineWidth: 0.75 },
    emphasis,
  };
  return { type: 'group', children: shape.path ? [path, mark] : [mark] };
}

interface Bubble {
  readonly area: DrawnArea;
  readonly size: number;
  readonly radius: number;
  readonly color: string;
}

/** By area, the greatest first, so that small ones lie on top; nothing of zero or less has one. */
function bubblesOf(
  areas: readonly DrawnArea[],
  { bubbles }: AreaDrawing,
  { width, height }: Context,
): readonly Bubble[] {
  if (!bubbles) return [];
  const sized = areas.flatMap((area) => {
    const size = area.value?.size ?? 0;
    return size > 0 ? [{ area, size }] : [];
  });
  const greatest = sized.reduce((most, { size }) => Math.max(most, size), 0);
  const largest = Math.min(bubbles.largest, Math.max(2, Math.min(width, height) / 6));
  return sized
    .map((entry) => ({ ...entry, radius: largest * Math.sqrt(entry.size / greatest), color: bubbles.color }))
    .sort((one, other) => other.size - one.size);
}

function drawBubble({ area, radius, color }: Bubble, api: CustomApi, { theme }: Context) {
  const [cx = 0, cy = 0] = api.coord(area.shape.center);
  const style = { fill: color, opacity: 0.72 * area.opacity, stroke: theme.card, lineWidth: 1 };
  return { type: 'circle', shape: { cx, cy, r: Math.max(1, radius) }, style };
}

interface TooltipGiven {
  readonly model: AreaModel;
  readonly drawing: AreaDrawing;
  readonly context: Context;
}

function tooltipOf(areas: readonly DrawnArea[], bubbles: readonly Bubble[], given: TooltipGiven) {
  return (hit: unknown) => {
    // ECharts passes the hit mark; only its series and position are used.
    const { seriesId, dataIndex } = hit as { readonly seriesId?: string; readonly dataIndex: number };
    const valued = seriesId === undefined ? areas.filter(({ value }) => value) : areas;
    const area = seriesId === 'bubbles' ? bubbles[dataIndex]?.area : valued[dataIndex];
    return area ? areaTooltip(area, given) : '';
  };
}

function areaTooltip({ shape, value, fill }: DrawnArea, { model, drawing, context }: TooltipGiven): string {
  const { theme, translate = defaultTranslate } = context;
  const { bubbles } = drawing;
  const rows: TooltipRow[] = value ? [{ color: fill, label: model.metric, value: drawing.format(value.value) }] : [];
  if (value && model.sizeMetric !== null && bubbles)
    rows.push({ color: bubbles.color, label: model.sizeMetric, value: bubbles.format(value.size) });
  const more = value ? {} : { more: translate(msg('No data')) };
  return tooltipHtml({ title: drawing.nameOf(shape), rows, ...more }, theme);
}

function statementOf(model: AreaModel, { format, nameOf }: AreaDrawing, context: Context): string {
  const { translate = defaultTranslate } = context;
  const measured = model.areas.filter(({ value }) => value !== null);
  if (measured.length === 0) return '';
  const top = measured.reduce((one, other) => ((other.value ?? 0) > (one.value ?? 0) ? other : one));
  return translate(msg('{{metric}}: {{name}} is the largest of {{count}} with {{value}}.'), {
    metric: model.metric,
    name: nameOf(top),
    count: measured.length,
    value: format(top.value),
  });
}
