import { cellText, type GridColumnType, type GridDigits } from './cell-text.ts';
import type { GridWindow } from './window-cache.ts';

const CHARACTER_PX = 7.1;
const PADDING_PX = 25;
const SAMPLE_ROWS = 50;

interface SizedColumn {
  readonly name: string;
  readonly type: GridColumnType;
  readonly hasHistogram: boolean;
  readonly digits?: GridDigits;
}

/** Widths that fit names and the first rows, neither very narrow nor very wide. */
export function estimateWidths(columns: readonly SizedColumn[], first: GridWindow | undefined): readonly number[] {
  return columns.map((column, index) => {
    const sample = (first?.columns[index] ?? [])
      .slice(0, SAMPLE_ROWS)
      .map((value) => cellText(value, column.type, column.digits)?.length ?? 4);
    const longest = Math.max(6, ...sample);
    const name = column.name.length * CHARACTER_PX + 48;
    const least = column.hasHistogram ? 190 : 96;
    return Math.round(Math.max(least, Math.min(360, Math.max(longest * CHARACTER_PX + PADDING_PX, name))));
  });
}

/** Shares room that is left among the columns, so that few columns fill the grid. */
export function fillWidths(widths: readonly number[], available: number): readonly number[] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total === 0 || total >= available) return widths;
  const filled = widths.map((width) => Math.floor((width / total) * available));
  const rest = available - filled.reduce((sum, width) => sum + width, 0);
  return filled.map((width, index) => (index === filled.length - 1 ? width + rest : width));
}
