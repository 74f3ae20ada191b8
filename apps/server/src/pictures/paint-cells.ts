import { type ChartTheme, formatNumber, isRecord, labelOfCell } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import type { Pen } from './surface.ts';
import { fitText } from './words.ts';

interface CellSign {
  readonly text: string;
  readonly color: string;
}

interface CellColumn {
  readonly label: string;
  readonly isRight: boolean;
  readonly rowCount: number;
  readonly textOf: (row: number) => string;
  readonly groundOf: (row: number) => string | undefined;
  readonly toneOf: (row: number) => string | undefined;
  readonly signOf: (row: number) => CellSign | undefined;
  readonly barOf: (row: number) => { readonly from: number; readonly size: number; readonly color: string } | null;
}

export type Cells = readonly CellColumn[];

/** What a table's drawing gives for each of its columns. */
interface DrawnColumn {
  readonly column: { readonly label: string; readonly values: readonly CellValue[] };
  readonly align: string;
  readonly format: (value: CellValue, row?: number) => string;
  readonly barOf: (value: CellValue, row: number) => ReturnType<CellColumn['barOf']>;
  readonly groundOf: (value: CellValue, row: number) => string | undefined;
  readonly rowGroundOf: (value: CellValue, row: number) => string | undefined;
  readonly toneOf: (value: CellValue, row: number) => string | undefined;
  readonly signOf: (value: CellValue, row: number) => CellSign | undefined;
}

const isDrawnColumn = (value: unknown): value is DrawnColumn =>
  isRecord(value) &&
  isRecord(value.column) &&
  Array.isArray(value.column.values) &&
  [value.format, value.barOf, value.groundOf, value.rowGroundOf, value.toneOf, value.signOf].every(
    (one) => typeof one === 'function',
  );

/** The cells of a table's drawing, with its formats, bars and grounds. */
export function cellsOfTable(options: unknown): Cells | null {
  if (!isRecord(options) || !Array.isArray(options.columns)) return null;
  const drawn = options.columns.filter(isDrawnColumn);
  if (drawn.length === 0) return null;
  const rowGroundAt = (row: number) => {
    for (const { column, rowGroundOf } of drawn) {
      const ground = rowGroundOf(column.values[row] ?? null, row);
      if (ground !== undefined) return ground;
    }
    return undefined;
  };
  return drawn.map(({ column, align, format, ...looks }) => {
    const valueAt = (row: number) => column.values[row] ?? null;
    return {
      label: column.label,
      isRight: align === 'right',
      rowCount: column.values.length,
      textOf: (row) => format(valueAt(row), row),
      groundOf: (row) => looks.groundOf(valueAt(row), row) ?? rowGroundAt(row),
      toneOf: (row) => looks.toneOf(valueAt(row), row),
      signOf: (row) => looks.signOf(valueAt(row), row),
      barOf: (row) => looks.barOf(valueAt(row), row),
    };
  });
}

const nothing = () => undefined;
const plain = { groundOf: nothing, toneOf: nothing, signOf: nothing, barOf: () => null };

/** What a chart shows as rows of cells, the names first. */
export function cellsOfRows(rows: readonly (readonly (string | number | null)[])[]): Cells {
  const [head = [], ...body] = rows;
  return head.map((label, at) => ({
    ...plain,
    label: String(label ?? ''),
    isRight: body.some((row) => typeof row[at] === 'number'),
    rowCount: body.length,
    textOf: (row) => textOfCell(body[row]?.[at] ?? null),
  }));
}

const textOfCell = (value: string | number | null) =>
  typeof value === 'number' ? formatNumber('SMART_NUMBER', value) : (value ?? '');

/** The rows as they came, for what has no drawing of its own. */
export function cellsOfResult(table: ResultTable | undefined): Cells {
  return (table?.columns ?? []).map((column) => ({
    ...plain,
    label: column.name,
    isRight: column.type === 'number',
    rowCount: table?.rowCount ?? 0,
    textOf: (row) => labelOfCell(column.values[row] ?? null, column),
  }));
}

interface Space {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

const rowPx = 28;
const padPx = 8;
const leastColumnPx = 96;

/** As many rows and columns as fit, the columns as wide as their texts ask for. */
export function paintCells(pen: Pen, cells: Cells, space: Space): void {
  const { width, height, theme } = space;
  const shown = cells.slice(0, Math.max(1, Math.floor(width / leastColumnPx)));
  const rows = Math.min(Math.floor(height / rowPx) - 1, Math.max(0, ...shown.map(({ rowCount }) => rowCount)));
  const widths = columnWidths(pen, shown, { width, rows, theme });
  let x = 0;
  pen.textBaseline = 'middle';
  shown.forEach((column, at) => {
    const columnWidth = widths[at] ?? 0;
    paintColumn(pen, column, { x, width: columnWidth, rows, theme });
    x += columnWidth;
  });
  pen.fillStyle = theme.grid;
  for (let row = 1; row <= rows; row += 1) pen.fillRect(0, row * rowPx - 0.5, width, 1);
}

interface ColumnPlace {
  readonly x: number;
  readonly width: number;
  readonly rows: number;
  readonly theme: ChartTheme;
}

function columnWidths(pen: Pen, cells: Cells, { width, rows, theme }: Omit<ColumnPlace, 'x'>): readonly number[] {
  pen.font = `500 12px ${theme.font}`;
  const wanted = cells.map((column) => {
    const texts = [column.label, ...Array.from({ length: Math.min(rows, 50) }, (_, row) => column.textOf(row))];
    return Math.min(320, Math.max(...texts.map((text) => pen.measureText(text).width)) + 2 * padPx);
  });
  const sum = wanted.reduce((all, one) => all + one, 0);
  return wanted.map((one) => (one / Math.max(1, sum)) * width);
}

function paintColumn(pen: Pen, column: CellColumn, { x, width, rows, theme }: ColumnPlace): void {
  const write = (text: string, row: number) => {
    const cut = fitText(pen, text, width - 2 * padPx);
    const left = column.isRight ? x + width - padPx - pen.measureText(cut).width : x + padPx;
    pen.fillText(cut, left, (row + 0.5) * rowPx);
  };
  pen.font = `500 12px ${theme.font}`;
  pen.fillStyle = theme.textTertiary;
  write(column.label, 0);
  pen.font = `400 12px ${theme.font}`;
  for (let row = 0; row < rows; row += 1) {
    const ground = column.groundOf(row);
    if (ground) {
      pen.fillStyle = ground;
      pen.fillRect(x, (row + 1) * rowPx, width, rowPx);
    }
    const bar = column.barOf(row);
    if (bar) {
      pen.fillStyle = bar.color;
      pen.fillRect(x + 4 + bar.from * (width - 8), (row + 1) * rowPx + 4, bar.size * (width - 8), rowPx - 8);
    }
    const sign = column.signOf(row);
    pen.fillStyle = column.toneOf(row) ?? theme.text;
    write(column.textOf(row), row + 1);
    if (!sign) continue;
    pen.fillStyle = sign.color;
    const written = Math.min(width - 2 * padPx, pen.measureText(column.textOf(row)).width);
    const signPx = pen.measureText(`${sign.text} `).width;
    const at = column.isRight ? x + width - padPx - written - signPx : x + padPx - signPx;
    if (at >= x) pen.fillText(sign.text, at, (row + 1.5) * rowPx);
  }
}
