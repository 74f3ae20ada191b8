import type { Seasonalities } from './seasonalities.ts';

const dayMs = 86_400_000;
/** Bends of the trend may lie in the first part of the past; the last part is too short to tell a bend from noise. */
const mostBends = 25;
const bendShare = 0.8;

/** What a model knows of a moment: the trend with its bends, and waves of the seasons. */
export interface Features {
  readonly count: number;
  /** The features that are bends of the trend, from the first to behind the last. */
  readonly bends: { readonly from: number; readonly to: number };
  /** The moment on a scale on which the past goes from 0 to 1. */
  readonly scaled: (time: number) => number;
  /** Writes a moment's features into a row. */
  readonly write: (time: number, row: Float64Array) => void;
}

/** The features of times; `times` are the past in order, in milliseconds, at least two different ones. */
export function featuresOf(times: readonly number[], seasonalities: Seasonalities): Features {
  const start = times[0]!;
  const span = times.at(-1)! - start;
  const scaled = (time: number) => (time - start) / span;
  const bendsAt = placeBends(times).map(scaled);
  const waves = seasonalities.flatMap(({ days, order }) =>
    Array.from({ length: order }, (_, index) => (2 * Math.PI * (index + 1)) / (days * dayMs)),
  );
  const write = (time: number, row: Float64Array): void => {
    const at = scaled(time);
    row[0] = 1;
    row[1] = at;
    bendsAt.forEach((bend, index) => {
      row[2 + index] = Math.max(0, at - bend);
    });
    waves.forEach((frequency, index) => {
      row[2 + bendsAt.length + 2 * index] = Math.sin(frequency * time);
      row[3 + bendsAt.length + 2 * index] = Math.cos(frequency * time);
    });
  };
  const to = 2 + bendsAt.length;
  return { count: to + 2 * waves.length, bends: { from: 2, to }, scaled, write };
}

/** Spread evenly over the observations, as the reference's forecasts have them. */
function placeBends(times: readonly number[]): readonly number[] {
  const observed = Math.floor(times.length * bendShare);
  const count = Math.max(0, Math.min(mostBends, observed - 1));
  const places = Array.from({ length: count }, (_, index) => Math.round(((index + 1) * (observed - 1)) / count));
  return [...new Set(places.map((place) => times[place]!))];
}
