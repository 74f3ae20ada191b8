/** A rectangle by its sides. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Occupancy {
  /** Whether a rectangle lies inside of the space and on nothing that was taken. */
  readonly isFree: (box: Box) => boolean;
  readonly take: (boxes: readonly Box[]) => void;
}

const mostCells = 25_000;
const finestCell = 2;

/** What of a space is taken, in cells: a question costs four looks, however much there is, as sums over all cells before are kept. */
export function createOccupancy(width: number, height: number): Occupancy {
  const cell = Math.max(finestCell, Math.sqrt((width * height) / mostCells));
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
  const taken = new Uint8Array(columns * rows);
  const sums = new Int32Array((columns + 1) * (rows + 1));
  const sumAt = (column: number, row: number) => sums[row * (columns + 1) + column] ?? 0;
  const addUp = (fromColumn: number, fromRow: number) => {
    for (let row = fromRow; row < rows; row += 1) {
      let inRow = sumAt(fromColumn, row + 1) - sumAt(fromColumn, row);
      for (let column = fromColumn; column < columns; column += 1) {
        inRow += taken[row * columns + column] ?? 0;
        sums[(row + 1) * (columns + 1) + column + 1] = sumAt(column + 1, row) + inRow;
      }
    }
  };
  return {
    isFree: ({ left, top, right, bottom }) => {
      if (left < 0 || top < 0 || right > width || bottom > height) return false;
      const [a, b] = [Math.floor(left / cell), Math.floor(top / cell)];
      const [c, d] = [Math.ceil(right / cell), Math.ceil(bottom / cell)];
      return sumAt(c, d) - sumAt(a, d) - sumAt(c, b) + sumAt(a, b) === 0;
    },
    take: (boxes) => {
      let [firstColumn, firstRow] = [columns, rows];
      for (const box of boxes) {
        // Letters leave the edges of their boxes free: half a cell there costs nobody anything.
        const [a, b] = [Math.max(0, Math.round(box.left / cell)), Math.max(0, Math.round(box.top / cell))];
        const [c, d] = [Math.min(columns, Math.round(box.right / cell)), Math.min(rows, Math.round(box.bottom / cell))];
        for (let row = b; row < d; row += 1) taken.fill(1, row * columns + a, row * columns + c);
        [firstColumn, firstRow] = [Math.min(firstColumn, a), Math.min(firstRow, b)];
      }
      addUp(firstColumn, firstRow);
    },
  };
}
