import type { CellValue } from '@powerset/contract';
import type { CSSProperties } from 'react';
import type { DrawnColumn } from './table-options.ts';

/** Bars are 20 high and 4 px from the cell's edges, as wide as the value's share. */
export function cellStyle(
  drawn: Pick<DrawnColumn, 'align' | 'barOf' | 'groundOf' | 'toneOf'>,
  value: CellValue,
): CSSProperties {
  const bar = drawn.barOf(value);
  const ground = drawn.groundOf(value);
  const tone = drawn.toneOf(value);
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
