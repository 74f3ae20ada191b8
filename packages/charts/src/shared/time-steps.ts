import { type GrainUnit, numberOfCell } from '@powerset/chart-kit';
import { mapForecast, type SeriesModel } from './series-model.ts';

const dayMs = 86_400_000;
const unitMs: Partial<Record<GrainUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
};
const stepMonths: Partial<Record<GrainUnit, number>> = { month: 1, quarter: 3, year: 12 };
const monthMs = 30.44 * dayMs;
const maxSteps = 5000;

/** A place for each step of time, also for those without a row; the model itself where its times are on no grid. */
export function fillTimeSteps(model: SeriesModel): SeriesModel {
  const times = timesOf(model);
  const steps = model.axis.unit && times.length > 1 ? stepsBetween(times[0]!, times.at(-1)!, model.axis) : [];
  const known = new Set(steps);
  return steps.length > times.length && times.every((ms) => known.has(ms)) ? placedAt(model, times, steps) : model;
}

/** An empty place behind and before each leap of more than one step, where there is no grid or too much of it. */
export function partAtLeaps(model: SeriesModel): SeriesModel {
  const step = averageStepMs(model.axis);
  const times = timesOf(model);
  if (step === undefined) return model;
  const parted = times.flatMap((ms, index) => {
    const before = times[index - 1] ?? ms;
    const isLeap = ms - before > 1.5 * step;
    // Over one missing step both places are the same.
    return isLeap ? [...(ms - before > 2.5 * step ? [before + step] : []), ms - step, ms] : [ms];
  });
  return parted.length > times.length ? placedAt(model, times, parted) : model;
}

const timesOf = (model: SeriesModel) => model.xs.map((x) => numberOfCell(x) ?? Number.NaN);

function placedAt(model: SeriesModel, times: readonly number[], xs: readonly number[]): SeriesModel {
  const positions = new Map(xs.map((ms, index) => [ms, index]));
  const place = (values: readonly (number | null)[]) => {
    const placed = new Array<number | null>(xs.length).fill(null);
    times.forEach((ms, index) => {
      placed[positions.get(ms)!] = values[index] ?? null;
    });
    return placed;
  };
  return {
    ...model,
    xs,
    series: model.series.map(({ forecast, ...entry }) => ({
      ...entry,
      values: place(entry.values),
      ...(forecast ? { forecast: mapForecast(forecast, place) } : {}),
    })),
  };
}

/** Grains such as `PT5M` and `PT0.5H` take several units, or a part of one, at a step. */
function stepMsOf({ unit, grain }: SeriesModel['axis']): number | undefined {
  const count = Number(/^PT([\d.]+)[SMH]$/.exec(grain ?? '')?.[1] ?? 1);
  const ms = unit && unitMs[unit];
  return ms && count > 0 ? ms * count : undefined;
}

function averageStepMs(axis: SeriesModel['axis']): number | undefined {
  const months = axis.unit && stepMonths[axis.unit];
  return months ? months * monthMs : stepMsOf(axis);
}

function stepsBetween(first: number, last: number, axis: SeriesModel['axis']): readonly number[] {
  const months = axis.unit && stepMonths[axis.unit];
  const ms = stepMsOf(axis);
  if (!months && !ms) return [];
  const origin = months ? monthNear(first) : first;
  const start = new Date(origin);
  const steps: number[] = [];
  for (let count = 0; (steps.at(-1) ?? first) < last; count += 1) {
    const at = months
      ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count * months, start.getUTCDate())
      : origin + count * ms!;
    steps.push(at - origin + first);
    if (steps.length > maxSteps) return [];
  }
  return steps.at(-1) === last ? steps : steps.slice(0, -1);
}

/** A dataset's hours move the months' beginnings by less than a day or so: the beginning that was moved, else the day itself. */
function monthNear(ms: number): number {
  const near = new Date(ms + 15 * dayMs);
  const beginning = Date.UTC(near.getUTCFullYear(), near.getUTCMonth());
  return Math.abs(ms - beginning) <= 1.5 * dayMs ? beginning : ms - (ms % dayMs);
}
