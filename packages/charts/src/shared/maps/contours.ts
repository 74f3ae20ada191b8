/** Values on a grid of points, row by row from the top left. */
export interface ValueGrid {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

type Corner = readonly [x: number, y: number, value: number];

/** The parts of the grid's squares where values lie from one bound to another: polygons in steps of the grid. */
export function bandsOf(
  grid: ValueGrid,
  low: number,
  high: number,
): readonly (readonly (readonly [number, number])[])[] {
  return squaresOf(grid, (corners) => {
    if (corners.every(([, , value]) => value < low) || corners.every(([, , value]) => value >= high)) return [];
    const above = clip(corners, (value) => value - low);
    const between = clip(above, (value) => high - value);
    return between.length > 2 ? [between.map(([x, y]) => [x, y] as const)] : [];
  });
}

/** The pieces of the line at a value, one for each square that it crosses. */
export function linesOf(grid: ValueGrid, at: number): readonly (readonly (readonly [number, number])[])[] {
  return squaresOf(grid, (corners) => {
    const crossings = corners.flatMap((corner, index) => {
      const next = corners[(index + 1) % corners.length]!;
      return corner[2] < at === next[2] < at ? [] : [crossing(corner, next, (value) => value - at)];
    });
    if (crossings.length < 2) return [];
    const pairs = crossings.length === 4 ? saddle(corners, at) : [[0, 1]];
    return pairs.map(([from, to]) => [crossings[from!]!, crossings[to!]!].map(([x, y]) => [x, y] as const));
  });
}

/** Where a line crosses all four sides, the value in the middle says which belong together. */
function saddle(corners: readonly Corner[], at: number): readonly (readonly number[])[] {
  const middle = corners.reduce((sum, [, , value]) => sum + value, 0) / corners.length;
  const joinsFirst = middle >= at === corners[0]![2] >= at;
  return joinsFirst
    ? [
        [0, 1],
        [2, 3],
      ]
    : [
        [0, 3],
        [1, 2],
      ];
}

function squaresOf<Piece>(
  { columns, rows, values }: ValueGrid,
  read: (corners: readonly Corner[]) => readonly Piece[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  const corner = (x: number, y: number): Corner => [x, y, values[y * columns + x] ?? 0];
  for (let y = 0; y + 1 < rows; y += 1)
    for (let x = 0; x + 1 < columns; x += 1)
      pieces.push(...read([corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)]));
  return pieces;
}

/** The part of a polygon where a measure of its corners' values is not below zero. */
function clip(corners: readonly Corner[], measure: (value: number) => number): readonly Corner[] {
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length]!;
    const [isIn, isNextIn] = [measure(corner[2]) >= 0, measure(next[2]) >= 0];
    return [...(isIn ? [corner] : []), ...(isIn === isNextIn ? [] : [crossing(corner, next, measure)])];
  });
}

/** Where a measure is zero on the way from one corner to the next. */
function crossing(from: Corner, to: Corner, measure: (value: number) => number): Corner {
  const [before, after] = [measure(from[2]), measure(to[2])];
  const share = before === after ? 0 : before / (before - after);
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}
