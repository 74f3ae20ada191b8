import { weekGrains } from '@powerset/sql';
import { QueryError } from '../../errors.ts';
import { addUnits, currentGrainCode, type TimeUnit } from '../../time/index.ts';
import { type Frame, type FrameColumn, joinLevels, numberColumn, numbersOf, takeRows, toNumber } from '../frame.ts';
import { invalidOption, numberOption, type Options, textOption } from '../options.ts';
import { featuresOf } from './features.ts';
import { type Design, designOf, dot, type FittedModel, fitModel, unsureness } from './fit.ts';
import { normalQuantile } from './normal-quantile.ts';
import { findSeasonalities, type SeasonChoice, type SeasonChoices } from './seasonalities.ts';

const mostPeriods = 10_000;
const mostWaves = 50;

/**
 * Continues the series of a frame in time: appends rows for what is to come, and to each series what the model expects
 * (`__yhat`) with the bounds of its interval, before the series itself. Options as in the reference; a month is followed by the next one's first day,
 * as truncated times are, and not by its last.
 */
export function prophet(frame: Frame, options: Options): Frame {
  const plan = readPlan(options);
  const { time, series } = readFrame(frame, plan.index);
  const known = time.values.flatMap((value, row) => (toNumber(value) === null ? [] : [row]));
  const order = known.sort((left, right) => toNumber(time.values[left])! - toNumber(time.values[right])!);
  const past = takeRows({ index: [], columns: [time, ...series], rowCount: frame.rowCount }, order);
  const [pastTime, ...pastSeries] = past.columns;
  const times = pastTime!.values.map((value) => toNumber(value)!);
  const future = futureOf(times, plan);
  const all = [...times, ...future];
  const learnt = times.slice(0, times.length - unfinishedCount(times, plan));
  const foresee = forecaster(learnt, all, plan);
  const columns = pastSeries.flatMap((column) => {
    const { expected, lower, upper } = foresee(numbersOf(column).slice(0, learnt.length));
    const named = (ending: string, values: readonly (number | null)[]) =>
      numberColumn([`${joinLevels(column.path)}__${ending}`], values);
    const observed = { ...column, values: [...column.values, ...future.map(() => null)] };
    return [named('yhat', expected), named('yhat_lower', lower), named('yhat_upper', upper), observed];
  });
  return { index: [], columns: [{ ...time, values: all }, ...columns], rowCount: all.length };
}

interface Plan {
  readonly index: string;
  readonly step: { readonly unit: TimeUnit; readonly count: number };
  readonly periods: number;
  /** Up to when the rows reach; null where nobody said. */
  readonly asOf: number | null;
  /** How many standard deviations the interval reaches to either side. */
  readonly reach: number;
  readonly seasons: SeasonChoices;
  /** Ours: the interval says too how unsure the fitted course is, which the reference's leaves out. */
  readonly isWidening: boolean;
}

function readPlan(options: Options): Plan {
  const periods = numberOption(options, 'periods', 0);
  if (!Number.isInteger(periods) || periods < 0) throw problem('Periods must be a whole number');
  if (periods > mostPeriods) throw invalidOption('periods', `must be at most ${mostPeriods}`);
  const share = numberOption(options, 'confidence_interval', 0.8);
  if (share <= 0 || share >= 1) throw problem('Confidence interval must be between 0 and 1 (exclusive)');
  return {
    index: textOption(options, 'index') ?? '__timestamp',
    step: readStep(textOption(options, 'time_grain')),
    periods,
    asOf: typeof options.as_of === 'number' ? options.as_of : null,
    reach: normalQuantile((1 + share) / 2),
    isWidening: options.widening === true,
    seasons: {
      yearly: readSeason(options, 'yearly_seasonality'),
      weekly: readSeason(options, 'weekly_seasonality'),
      daily: readSeason(options, 'daily_seasonality'),
    },
  };
}

function problem(message: string): QueryError {
  return new QueryError(message, 'post_processing');
}

const units: Readonly<Record<string, TimeUnit>> = {
  TS: 'second',
  TM: 'minute',
  TH: 'hour',
  D: 'day',
  W: 'week',
  M: 'month',
  Y: 'year',
};

function readStep(grain: string | undefined): Plan['step'] {
  if (!grain) throw problem('Time grain missing');
  if (Object.values<string>(weekGrains).includes(grain)) return { unit: 'week', count: 1 };
  const [, short = '', count = '', letter = ''] = /^P(T?)(\d{1,3})([A-Z])$/.exec(currentGrainCode(grain)) ?? [];
  const unit = Object.hasOwn(units, short + letter) ? units[short + letter] : undefined;
  if (!unit || Number(count) < 1) throw problem(`Unsupported time grain: ${grain}`);
  return { unit, count: Number(count) };
}

function readSeason(options: Options, name: string): SeasonChoice {
  const value = options[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  const waves = numberOption(options, name, 0);
  if (!Number.isInteger(waves) || waves < 0 || waves > mostWaves)
    throw invalidOption(name, `must be true, false or a whole number up to ${mostWaves}`);
  return waves;
}

function readFrame(
  frame: Frame,
  index: string,
): { readonly time: FrameColumn; readonly series: readonly FrameColumn[] } {
  const all = [...frame.index, ...frame.columns];
  const time = all.find(({ path }) => joinLevels(path) === index);
  if (time?.type !== 'temporal') throw problem('DataFrame must include temporal column');
  const series = all.filter((column) => column !== time && column.type === 'number');
  if (series.length === 0) throw problem('DataFrame include at least one series');
  return { time, series };
}

function futureOf(times: readonly number[], { step, periods }: Plan): readonly number[] {
  const last = times.at(-1);
  if (last === undefined) return [];
  return Array.from({ length: periods }, (_, index) =>
    addUnits(new Date(last), (index + 1) * step.count, step.unit).getTime(),
  );
}

/** How many of the last rows are of a period that is not over: half a month looks like a fall. What lies ahead is a plan, and counts. */
function unfinishedCount(times: readonly number[], { asOf, step }: Plan): number {
  const last = times.at(-1);
  if (asOf === null || last === undefined || last > asOf) return 0;
  return addUnits(new Date(last), step.count, step.unit).getTime() > asOf ? 1 : 0;
}

interface Forecast {
  readonly expected: readonly (number | null)[];
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
}

/** Series that are known at the same times share what follows from these alone. */
function forecaster(times: readonly number[], all: readonly number[], plan: Plan) {
  let whole: Design | undefined;
  const designFor = (knownTimes: readonly number[]): Design => {
    if (knownTimes.length < times.length) return planDesign(knownTimes, plan);
    whole ??= planDesign(times, plan);
    return whole;
  };
  return (values: readonly (number | null)[]): Forecast => {
    const rows = values.flatMap((value, row) => (value === null ? [] : [row]));
    const knownTimes = rows.map((row) => times[row]!);
    // Of one moment no course can be told.
    if (new Set(knownTimes).size < 2) return foresee(all, () => ({ expected: null, spread: 0 }));
    const design = designFor(knownTimes);
    const model = fitModel(
      design,
      rows.map((row) => values[row]!),
    );
    return foresee(all, predictor(design, model, plan.isWidening), plan.reach);
  };
}

function planDesign(times: readonly number[], plan: Plan): Design {
  return designOf(featuresOf(times, findSeasonalities(times, plan.seasons)), times);
}

interface Prediction {
  readonly expected: number | null;
  /** The standard deviation. */
  readonly spread: number;
}

/** In the time to come the trend bends as often, and as much, as it did before: the further ahead, the less is sure. */
function predictor(design: Design, model: FittedModel, isWidening: boolean): (time: number) => Prediction {
  const { features } = design;
  const { weights, noise, scale } = model;
  const unsure = isWidening ? unsureness(design, model) : () => 0;
  const { from, to } = features.bends;
  const bends = weights.subarray(from, to);
  const usual = bends.length === 0 ? 0 : bends.reduce((sum, bend) => sum + Math.abs(bend), 0) / bends.length;
  const row = new Float64Array(features.count);
  return (time) => {
    features.write(time, row);
    const ahead = Math.max(0, features.scaled(time) - 1);
    const drift = (bends.length * 2 * usual ** 2 * ahead ** 3) / 3;
    return {
      expected: dot(row, weights) * scale,
      spread: Math.sqrt(noise ** 2 * (1 + unsure(row) ** 2) + drift) * scale,
    };
  };
}

function foresee(times: readonly number[], predict: (time: number) => Prediction, reach = 0): Forecast {
  const predictions = times.map(predict);
  const bound = (side: number) =>
    predictions.map(({ expected, spread }) => (expected === null ? null : expected + side * reach * spread));
  return { expected: predictions.map(({ expected }) => expected), lower: bound(-1), upper: bound(1) };
}
