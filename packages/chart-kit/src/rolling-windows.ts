import type { ChartForm } from './definitions.ts';
import { isRecord, textOf } from './form-values.ts';
import { defaultTranslate, msg } from './msg.ts';
import { type GrainUnit, unitOfGrain } from './time-formats.ts';

const dayMs = 86_400_000;
const unitMs: Readonly<Record<GrainUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 30.436875 * dayMs,
  quarter: 91.310625 * dayMs,
  year: 365.2425 * dayMs,
};

/** Grains such as `PT5M` and `PT0.5H` take several units, or a part of one, at a step. */
const unitsOfGrain = (grain: string): number => Number(/^PT([\d.]+)[SMH]$/.exec(grain)?.[1] ?? 1) || 1;

/** How long a step of a time grain is on average; undefined for none or an unknown one. */
export function averageGrainMs(grain: string | null | undefined): number | undefined {
  const unit = unitOfGrain(grain);
  return unit && grain ? unitMs[unit] * unitsOfGrain(grain) : undefined;
}

/** What a form counted in steps of its own grain before another grain was asked of it. */
export interface OwnSteps {
  readonly grain: string;
  /** The length of its rolling window, in steps of that grain. */
  readonly periods: number | null;
  /** How far back it compares, in steps of that grain. */
  readonly lag: number | null;
}

export function readOwnSteps(value: unknown): OwnSteps | null {
  if (!isRecord(value) || typeof value.grain !== 'string') return null;
  return { grain: value.grain, periods: numberOf(value.periods), lag: numberOf(value.lag) };
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Whether a length of time in steps of one grain is a whole number of steps of another, give or take what months differ. */
export function isWholeIn(periods: number, own: string, grain: string | null): boolean {
  const steps = (periods * (averageGrainMs(own) ?? 0)) / (averageGrainMs(grain) ?? Number.NaN);
  return steps >= 0.95 && Math.abs(steps - Math.round(steps)) <= 0.03 * steps;
}

const defaultGrain = 'P1D';
const countedFields = ['rolling_periods', 'min_periods', 'compare_lag'] as const;

/**
 * The fields of a form that count steps of its own grain, counted in steps of another grain: 28 days are 4 weeks.
 * What is shorter than a step is one step; `own_steps` remembers what was meant.
 */
export function stepsInGrain(form: ChartForm, grain: string): Readonly<Record<string, unknown>> {
  const given = countedFields.flatMap((name) => {
    const value = numberOf(form[name]);
    return value === null || value < 1 ? [] : [[name, value] as const];
  });
  if (given.length === 0) return {};
  const own = textOf(form, 'time_grain_sqla') || (form.time_grain_sqla === undefined ? defaultGrain : '');
  const [ownMs, ms] = [averageGrainMs(own), averageGrainMs(grain)];
  if (ownMs === undefined || ms === undefined || own === grain) return {};
  const counted = given.map(([name, value]) => [name, Math.max(1, Math.round((value * ownMs) / ms))] as const);
  const steps: OwnSteps = { grain: own, periods: numberOf(form.rolling_periods), lag: numberOf(form.compare_lag) };
  return { ...Object.fromEntries(counted), own_steps: steps };
}

const spanTexts: Readonly<Record<GrainUnit, readonly [one: string, more: string]>> = {
  second: [msg('1 second'), msg('{{count}} seconds')],
  minute: [msg('1 minute'), msg('{{count}} minutes')],
  hour: [msg('1 hour'), msg('{{count}} hours')],
  day: [msg('1 day'), msg('{{count}} days')],
  week: [msg('1 week'), msg('{{count}} weeks')],
  month: [msg('1 month'), msg('{{count}} months')],
  quarter: [msg('1 quarter'), msg('{{count}} quarters')],
  year: [msg('1 year'), msg('{{count}} years')],
};

/** A number of steps in words: `28 days`, `15 minutes`; of no known grain `4 periods`. */
export function spanText(periods: number, grain: string | null | undefined, translate = defaultTranslate): string {
  const unit = unitOfGrain(grain);
  const count = unit && grain ? periods * unitsOfGrain(grain) : periods;
  const [one, more] = unit ? spanTexts[unit] : [msg('1 period'), msg('{{count}} periods')];
  return count === 1 ? translate(one) : translate(more, { count });
}
