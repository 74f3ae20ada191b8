/** When something runs, as the server keeps it. */
export interface Times {
  readonly cron: string;
  readonly timezone: string;
}

export const planKinds = ['hour', 'day', 'weekday', 'week', 'month', 'custom'] as const;
export type PlanKind = (typeof planKinds)[number];

/** The same as choices: what is repeated, and when in it. */
export interface Plan {
  readonly kind: PlanKind;
  /** `06:30`; of an hourly plan only the minutes count. */
  readonly time: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly day: number;
}

const shapes: readonly (readonly [PlanKind, RegExp])[] = [
  ['hour', /^(?<minute>\d{1,2}) \* \* \* \*$/],
  ['day', /^(?<minute>\d{1,2}) (?<hour>\d{1,2}) \* \* \*$/],
  ['weekday', /^(?<minute>\d{1,2}) (?<hour>\d{1,2}) \* \* 1-5$/],
  ['week', /^(?<minute>\d{1,2}) (?<hour>\d{1,2}) \* \* (?<weekday>[0-6])$/],
  ['month', /^(?<minute>\d{1,2}) (?<hour>\d{1,2}) (?<day>\d{1,2}) \* \*$/],
];

const startPlan: Plan = { kind: 'day', time: '06:00', weekday: 1, day: 1 };

/** Every morning, by the clock of whoever asks. */
export function startTimes(): Times {
  return { cron: writePlan(startPlan), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' };
}

/** The choices that an expression comes from; what no choice makes is custom. */
export function readPlan(cron: string): Plan {
  const text = cron.trim().replace(/\s+/g, ' ');
  for (const [kind, shape] of shapes) {
    const found = shape.exec(text)?.groups;
    if (!found) continue;
    const { minute = '0', hour = '6', weekday = '1', day = '1' } = found;
    if (Number(minute) > 59 || Number(hour) > 23 || Number(day) < 1 || Number(day) > 31) break;
    const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
    return { kind, time, weekday: Number(weekday), day: Number(day) };
  }
  return { ...startPlan, kind: 'custom' };
}

/** The expression of a plan; a custom one is written by hand. */
export function writePlan({ kind, time, weekday, day }: Plan): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const clock = `${minute} ${hour}`;
  if (kind === 'hour') return `${minute} * * * *`;
  if (kind === 'weekday') return `${clock} * * 1-5`;
  if (kind === 'week') return `${clock} * * ${weekday}`;
  if (kind === 'month') return `${clock} ${day} * *`;
  return `${clock} * * *`;
}
