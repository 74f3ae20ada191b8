import type { Features } from './features.ts';
import { distanceIn, type SquareMatrix, solve } from './solve.ts';

/** How far level, slope and waves lie from zero before anything was seen; a bend is mostly none, seldom a large one. */
const slopeSpread = 5;
const waveSpread = 10;
const bendScale = 0.05;
const noiseSpread = 0.5;
const leastBend = 1e-5;
const leastNoise = 1e-6;
const firstNoise = 0.1;
const rounds = 100;
const settled = 1e-7;

/** A model of a series whose values were divided by `scale`. */
export interface FittedModel {
  readonly weights: Float64Array;
  readonly noise: number;
  readonly scale: number;
}

/** Sums over the past that do not depend on the values. */
export interface Design {
  readonly features: Features;
  readonly times: readonly number[];
  readonly rows: Float64Array;
  readonly products: SquareMatrix;
}

export function designOf(features: Features, times: readonly number[]): Design {
  const { count } = features;
  const rows = new Float64Array(times.length * count);
  const products = { size: count, cells: new Float64Array(count * count) };
  times.forEach((time, index) => {
    const row = rows.subarray(index * count, (index + 1) * count);
    features.write(time, row);
    addProducts(products, row);
  });
  return { features, times, rows, products };
}

/** The lower half is enough: the other one is its mirror. */
function addProducts({ size, cells }: SquareMatrix, row: Float64Array): void {
  for (let left = 0; left < size; left += 1) {
    const value = row[left]!;
    if (value === 0) continue;
    for (let right = 0; right <= left; right += 1) cells[left * size + right]! += value * row[right]!;
  }
}

/**
 * The most likely trend and seasons: a straight line with bends (Laplace prior) and waves (normal priors), as in
 * "Forecasting at scale" by Taylor and Letham. Each round solves for the weights with each bend held as strongly as it was
 * small in the round before, then for the noise.
 */
export function fitModel(design: Design, values: readonly number[]): FittedModel {
  const scale = Math.max(...values.map(Math.abs)) || 1;
  const scaled = values.map((value) => value / scale);
  const target = sumsWith(design, scaled);
  // A bend that began at zero would be held there.
  let weights: Float64Array = new Float64Array(design.features.count).fill(1);
  let noise = firstNoise;
  for (let round = 0; round < rounds; round += 1) {
    const next = solve(held(design, weights, noise), target);
    const change = next.reduce((largest, weight, index) => Math.max(largest, Math.abs(weight - weights[index]!)), 0);
    weights = next;
    noise = likelyNoise(design, scaled, weights);
    if (change < settled) break;
  }
  return { weights, noise, scale };
}

/**
 * How unsure the fitted course itself is at a row of features, as a share of the noise: little amid the past, more the
 * further ahead, also where the trend never bent.
 */
export function unsureness(design: Design, { weights, noise }: FittedModel): (row: Float64Array) => number {
  const distance = distanceIn(held(design, weights, noise));
  return (row) => Math.sqrt(distance(row));
}

function sumsWith({ rows, features: { count } }: Design, values: readonly number[]): Float64Array {
  const sums = new Float64Array(count);
  values.forEach((value, index) => {
    for (let feature = 0; feature < count; feature += 1) sums[feature]! += value * rows[index * count + feature]!;
  });
  return sums;
}

function held({ products, features }: Design, weights: Float64Array, noise: number): SquareMatrix {
  const { size } = products;
  const cells = products.cells.slice();
  for (let feature = 0; feature < size; feature += 1)
    cells[feature * size + feature]! += noise * noise * holdOf(features, feature, weights[feature]!);
  return { size, cells };
}

function holdOf({ bends }: Features, feature: number, weight: number): number {
  if (feature < bends.from) return 1 / slopeSpread ** 2;
  if (feature >= bends.to) return 1 / waveSpread ** 2;
  return 1 / (bendScale * Math.max(Math.abs(weight), leastBend));
}

function likelyNoise({ rows, features: { count } }: Design, values: readonly number[], weights: Float64Array): number {
  let squares = 0;
  values.forEach((value, index) => {
    squares += (value - dot(rows.subarray(index * count, (index + 1) * count), weights)) ** 2;
  });
  const observed = values.length;
  const square = (2 * squares) / (observed + Math.sqrt(observed ** 2 + (4 * squares) / noiseSpread ** 2));
  return Math.max(leastNoise, Math.sqrt(square));
}

export function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return sum;
}
