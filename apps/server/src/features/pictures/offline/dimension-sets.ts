import type { CubeDimension, PackedCube } from '../../../answers/index.ts';

/** By what the rows of a question may be told apart, each kind in the order of its importance. */
export interface Wanted {
  /** Columns of filters that choose values. */
  readonly values: readonly CubeDimension[];
  readonly time: CubeDimension | null;
  /** Columns of filters that choose a stretch. */
  readonly ranges: readonly CubeDimension[];
  /** Columns of marks in other charts. */
  readonly marks: readonly CubeDimension[];
}

type Cubes = readonly PackedCube[];

/** What a question is asked of, and how many rows it would come to. */
export interface CubeSource {
  /** `large` where the columns have too many values together, null where rows do not tell the answer. */
  readonly tryOne: (dimensions: readonly CubeDimension[]) => Promise<Cubes | 'large' | null>;
  /** About so many rows. */
  readonly estimate: (dimensions: readonly CubeDimension[]) => number;
  readonly mostRows: number;
}

/** What most people filter by: values and times, together as far as they have room. */
export async function findMainCubes({ values, time }: Wanted, source: CubeSource): Promise<readonly Cubes[]> {
  const found: Cubes[] = [];
  if (values.length > 0) found.push(...(await around(values.slice(0, 1), values.slice(1), source)));
  if (time) found.push(...(await around([time], values, source)));
  for (const one of values)
    if (!found.some((cubes) => has(cubes, one))) found.push(...(await around([one], [], source)));
  return found;
}

/** Rows as they are stand in the file once, with all columns that they follow beside them; none where they are too many. */
export async function findRows({ values, time, ranges, marks }: Wanted, source: CubeSource): Promise<readonly Cubes[]> {
  const cubes = await source.tryOne(unique([...values, ...(time ? [time] : []), ...ranges, ...marks]));
  return cubes === null || cubes === 'large' ? [] : [cubes];
}

/** Stretches of numbers, and marks in other charts: with the values beside them that have room. */
export async function findMoreCubes(
  { values, time, ranges, marks }: Wanted,
  source: CubeSource,
): Promise<readonly Cubes[]> {
  const found: Cubes[] = [];
  for (const one of ranges) found.push(...(await around([one], values, source)));
  const known = new Set([...values, ...(time ? [time] : []), ...ranges].map(({ column }) => column));
  const others = marks.filter(({ column }) => !known.has(column));
  const [smallest] = bySize(others, source);
  if (smallest) found.push(...(await around([smallest], [...bySize(others, source).slice(1), ...values], source)));
  for (const one of others)
    if (!found.some((cubes) => has(cubes, one))) found.push(...(await around([one], values, source)));
  return found;
}

const bySize = (dimensions: readonly CubeDimension[], { estimate }: CubeSource) =>
  [...dimensions].sort((one, other) => estimate([one]) - estimate([other]));

/** A cube of the first columns and as many of the others as seem to have room; none where the first alone are too many. */
async function around(
  first: readonly CubeDimension[],
  others: readonly CubeDimension[],
  { tryOne, estimate, mostRows }: CubeSource,
): Promise<readonly Cubes[]> {
  let taken = first;
  // Where it is not certain that there is no room, the database says so.
  if (estimate(taken) > 4 * mostRows) return [];
  for (const one of others) if (estimate([...taken, one]) <= mostRows) taken = [...taken, one];
  for (; taken.length >= first.length; taken = taken.slice(0, -1)) {
    const cubes = await tryOne(taken);
    if (cubes === null) return [];
    if (cubes !== 'large') return [cubes];
  }
  return [];
}

const has = (cubes: Cubes, { column }: CubeDimension) =>
  cubes[0]?.dimensions.some((dimension) => dimension.column === column) ?? false;

/** Each column once. */
export function unique(dimensions: readonly CubeDimension[]): readonly CubeDimension[] {
  return dimensions.filter((one, at) => dimensions.findIndex(({ column }) => column === one.column) === at);
}
