/** By rows; of a symmetric matrix the lower half is read. */
export interface SquareMatrix {
  readonly size: number;
  readonly cells: Float64Array;
}

const leastPivot = 1e-12;

/** Solves `matrix * x = target` for a symmetric positive definite matrix, by Cholesky's decomposition. */
export function solve({ size, cells }: SquareMatrix, target: Float64Array): Float64Array {
  const lower = decompose(size, cells);
  const between = forwards(lower, target);
  const solution = new Float64Array(size);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = between[row]!;
    for (let below = row + 1; below < size; below += 1) rest -= lower[below * size + row]! * solution[below]!;
    solution[row] = rest / lower[row * size + row]!;
  }
  return solution;
}

/** `row' * inverse(matrix) * row` for such a matrix and any row: how far a row is from those that the matrix sums up. */
export function distanceIn({ size, cells }: SquareMatrix): (row: Float64Array) => number {
  const lower = decompose(size, cells);
  return (row) => forwards(lower, row).reduce((sum, part) => sum + part * part, 0);
}

function forwards(lower: Float64Array, target: Float64Array): Float64Array {
  const size = target.length;
  const between = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    let rest = target[row]!;
    for (let column = 0; column < row; column += 1) rest -= lower[row * size + column]! * between[column]!;
    between[row] = rest / lower[row * size + row]!;
  }
  return between;
}

function decompose(size: number, cells: Float64Array): Float64Array {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = cells[row * size + column]!;
      for (let before = 0; before < column; before += 1)
        rest -= lower[row * size + before]! * lower[column * size + before]!;
      // What rounding took below zero is as good as zero.
      lower[row * size + column] =
        row === column ? Math.sqrt(Math.max(rest, leastPivot)) : rest / lower[column * size + column]!;
    }
  }
  return lower;
}
