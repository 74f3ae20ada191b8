import { latitudeAt, longitudeAt, worldX, worldY } from './mercator.ts';
import type { Places } from './places.ts';

export type BinShape = 'hexagon' | 'square';

export const aggregations = [
  'sum',
  'min',
  'max',
  'mean',
  'median',
  'count',
  'variance',
  'deviation',
  'p1',
  'p5',
  'p95',
  'p99',
] as const;
export type Aggregation = (typeof aggregations)[number];

/** Cells of equal size on the map, and the places in each. */
export interface Bins {
  readonly count: number;
  /** The middle of each cell as shares of the world. */
  readonly centers: Float64Array;
  /** The cell's size as a share of the world: a square's side, or the way from a hexagon's middle to its corner. */
  readonly size: number;
  readonly shape: BinShape;
  /** The places sorted by cell; `starts` has where each cell's begin, and the end of the last. */
  readonly members: Uint32Array;
  readonly starts: Uint32Array;
}

const turns = Math.sqrt(3);
/** Keeps column and row apart within one number. */
const rowsApart = 2 ** 26;

/** Sorts places into cells. */
export function binPlaces({ positions, rows }: Places, shape: BinShape, size: number): Bins {
  const cellOf = shape === 'square' ? squareOf : hexagonOf;
  const numbers = new Map<number, number>();
  const keys: number[] = [];
  const cells = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const [column, row] = cellOf(worldX(positions[at * 2]!) / size, worldY(positions[at * 2 + 1]!) / size);
    const key = (column + rowsApart / 2) * rowsApart + (row + rowsApart / 2);
    let cell = numbers.get(key);
    if (cell === undefined) {
      cell = keys.length;
      numbers.set(key, cell);
      keys.push(key);
    }
    cells[at] = cell;
  }
  const centers = new Float64Array(keys.length * 2);
  keys.forEach((key, cell) => {
    const [column, row] = [Math.floor(key / rowsApart) - rowsApart / 2, (key % rowsApart) - rowsApart / 2];
    centers.set(centerOf(shape, column, row, size), cell * 2);
  });
  return { count: keys.length, centers, size, shape, ...sortByCell(cells, keys.length) };
}

const squareOf = (x: number, y: number): readonly [number, number] => [Math.floor(x), Math.floor(y)];

/** Hexagons that stand on a corner: the nearest of the two rows of middles. */
function hexagonOf(x: number, y: number): readonly [number, number] {
  const row = Math.round(y / 1.5);
  const shift = row & 1 ? 0.5 : 0;
  const column = Math.round(x / turns - shift);
  const [dx, dy] = [x - (column + shift) * turns, y - row * 1.5];
  if (Math.abs(dy) * 3 <= 1.5) return [column, row];
  const near = row + Math.sign(dy);
  const nearShift = near & 1 ? 0.5 : 0;
  const nearColumn = Math.round(x / turns - nearShift);
  const far = Math.hypot(x - (nearColumn + nearShift) * turns, y - near * 1.5);
  return far < Math.hypot(dx, dy) ? [nearColumn, near] : [column, row];
}

function centerOf(...[shape, column, row, size]: readonly [BinShape, number, number, number]): [number, number] {
  if (shape === 'square') return [(column + 0.5) * size, (row + 0.5) * size];
  return [(column + (row & 1 ? 0.5 : 0)) * turns * size, row * 1.5 * size];
}

function sortByCell(cells: Uint32Array, count: number) {
  const starts = new Uint32Array(count + 1);
  for (const cell of cells) starts[cell + 1]! += 1;
  for (let cell = 0; cell < count; cell += 1) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice(0, count);
  const members = new Uint32Array(cells.length);
  cells.forEach((cell, place) => {
    members[next[cell]!] = place;
    next[cell]! += 1;
  });
  return { members, starts };
}

/** What the places of each cell come to; NaN for a cell whose places have no value. */
export function aggregateBins({ count, members, starts }: Bins, weights: Float64Array, by: Aggregation): Float64Array {
  return Float64Array.from({ length: count }, (_, cell) => {
    const own = Float64Array.from(members.subarray(starts[cell]!, starts[cell + 1]!), (place) => weights[place]!);
    return aggregate(
      own.filter((value) => !Number.isNaN(value)),
      by,
    );
  });
}

function aggregate(values: Float64Array, by: Aggregation): number {
  if (by === 'count') return values.length;
  if (values.length === 0) return Number.NaN;
  const sum = values.reduce((total, value) => total + value, 0);
  if (by === 'sum') return sum;
  if (by === 'mean') return sum / values.length;
  if (by === 'variance' || by === 'deviation') return spread(values, sum / values.length, by);
  const shares = { min: 0, p1: 0.01, p5: 0.05, median: 0.5, p95: 0.95, p99: 0.99, max: 1 };
  return quantile(values.sort(), shares[by]);
}

/** Of a sample, as the reference counts; a lone value has none. */
function spread(values: Float64Array, mean: number, by: 'variance' | 'deviation'): number {
  if (values.length < 2) return Number.NaN;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1);
  return by === 'variance' ? variance : Math.sqrt(variance);
}

/** Between the sorted values at both sides of a share. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low + (high - low) * (at - Math.floor(at));
}

/** The corners of a cell as pairs of longitude and latitude. */
export function ringOfBin({ centers, size, shape }: Bins, cell: number): readonly (readonly [number, number])[] {
  const [x, y] = [centers[cell * 2]!, centers[cell * 2 + 1]!];
  const corners = shape === 'square' ? squareCorners : hexagonCorners;
  return corners.map(([dx, dy]) => [longitudeAt(x + dx * size), latitudeAt(y + dy * size)]);
}

const squareCorners = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;
const hexagonCorners = [
  [0, -1],
  [turns / 2, -0.5],
  [turns / 2, 0.5],
  [0, 1],
  [-turns / 2, 0.5],
  [-turns / 2, -0.5],
] as const;
