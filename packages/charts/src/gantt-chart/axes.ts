import { type DrawContext, timeFormatter } from '@powerset/chart-kit';
import { fitNames } from '../shared/text-widths.ts';
import { type TimeTick, timeTicks } from '../shared/time-ticks.ts';
import { type GanttForm, timeOfDay } from './form.ts';
import type { Block, Lanes } from './lanes.ts';

type Context = DrawContext<GanttForm>;
type Axis = Record<string, unknown>;

const day = 86_400_000;

/** From the first beginning to the last end; or from a time of the first day to one of the last. */
export function timeRangeOf({ extent: [first, last] }: Lanes, { form }: Context): readonly [number, number] {
  const times = form.x_axis_time_bounds.map(timeOfDay).filter((time): time is number => time !== null);
  if (times.length < 2) return [first, last];
  const dayOf = (ms: number) => ms - (((ms % day) + day) % day);
  const range = [dayOf(first) + Math.min(...times), dayOf(last) + Math.max(...times)] as const;
  return range[1] > range[0] ? range : [first, last];
}

export function timeAxis([min, max]: readonly [number, number], context: Context, room: number): Axis {
  const { form, theme, locale } = context;
  const code = form.x_axis_time_format;
  const shared = {
    type: 'time',
    ...{ min, max },
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.axis } },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  };
  const style = { color: theme.textSecondary, fontSize: 11, hideOverlap: true };
  if (code !== 'smart_date' || form.zoomable) {
    const format = code === 'smart_date' ? undefined : timeFormatter(code, null, locale);
    return { ...shared, axisTick: { show: false }, axisLabel: { ...style, ...(format ? { formatter: format } : {}) } };
  }
  const ticks = timeTicks({ min, max, width: room, locale });
  const texts = new Map(ticks.labels.map((tick) => [tick.ms, tick]));
  return {
    ...shared,
    axisTick: {
      show: true,
      length: 4,
      lineStyle: { color: theme.axis },
      customValues: [...ticks.minor, ...texts.keys()],
    },
    splitLine: { show: false },
    axisLabel: {
      ...style,
      rich: { strong: { fontWeight: 600, fontSize: 11, color: theme.text } },
      customValues: [...texts.keys()],
      alignMinLabel: 'left',
      alignMaxLabel: 'right',
      formatter: (ms: number) => textOf(texts.get(ms)),
    },
  };
}

function textOf(tick: TimeTick | undefined): string {
  if (!tick) return '';
  return tick.isStrong ? `{strong|${tick.text}}` : tick.text;
}

const lineOfName = 13;

/** The lanes from above to below, each block with its name in its middle where there is room for it. */
export function laneAxis(
  lanes: Lanes,
  given: { readonly context: Context; readonly laneHeight: number; readonly room: number },
): Axis {
  const { context, laneHeight, room } = given;
  const { theme, width } = context;
  const named = blocksWithRoom(lanes.blocks, laneHeight);
  const fitted = fitNames(
    named.map(({ label }) => label),
    named.map(() => room),
  );
  const names = new Map(named.map((block, at) => [middleOf(block), fitted[at] ?? '']));
  return {
    type: 'value',
    inverse: true,
    min: 0,
    max: Math.max(1, lanes.count),
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      show: width >= 160,
      color: theme.textSecondary,
      fontSize: 11,
      hideOverlap: true,
      customValues: [...names.keys()],
      formatter: (value: number) => names.get(value) ?? '',
    },
  };
}

const middleOf = ({ from, to }: Block) => (from + to) / 2;

function blocksWithRoom(blocks: readonly Block[], laneHeight: number): readonly Block[] {
  let last = Number.NEGATIVE_INFINITY;
  return blocks.filter((block) => {
    const place = middleOf(block) * laneHeight;
    if (place - last < lineOfName) return false;
    last = place;
    return true;
  });
}
