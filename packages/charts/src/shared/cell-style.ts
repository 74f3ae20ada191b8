import type { CellValue } from '@powerset/contract';
import type { CSSProperties } from 'react';
import type { DrawnColumn } from './table-options.ts';

interface CellPlace {
  readonly value: CellValue;
  readonly row: number;
  readonly rowGround: string | undefined;
}

/** Bars are 20 high and 4 px from the cell's edges, as wide as the value's share. */
export function cellStyle(
  drawn: Pick<DrawnColumn, 'align' | 'barOf' | 'groundOf' | 'toneOf'>,
  { value, row, rowGround }: CellPlace,
): CSSProperties {
  const bar = drawn.barOf(value, row);
  const ground = drawn.groundOf(value, row) ?? rowGround;
  const tone = drawn.toneOf(value, row);
  return {
    textAlign: drawn.align,
    ...(ground ? { backgroundColor: ground } : {}),
    ...(tone ? { color: tone } : {}),
    ...(bar
      ? {
          backgroundImage: `linear-gradient(${bar.color}, ${bar.color})`,
          backgroundSize: `calc((100% - 8px) * ${bar.size}) 20px`,
          backgroundPosition: `calc(4px + (100% - 8px - (100% - 8px) * ${bar.size}) * ${bar.size >= 1 ? 0 : bar.from / (1 - bar.size)} + 0px) 50%`,
        }
      : {}),
  };
}

/** The ground that a rule gives to the whole row. */
export function rowGroundOf(columns: readonly DrawnColumn[], row: number): string | undefined {
  for (const { rowGroundOf: groundOf, column } of columns) {
    const ground = groundOf(column.values[row] ?? null, row);
    if (ground !== undefined) return ground;
  }
  return undefined;
}

/** Of a cell under which others are scrolled: its ground lies on the card's own. */
export function heldCellStyle({ backgroundColor, ...style }: CSSProperties): CSSProperties {
  return backgroundColor === undefined ? style : { ...style, boxShadow: `inset 0 0 0 999px ${backgroundColor}` };
}
