import {
  type DrawContext,
  defaultTranslate,
  formatNumber,
  formatTime,
  formatTimeTitle,
  msg,
  numberFormatter,
  unitOfGrain,
} from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { estimateTextWidth, fitNames } from '../shared/text-widths.ts';
import { timeTicks } from '../shared/time-ticks.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { keyOfBands } from './band-key.ts';
import { bandCount, bandsOf } from './bands.ts';
import type { HorizonForm } from './form.ts';
import type { Strip, Strips } from './strips.ts';

type Context = DrawContext<HorizonForm>;

export interface HorizonOptions extends EChartOptions {
  /** The strips that have room. */
  readonly shown: readonly Strip[];
}

interface Layout {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly stripHeight: number;
  readonly shown: readonly Strip[];
  readonly hasNames: boolean;
  readonly isBeside: boolean;
}

const leastHeight = 6;
const stripGap = 1;

export function toOptions(model: Strips, context: Context): HorizonOptions {
  const { theme, width, height } = context;
  const layout = layoutOf(model, context);
  const [min, max] = spanOf(model.times);
  return {
    marks: layout.shown.length * model.times.length,
    shown: layout.shown,
    statement: () => statementOf(model, context),
    option: {
      ...baseOption(theme),
      grid: {
        left: layout.left,
        right: layout.right,
        top: 4,
        bottom: Math.max(0, height - 4 - (stripGap + layout.stripHeight) * layout.shown.length),
        outerBoundsMode: 'none',
      },
      xAxis: timeAxis([min, max], layout, context),
      yAxis: { type: 'value', min: 0, max: 1, show: false },
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'axis',
        axisPointer: { type: 'line', lineStyle: { color: theme.pointer, width: 1 }, label: { show: false } },
        formatter: tooltipOf(model, layout, context),
      },
      graphic: wordsOf(model, layout, context),
      series: [
        // Nobody sees it: it says which moment is under the pointer.
        {
          id: 'times',
          type: 'line',
          silent: true,
          symbol: 'none',
          lineStyle: { opacity: 0 },
          data: model.times.map((ms) => [ms, 0]),
        },
        {
          id: 'strips',
          type: 'custom',
          coordinateSystem: 'none',
          tooltip: { show: false },
          data: layout.shown.map((_, at) => [at]),
          renderItem: stripPainter(model, { layout, span: [min, max], width }, context),
        },
      ],
    },
  };
}

function spanOf(times: readonly number[]): readonly [number, number] {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return first === last ? [first - 1, first + 1] : [first, last];
}

/** Strips as high as asked, lower where not all fit; below a few pixels the last are left out. */
function layoutOf({ strips }: Strips, { form, width, height }: Context): Layout {
  const bottom = height >= 80 ? 24 : 2;
  const asked = Math.min(400, Math.max(leastHeight, Number(form.series_height ?? 25) || 25));
  const free = Math.max(leastHeight, height - bottom - 6);
  const each = Math.floor(free / Math.max(1, strips.length)) - stripGap;
  const stripHeight = Math.max(leastHeight, Math.min(asked, each));
  const room = Math.max(1, Math.floor((free - (each < leastHeight ? 14 : 0)) / (stripHeight + stripGap)));
  const shown = strips.slice(0, room);
  const widest = shown.reduce((most, { name }) => Math.max(most, estimateTextWidth(name, 11)), 0);
  const isBeside = width >= 320 && stripHeight >= 11;
  const left = isBeside ? Math.min(widest + 12, width * 0.28) : 2;
  return { left, right: 10, bottom, stripHeight, shown, hasNames: stripHeight >= 11 && width >= 120, isBeside };
}

function timeAxis(
  [min, max]: readonly [number, number],
  layout: Layout,
  { theme, width, height, form, locale }: Context,
) {
  const length = Math.max(40, width - layout.left - layout.right);
  const ticks = timeTicks({ min, max, width: length, grain: unitOfGrain(form.time_grain_sqla), locale });
  const isMoment = max - min <= 2;
  const labels = new Map(ticks.labels.map((tick) => [tick.ms, tick]));
  const textOf = (ms: number) => {
    if (isMoment) return formatTime('smart_date', min + 1, { locale });
    const tick = labels.get(ms);
    return tick ? `{${tick.isStrong ? 'strong' : 'plain'}|${tick.text}}` : '';
  };
  const shown = isMoment ? [min + 1] : [...labels.keys()];
  return {
    type: 'value',
    min,
    max,
    axisLine: { show: true, lineStyle: { color: theme.axis } },
    axisTick: { show: height >= 80, length: 4, lineStyle: { color: theme.axis }, customValues: shown },
    splitLine: { show: false },
    axisLabel: {
      show: height >= 80 && width >= 120,
      fontSize: 11,
      color: theme.textSecondary,
      rich: {
        strong: { color: theme.text, fontSize: 11, fontWeight: 600 },
        plain: { color: theme.textSecondary, fontSize: 11, fontWeight: 500 },
      },
      customValues: shown,
      alignMinLabel: 'left',
      alignMaxLabel: 'right',
      formatter: textOf,
    },
  };
}

interface PainterGiven {
  readonly layout: Layout;
  readonly span: readonly [number, number];
  readonly width: number;
}

const dimmed = 0.2;

function stripPainter({ times }: Strips, { layout, span: [min, max], width }: PainterGiven, context: Context) {
  const { theme, selectedLabels } = context;
  const length = Math.max(1, width - layout.left - layout.right);
  const xs = times.map((ms) => layout.left + ((ms - min) / (max - min)) * length);
  const [above, below] = bandColors(context);
  return ({ dataIndex }: { readonly dataIndex: number }) => {
    const strip = layout.shown[dataIndex];
    if (!strip) return null;
    const top = 4 + dataIndex * (layout.stripHeight + stripGap);
    const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(strip.name);
    const bands = bandsOf(strip, { top, height: layout.stripHeight, xs });
    return {
      type: 'group',
      children: [
        {
          type: 'rect',
          shape: { x: layout.left, y: top, width: length, height: layout.stripHeight },
          style: { fill: theme.band },
        },
        ...bands.map(({ points, level, isBelow }) => ({
          type: 'polygon',
          shape: { points },
          style: { fill: (isBelow ? below : above)[level], opacity: isDimmed ? dimmed : 1 },
        })),
      ],
    };
  };
}

/** From faint to strong, on either side of the baseline. */
function bandColors({ theme }: Context): readonly [readonly string[], readonly string[]] {
  const { diverging } = theme;
  const middle = Math.floor(diverging.length / 2);
  const pick = (side: -1 | 1) =>
    Array.from({ length: bandCount }, (_, at) => diverging[middle + side * (at + 1)] ?? theme.accent);
  return [pick(1), pick(-1)];
}

/** Names beside their strips, or in them where the picture is narrow; and how many have no room. */
function wordsOf(model: Strips, layout: Layout, context: Context) {
  const { strips } = model;
  const { theme, translate = defaultTranslate } = context;
  const room = layout.isBeside ? layout.left - 8 : Math.max(20, context.width * 0.5);
  const texts = fitNames(
    layout.shown.map(({ name }) => name),
    layout.shown.map(() => room),
    11,
  );
  const words = layout.hasNames
    ? texts.map((text, at) => ({
        type: 'text',
        silent: true,
        z: 5,
        x: layout.isBeside ? layout.left - 6 : 6,
        y: 4 + at * (layout.stripHeight + stripGap) + layout.stripHeight / 2,
        style: {
          text,
          align: layout.isBeside ? 'right' : 'left',
          verticalAlign: 'middle',
          fill: layout.isBeside ? theme.textSecondary : theme.text,
          ...(layout.isBeside ? {} : { stroke: theme.card, lineWidth: 3 }),
          fontSize: 11,
          fontWeight: 500,
          fontFamily: theme.font,
        },
      }))
    : [];
  const left = strips.length - layout.shown.length;
  if (left === 0) return [...words, ...bandKey(model, layout, context)];
  const text = translate(msg('{{count}} more series have no room here.'), { count: left });
  const style = { text, fill: theme.textTertiary, fontSize: 11, fontFamily: theme.font };
  return [...words, { type: 'text', silent: true, x: 4, y: context.height - 12, style }];
}

/** What the bands stand for, below the axis where there is room. */
function bandKey(model: Strips, { shown, stripHeight, bottom, left }: Layout, context: Context) {
  const { theme, width, height, form, translate = defaultTranslate } = context;
  const y = 4 + shown.length * (stripHeight + stripGap) + bottom + 12;
  const [first] = shown;
  if (!first || y + 8 > height || width < 240) return [];
  const isShared = form.horizon_color_scale !== 'series' || shown.length === 1;
  const own = translate(msg('Each series has a scale of its own, from zero to its farthest value.'));
  return keyOfBands({
    ...{ x: left, y, theme },
    colors: bandColors(context),
    hasBelow: shown.some(({ values, baseline }) => values.some((value) => value !== null && value < baseline)),
    ends: isShared ? [-first.reach, first.reach].map((end) => formatOf(first, model, context)(end)) : null,
    words: isShared ? '' : own,
  });
}

const mostRows = 14;

function tooltipOf(model: Strips, { shown }: Layout, context: Context): (hits: unknown) => string {
  return (hits) => {
    // The unseen series says which moment it is.
    const [hit] = [hits].flat() as readonly { readonly dataIndex: number }[];
    const at = hit?.dataIndex ?? 0;
    const { theme, translate = defaultTranslate, locale, form } = context;
    const [above, below] = bandColors(context);
    const rows = shown.flatMap((strip) => {
      const value = strip.values[at] ?? null;
      if (value === null) return [];
      const side = value < strip.baseline ? below : above;
      const share = strip.reach === 0 ? 0 : Math.abs(value - strip.baseline) / strip.reach;
      const color = side[Math.min(bandCount - 1, Math.floor(share * bandCount))] ?? theme.accent;
      return [{ color, label: strip.name, value: formatOf(strip, model, context)(value) }];
    });
    const more = rows.length - mostRows;
    return tooltipHtml(
      {
        title: formatTimeTitle(model.times[at] ?? 0, form.time_grain_sqla, { locale, translate }),
        rows: rows.slice(0, mostRows),
        ...(more > 0 ? { more: translate(msg('{{count}} more'), { count: more }) } : {}),
      },
      theme,
    );
  };
}

function formatOf({ metric }: Strip, { isShare }: Strips, { columnFormats, currencies, locale }: Context) {
  if (isShare) return (value: number | null) => formatNumber('.1%', value, locale);
  return numberFormatter(columnFormats[metric] ?? 'SMART_NUMBER', currencies?.[metric] ?? null, locale);
}

function statementOf(model: Strips, context: Context): string {
  const { translate = defaultTranslate, locale, form } = context;
  let most: { readonly strip: Strip; readonly at: number; readonly value: number } | null = null;
  for (const strip of model.strips)
    strip.values.forEach((value, at) => {
      if (value !== null && (most === null || value > most.value)) most = { strip, at, value };
    });
  if (most === null) return '';
  const { strip, at, value } = most as { readonly strip: Strip; readonly at: number; readonly value: number };
  const values = {
    count: model.strips.length,
    name: strip.name,
    value: formatOf(strip, model, context)(value),
    period: formatTime('smart_date', model.times[at] ?? 0, { grain: form.time_grain_sqla, locale }),
  };
  return model.strips.length === 1
    ? translate(msg('{{name}} is highest for {{period}}: {{value}}.'), values)
    : translate(msg('Of {{count}} series {{name}} is highest: {{value}} for {{period}}.'), values);
}
