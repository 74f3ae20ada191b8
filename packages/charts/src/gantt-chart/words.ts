import {
  type DrawContext,
  defaultTranslate,
  formatTime,
  labelOfCell,
  msg,
  numberFormatter,
  numberOfCell,
} from '@powerset/chart-kit';
import type { TooltipRow } from '../shared/tooltip-html.ts';
import type { GanttForm } from './form.ts';
import type { Task, Tasks } from './tasks.ts';

type Context = DrawContext<GanttForm>;

/** How times and durations are written. */
export interface When {
  readonly moment: (ms: number) => string;
  readonly duration: (ms: number) => string;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

export function whenOf({ form, locale }: Context): When {
  const code = form.tooltipTimeFormat;
  const isMidnight = (ms: number) => ms % 86_400_000 === 0;
  const ownCode = (ms: number) => (isMidnight(ms) ? '%-d %b %Y' : '%-d %b %Y %H:%M');
  return {
    moment: (ms) => formatTime(code === 'smart_date' ? ownCode(ms) : code, ms, { locale }),
    duration: durationText,
  };
}

/** The two largest units: `3 d 4 h`. */
function durationText(ms: number): string {
  let rest = ms;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ');
}

interface Given {
  readonly when: When;
  readonly color: string;
  readonly context: Context;
}

/** What a tooltip says of one bar. */
export function tooltipOf(task: Task, { details }: Tasks, { when, color, context }: Given): readonly TooltipRow[] {
  const { form, locale, translate = defaultTranslate } = context;
  const numbers = numberFormatter(form.tooltipValuesFormat, null, locale);
  const row = (label: string, value: string): TooltipRow => ({ color: 'transparent', label, value });
  const own = details.map(({ name, isMeasure, isTime }, at) => {
    const cell = task.details[at] ?? null;
    const number = numberOfCell(cell);
    if (isTime && number !== null) return row(name, when.moment(number));
    return row(name, number !== null && (isMeasure || typeof cell === 'number') ? numbers(number) : labelOfCell(cell));
  });
  const { start, end } = task;
  return [
    { color, label: translate(msg('Start')), value: when.moment(start) },
    row(translate(msg('End')), end === null ? translate(msg('no end')) : when.moment(end)),
    ...(end === null ? [] : [row(translate(msg('Duration')), when.duration(end - start))]),
    ...own,
  ];
}
