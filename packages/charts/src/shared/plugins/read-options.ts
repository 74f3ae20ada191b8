import { isRecord } from '@powerset/chart-kit';
import type { EChartsCoreOption } from 'echarts/core';
import { parsePlain } from './plain-data.ts';

const bounds = { depth: 40, values: 2_000_000 };
const mostMarks = 1_000_000;
const longestStatement = 1000;

/** Parts of ECharts' options that draw. What writes into the page, loads files or holds other options is not among them. */
const drawingParts = new Set([
  ...[
    'title',
    'legend',
    'grid',
    'xAxis',
    'yAxis',
    'polar',
    'radiusAxis',
    'angleAxis',
    'radar',
    'dataZoom',
    'visualMap',
  ],
  ...['tooltip', 'axisPointer', 'brush', 'geo', 'parallel', 'parallelAxis', 'singleAxis', 'calendar', 'matrix'],
  ...[
    'dataset',
    'series',
    'aria',
    'color',
    'backgroundColor',
    'textStyle',
    'useUTC',
    'hoverLayerThreshold',
    'blendMode',
  ],
  ...['animation', 'animationThreshold', 'animationDuration', 'animationEasing', 'animationDelay', 'darkMode'],
  ...['animationDurationUpdate', 'animationEasingUpdate', 'animationDelayUpdate', 'stateAnimation'],
]);

/** Names under which an option leads elsewhere, or puts markup or styles into the page. */
const leadingNames = new Set([
  'link',
  'sublink',
  'target',
  'subtarget',
  'appendTo',
  'appendToBody',
  'extraCssText',
  'className',
  'renderMode',
]);

export interface PluginOptions {
  readonly option: EChartsCoreOption;
  readonly marks: number;
  readonly statement?: () => string;
}

/** ECharts' options that a plugin gave as JSON. They draw and nothing else: no markup, no addresses, no links. Throws where they are none. */
export function readOptions(picture: string): PluginOptions {
  const given = parsePlain(picture, bounds);
  if (!isRecord(given) || !isRecord(given.option))
    throw new Error(
      'Without a view, toOptions must answer { option, marks }: options of ECharts, as data that JSON can hold.',
    );
  const { option, marks, statement } = given;
  const parts = Object.entries(option).filter(([name]) => drawingParts.has(name));
  const safe = Object.fromEntries(parts.map(([name, part]) => [name, harmless(part)]));
  return {
    option: { ...safe, ...(safe.tooltip === undefined ? {} : { tooltip: drawnTooltips(safe.tooltip) }) },
    marks: Number.isFinite(marks) ? Math.min(Math.max(0, Number(marks)), mostMarks) : 0,
    ...(typeof statement === 'string' ? { statement: () => statement.slice(0, longestStatement) } : {}),
  };
}

function harmless(value: unknown): unknown {
  if (typeof value === 'string') return isForeignPicture(value) ? 'none' : value;
  if (Array.isArray(value)) return value.map(harmless);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name, part]) => !leadingNames.has(name) && !isForeignFill(name, part));
  return Object.fromEntries(kept.map(([name, part]) => [name, harmless(part)]));
}

/** Pictures are taken as symbols by their address. */
const isForeignPicture = (text: string): boolean => /^\s*image:\/\/(?!data:image\/)/i.test(text);

/** And as the fill of shapes and of texts' grounds. */
const isForeignFill = (name: string, part: unknown): boolean =>
  name === 'image' && !(typeof part === 'string' && /^data:image\//i.test(part));

/** Their texts are drawn as letters; as markup a text of the data could be any element of the page. */
function drawnTooltips(tooltip: unknown): unknown {
  const drawn = (one: unknown) => (isRecord(one) ? { ...one, renderMode: 'richText' } : one);
  return Array.isArray(tooltip) ? tooltip.map(drawn) : drawn(tooltip);
}
